#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CObservationLock.h"

bool ob_lock_sleepers_fence = false;

#if !defined(__APPLE__)

#include <sched.h>
#include <stddef.h>
#if defined(__linux__)
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#endif

// A process may be killed for a system call that Android doesn't allow.
#if defined(__linux__) && !defined(__ANDROID__) && defined(SYS_membarrier)
// As in <linux/membarrier.h>, which not all systems have that have the call.
enum { fence_expedited = 1 << 3, register_fence_expedited = 1 << 4 };

// A fence on each other thread of this process, at some time during the call; false where the system has none.
static bool fence_others(void) {
  return syscall(SYS_membarrier, fence_expedited, 0, 0) == 0;
}

// Before there are threads.
__attribute__((constructor)) static void prepare_fences(void) {
  ob_lock_sleepers_fence =
      syscall(SYS_membarrier, register_fence_expedited, 0, 0) == 0 && fence_others();
}
#else
static bool fence_others(void) { return false; }
#endif

// Critical regions are shorter than what it takes to put a thread to sleep.
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
  __atomic_fetch_add(&lock->sleeper_count, 1, __ATOMIC_SEQ_CST);
  // A sandbox that forbids the fence after it was there may cost a thread this time, but not its life.
  const bool is_sure = !ob_lock_sleepers_fence || fence_others();
  // Whoever has waited once doesn't know whether others still do.
  while (__atomic_exchange_n(&lock->word, 2, __ATOMIC_ACQUIRE) != 0) {
#if defined(__linux__)
    const struct timespec limit = {.tv_sec = 0, .tv_nsec = 1000000};
    syscall(SYS_futex, &lock->word, FUTEX_WAIT_PRIVATE, 2, is_sure ? NULL : &limit, NULL, 0);
#else
    (void)is_sure;
    sched_yield();
#endif
  }
  __atomic_fetch_sub(&lock->sleeper_count, 1, __ATOMIC_RELAXED);
}

void ob_lock_wake(ob_lock *lock) {
#if defined(__linux__)
  syscall(SYS_futex, &lock->word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
#else
  (void)lock;
#endif
}

#else

void ob_lock_wait(ob_lock *lock) { os_unfair_lock_lock(&lock->lock); }
void ob_lock_wake(ob_lock *lock) { (void)lock; }

#endif
