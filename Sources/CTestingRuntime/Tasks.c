// Two functions of the runtime that code calls where it creates a task or hops to an executor. Defined here, they come before
// the runtime's own for the code that is linked into the same image, as a test is. They only pass on, unless a taker is set on
// the calling thread. They are weak: where the runtime is linked statically too, its own count, and nothing is taken.

#define _GNU_SOURCE
#include "CurrentTaker.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

// Each option of a new task begins so. This is ABI: compiled code builds these records.
struct option {
  size_t kind;
  struct option *next;
};

enum {
  kind_serial_executor = 0,
  kind_task_group = 1,
  kind_async_let = 2,
  kind_async_let_with_buffer = 3,
  kind_unowned_task_executor = 4,
  kind_task_executor = 6,
  kind_name = 7
};

struct executor_option {
  struct option option;
  ct_executor executor;
};

struct name_option {
  struct option option;
  const char *name;
};

typedef struct {
  void *task;
  void *context;
} created_task;

typedef SWIFT created_task (*create)(size_t flags, struct option *options, const void *result, void *function, void *context);

extern void *swift_retain(void *);

// Looked up once; threads that do so at the same time find the same.
static void *original(const char *name, void *_Atomic *found) {
  void *function = __atomic_load_n((void **)found, __ATOMIC_ACQUIRE);
  if (!function) {
    function = dlsym(RTLD_NEXT, name);
    __atomic_store_n((void **)found, function, __ATOMIC_RELEASE);
  }
  return function;
}

__attribute__((weak)) SWIFT created_task swift_task_create(
    size_t flags, struct option *options, const void *result, void *function, void *context) {
  static void *_Atomic found;
  create create_original = (create)original("swift_task_create", &found);
  const ct_taker *taker = ct_current_taker;
  if (!taker || !taker->tasks.identity) return create_original(flags, options, result, function, context);

  const char *name = 0;
  // Child tasks run where their parent does.
  int has_executor = 0, waits_for_actor = 0;
  for (struct option *option = options; option; option = option->next) {
    switch (option->kind & 0xff) {
    case kind_task_group:
    case kind_async_let:
    case kind_async_let_with_buffer:
    case kind_unowned_task_executor:
    case kind_task_executor:
      has_executor = 1;
      break;
    case kind_serial_executor: {
      ct_executor executor = ((struct executor_option *)option)->executor;
      waits_for_actor = executor.identity && !executor.implementation;
      break;
    }
    case kind_name:
      name = ((struct name_option *)option)->name;
      break;
    }
  }
  struct executor_option preference = {{kind_task_executor, options}, taker->tasks};
  if (!has_executor) {
    swift_retain(taker->tasks.identity);  // goes to the task
    options = &preference.option;
  }
  created_task created = create_original(flags, options, result, function, context);
  if (taker->created) taker->created(created.task, name, waits_for_actor, taker->context);
  return created;
}

typedef SWIFT_ASYNC void (*resumption)(SWIFT_ASYNC_CONTEXT void *context);
typedef SWIFT_ASYNC void (*hop)(SWIFT_ASYNC_CONTEXT void *context, resumption resume, void *identity, const void *implementation);

// What a task that waits at the gate does next.
struct next_hop {
  void *context;
  resumption resume;
  ct_executor executor;
  struct next_hop *next;
};

static struct next_hop *next_hops;
static pthread_mutex_t next_hops_lock = PTHREAD_MUTEX_INITIALIZER;

static hop original_switch(void) {
  static void *_Atomic found;
  return (hop)original("swift_task_switch", &found);
}

extern SWIFT ct_executor swift_task_getCurrentExecutor(void);

static SWIFT_ASYNC void pass_gate(SWIFT_ASYNC_CONTEXT void *context) {
  // What an abandoned run leaves behind goes on in other threads.
  pthread_mutex_lock(&next_hops_lock);
  struct next_hop **place = &next_hops;
  while ((*place)->context != context) place = &(*place)->next;
  struct next_hop *found = *place;
  *place = found->next;
  pthread_mutex_unlock(&next_hops_lock);
  struct next_hop next = *found;
  free(found);
  const ct_taker *taker = ct_current_taker;
  if (taker && taker->passes && !next.executor.implementation) taker->passes(next.executor.identity, taker->context);
  return original_switch()(context, next.resume, next.executor.identity, next.executor.implementation);
}

__attribute__((weak)) SWIFT_ASYNC void swift_task_switch(
    SWIFT_ASYNC_CONTEXT void *context, resumption resume, void *identity, const void *implementation) {
  const ct_taker *taker = ct_current_taker;
  int waits = taker && taker->gate.identity && identity && (!implementation || identity == taker->main.identity)
      && swift_task_getCurrentExecutor().identity != identity;
  struct next_hop *next = waits ? malloc(sizeof *next) : 0;
  if (!next) return original_switch()(context, resume, identity, implementation);
  *next = (struct next_hop){context, resume, {identity, implementation}, 0};
  pthread_mutex_lock(&next_hops_lock);
  next->next = next_hops;
  next_hops = next;
  pthread_mutex_unlock(&next_hops_lock);
  return original_switch()(context, pass_gate, taker->gate.identity, taker->gate.implementation);
}
