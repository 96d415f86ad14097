#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CObservationLock.h"

#if !defined(__APPLE__)

#include <sched.h>
#include <stddef.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>

// The values of <linux/futex.h>, a header that some systems with this system call don't have.
enum { futex_wait_private = 128, futex_wake_private = 129 };
#endif

// Critical regions take less time than putting a thread to sleep.
enum { attempt_count = 100 };

static inline void pause_briefly(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

void ob_lock_wait(ob_lock *lock) {
  for (int attempt = 0; attempt < attempt_count; ++attempt) {
    uint32_t expected = 0;
    if (__atomic_load_n(&lock->word, __ATOMIC_RELAXED) == 0 &&
        __atomic_compare_exchange_n(&lock->word, &expected, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
      return;
    }
    pause_briefly();
  }
  // A thread that has waited doesn't know whether other threads still wait, so it marks the lock as waited for.
  while (__atomic_exchange_n(&lock->word, 2, __ATOMIC_ACQUIRE) != 0) {
#if defined(__linux__)
    syscall(SYS_futex, &lock->word, futex_wait_private, 2, NULL, NULL, 0);
#else
    sched_yield();
#endif
  }
}

void ob_lock_wake(ob_lock *lock) {
#if defined(__linux__)
  syscall(SYS_futex, &lock->word, futex_wake_private, 1, NULL, NULL, 0);
#else
  (void)lock;
#endif
}

#endif
