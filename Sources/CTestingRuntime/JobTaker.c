#define _GNU_SOURCE
#include "CurrentTaker.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>

_Thread_local const ct_taker *ct_current_taker = 0;

// Hooks are exported by libswift_Concurrency, for schedulers of hosts and tests. They are set once, and pass on what is not taken.
typedef SWIFT void (*enqueue_original)(void *job);
typedef SWIFT void (*enqueue_hook)(void *job, enqueue_original original);
extern enqueue_hook swift_task_enqueueGlobal_hook;

typedef SWIFT ct_executor (*main_executor_original)(void);
typedef SWIFT ct_executor (*main_executor_hook)(main_executor_original original);
extern main_executor_hook swift_task_getMainExecutor_hook;

static enqueue_hook previous_enqueue;
static main_executor_hook previous_main_executor;

static SWIFT void take_enqueue(void *job, enqueue_original original) {
  const ct_taker *taker = ct_current_taker;
  if (taker) {
    taker->enqueue(job, taker->context);
  } else if (previous_enqueue) {
    previous_enqueue(job, original);
  } else {
    original(job);
  }
}

static SWIFT ct_executor take_main_executor(main_executor_original original) {
  const ct_taker *taker = ct_current_taker;
  if (taker && taker->main.identity) return taker->main;
  return previous_main_executor ? previous_main_executor(original) : original();
}

static void install(void) {
  previous_enqueue = swift_task_enqueueGlobal_hook;
  previous_main_executor = swift_task_getMainExecutor_hook;
  // Other threads enqueue meanwhile.
  __atomic_store_n(&swift_task_enqueueGlobal_hook, take_enqueue, __ATOMIC_RELEASE);
  __atomic_store_n(&swift_task_getMainExecutor_hook, take_main_executor, __ATOMIC_RELEASE);
}

const ct_taker *ct_taker_exchange(const ct_taker *taker) {
  static pthread_once_t installed = PTHREAD_ONCE_INIT;
  pthread_once(&installed, install);
  const ct_taker *previous = ct_current_taker;
  ct_current_taker = taker;
  return previous;
}

const ct_taker *ct_taker_current(void) { return ct_current_taker; }

// A job is an object (two words), two words of its scheduler's, flags, the lowest byte of which is its kind, and the lower half of its number.
static const uint32_t *flags_and_number(const void *job) {
  return (const uint32_t *)((const char *)job + 4 * sizeof(void *));
}

ct_kind ct_kind_of(const void *job) {
  switch (flags_and_number(job)[0] & 0xff) {
  case 0: return ct_task;
  case 192:
  case 193:
  case 194: return ct_actor;
  default: return ct_resumption;
  }
}

extern SWIFT unsigned long long swift_task_getJobTaskId(const void *job);

unsigned long long ct_task_id(const void *task) { return swift_task_getJobTaskId(task); }

ct_difference ct_runtime_difference(const void *task, unsigned long long number) {
  if (!dlsym(RTLD_NEXT, "swift_task_create") || !dlsym(RTLD_NEXT, "swift_task_switch")) return ct_lacks_function;
  const uint32_t *found = flags_and_number(task);
  // The number is the runtime's own answer, which needs no layout.
  return (found[0] & 0xff) == 0 && found[1] == (uint32_t)number ? ct_as_expected : ct_other_layout;
}
