#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CObservationLock.h"

bool ob_lock_sleepers_fence = false;

#if !defined(__APPLE__)

#include <sched.h>
#include <stddef.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// As in <linux/futex.h>, which not all systems have that have the call.
enum { futex_wait_private = 128, futex_wake_private = 129 };
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
    syscall(SYS_futex, &lock->word, futex_wait_private, 2, is_sure ? NULL : &limit, NULL, 0);
#else
    (void)is_sure;
    sched_yield();
#endif
  }
  __atomic_fetch_sub(&lock->sleeper_count, 1, __ATOMIC_RELAXED);
}

#if OB_LOCK_HAS_BIAS

OB_THREAD_LOCAL uint32_t ob_lock_thread = 0;

// How many revocations a process pays for: each takes microseconds, where a lock without bias takes nanoseconds more each time.
enum { revocation_limit = 1000 };
static uint32_t revocation_count = 0;

static void wait_briefly(void) {
  const struct timespec time = {.tv_sec = 0, .tv_nsec = 50000};
  nanosleep(&time, NULL);
}

void ob_lock_settle_bias(ob_lock *lock) {
  const uintptr_t bias = __atomic_load_n(&lock->bias, __ATOMIC_ACQUIRE);
  const bool is_biased = bias != 0 && bias != ob_lock_unbiased;
  if (is_biased) {
    __atomic_store_n(&lock->bias, ob_lock_unbiased, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&revocation_count, 1, __ATOMIC_RELAXED);
    // Where a sandbox has come to forbid the fence, a store has long been seen after as long as this.
    if (!fence_others()) {
      for (int time = 0; time < 20; ++time) wait_briefly();
    }
  }
  // Taken by the thread that it was biased towards, or that has given it back.
  for (int attempt = 0; __atomic_load_n(&lock->holder, __ATOMIC_ACQUIRE); ++attempt) {
    if (attempt < attempt_count) pause_briefly(); else wait_briefly();
  }
  if (is_biased) return;
  const bool may_be_biased = ob_lock_sleepers_fence &&
      __atomic_load_n(&revocation_count, __ATOMIC_RELAXED) < revocation_limit;
  __atomic_store_n(&lock->bias, may_be_biased ? ob_lock_thread_identity() : ob_lock_unbiased, __ATOMIC_RELAXED);
}

#endif

void ob_lock_wake(ob_lock *lock) {
#if defined(__linux__)
  syscall(SYS_futex, &lock->word, futex_wake_private, 1, NULL, NULL, 0);
#else
  (void)lock;
#endif
}

#else

void ob_lock_wait(ob_lock *lock) { os_unfair_lock_lock(&lock->lock); }
void ob_lock_wake(ob_lock *lock) { (void)lock; }

#endif
