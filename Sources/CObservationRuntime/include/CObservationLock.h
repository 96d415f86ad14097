// A lock of one word for short critical regions, of which there are several in each pass.

#ifndef C_OBSERVATION_LOCK_H
#define C_OBSERVATION_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "CObservationExploring.h"

#if defined(__APPLE__)
#include <os/lock.h>
#endif

#if defined(__cplusplus)
extern "C" {
#endif

#if defined(OBSERVATION_BRIDGE_TESTING) && defined(__linux__)
// Weak: there only in a process that runs under the thread sanitizer.
extern void __tsan_acquire(void *_Nonnull address) __attribute__((weak));
extern void __tsan_release(void *_Nonnull address) __attribute__((weak));

/// Tells the thread sanitizer of a lock that it cannot see.
static inline void ob_lock_acquired(void *_Nonnull address) {
  if (__tsan_acquire) __tsan_acquire(address);
}

static inline void ob_lock_will_release(void *_Nonnull address) {
  if (__tsan_release) __tsan_release(address);
}
#endif

/// All zero where nobody holds it. It must not be moved, and its memory must not be given back: whoever lets go of it looks at it once more.
typedef struct ob_lock {
#if defined(__APPLE__)
  os_unfair_lock lock;
#else
  /// 0: free; 1: held; 2: held, and others may be asleep.
  uint32_t word;
  /// How many threads are asleep until it is free, or about to be.
  uint32_t sleeper_count;
#endif
} ob_lock;

/// Whether a thread that is about to sleep makes all others finish their stores first: then those who let go of a lock need no fence as
/// long as nobody sleeps.
extern bool ob_lock_sleepers_fence;

/// Waits until the lock is free, and takes it.
void ob_lock_wait(ob_lock *_Nonnull lock);

/// Wakes one of those who sleep.
void ob_lock_wake(ob_lock *_Nonnull lock);

static inline void ob_lock_take(ob_lock *_Nonnull lock) {
#if defined(OBSERVATION_BRIDGE_EXPLORE)
  ob_explore_lock(lock);
#endif
#if defined(__APPLE__)
  os_unfair_lock_lock(&lock->lock);
#else
  uint32_t expected = 0;
  if (!__atomic_compare_exchange_n(&lock->word, &expected, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
    ob_lock_wait(lock);
  }
#endif
#if defined(OBSERVATION_BRIDGE_TESTING) && defined(__linux__)
  ob_lock_acquired(lock);
#endif
}

static inline void ob_lock_release(ob_lock *_Nonnull lock) {
#if defined(OBSERVATION_BRIDGE_TESTING) && defined(__linux__)
  ob_lock_will_release(lock);
#endif
#if defined(__APPLE__)
  os_unfair_lock_unlock(&lock->lock);
#else
  if (ob_lock_sleepers_fence && __atomic_load_n(&lock->sleeper_count, __ATOMIC_RELAXED) == 0) {
    __atomic_store_n(&lock->word, 0, __ATOMIC_RELEASE);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    // Either this sees who has come to sleep meanwhile, or they see that the lock is free.
    if (__builtin_expect(__atomic_load_n(&lock->sleeper_count, __ATOMIC_SEQ_CST) != 0, 0)) ob_lock_wake(lock);
  } else if (__atomic_exchange_n(&lock->word, 0, __ATOMIC_RELEASE) == 2) {
    ob_lock_wake(lock);
  }
#endif
#if defined(OBSERVATION_BRIDGE_EXPLORE)
  ob_explore_unlock(lock);
#endif
}

#if defined(__cplusplus)
}
#endif

#endif
