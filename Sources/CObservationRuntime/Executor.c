#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CObservationRuntime.h"

#include <pthread.h>
#include <stdatomic.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

uintptr_t ob_take_pass_block(void) {
  static atomic_uintptr_t taken = 0;
  // The highest bit stays free, because links of the graph use it. A counter of 32 bits may wrap around.
  return atomic_fetch_add_explicit(&taken, ob_pass_block, memory_order_relaxed) & (UINTPTR_MAX >> 1);
}

bool ob_main_thread_find(void) {
#if defined(__APPLE__)
  bool is_main = pthread_main_np() != 0;
#elif defined(__linux__)
  bool is_main = (long)getpid() == syscall(SYS_gettid);
#else
  bool is_main = false;
#endif
  ob_state_of_thread.context.main_thread_answer = is_main;
  return is_main;
}

#if defined(__linux__)
// The concurrency runtime links Dispatch on platforms that have it. Declared here, because there is no header of the
// blocks runtime.
struct dispatch_queue_s;
extern struct dispatch_queue_s _dispatch_main_q __attribute__((weak));
extern const char *dispatch_queue_get_label(struct dispatch_queue_s *queue) __attribute__((weak));

bool ob_is_in_main_queue(void) {
  if (!dispatch_queue_get_label || !&_dispatch_main_q) return false;
  // A null argument stands for the current queue. Each queue has its own copy of its label, so labels identify queues.
  return dispatch_queue_get_label(0) == dispatch_queue_get_label(&_dispatch_main_q);
}
#else
bool ob_is_in_main_queue(void) { return false; }
#endif
