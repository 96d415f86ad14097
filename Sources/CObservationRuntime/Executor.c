#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CObservationRuntime.h"

#include <pthread.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

_Thread_local const void *_Nullable ob_current_pass = 0;
_Thread_local void *_Nullable ob_current_reads = 0;

// The Swift runtime's reference to a serial executor (SerialExecutorRef): two words, the first names the executor.
struct serial_executor {
  uintptr_t identity;
  uintptr_t implementation;
};

// Exported by libswift_Concurrency since its first release. Unlike `swift_task_isCurrentExecutor` it never traps.
__attribute__((swiftcall)) struct serial_executor swift_task_getCurrentExecutor(void);

uintptr_t ob_current_executor_identity(void) { return swift_task_getCurrentExecutor().identity; }

#if defined(__linux__)
// What the compiler calls to resume a continuation; part of the ABI.
__attribute__((swiftcall)) void swift_continuation_resume(void *continuation);

void ob_continuation_resume(void *continuation) { swift_continuation_resume(continuation); }
#endif

bool ob_is_main_thread(void) {
#if defined(__APPLE__)
  return pthread_main_np() != 0;
#elif defined(__linux__)
  // Two system calls, once a thread.
  static _Thread_local int8_t answer = -1;
  if (answer < 0) answer = (long)getpid() == syscall(SYS_gettid);
  return answer;
#else
  return false;
#endif
}
