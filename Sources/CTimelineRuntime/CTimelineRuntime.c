#include "CTimelineRuntime.h"

#include <stdatomic.h>

// Exported by libswift_Concurrency since its first release, for schedulers of hosts and tests. Both functions have the
// calling convention of Swift.
typedef __attribute__((swiftcall)) void (*enqueue_original)(void *job);
typedef __attribute__((swiftcall)) void (*enqueue_hook)(void *job, enqueue_original original);
extern enqueue_hook swift_task_enqueueGlobal_hook;

static _Thread_local void *current_queue = 0;
// Other threads may enqueue while one installs.
static _Atomic(ct_taker) current_taker = 0;
static _Atomic(enqueue_hook) previous_hook = 0;

static __attribute__((swiftcall)) void enqueue_global(void *job, enqueue_original original) {
  if (current_queue) {
    atomic_load_explicit(&current_taker, memory_order_acquire)(job, current_queue);
    return;
  }
  enqueue_hook previous = atomic_load_explicit(&previous_hook, memory_order_acquire);
  if (previous) {
    previous(job, original);
  } else {
    original(job);
  }
}

void ct_install(ct_taker taker) {
  atomic_store_explicit(&current_taker, taker, memory_order_release);
  atomic_store_explicit(&previous_hook, swift_task_enqueueGlobal_hook, memory_order_release);
  __atomic_store_n(&swift_task_enqueueGlobal_hook, enqueue_global, __ATOMIC_RELEASE);
}

void *ct_queue_exchange(void *queue) {
  void *previous = current_queue;
  current_queue = queue;
  return previous;
}
