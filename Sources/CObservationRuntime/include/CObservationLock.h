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

// Declares a word of which each thread has its own.
//
// With glibc, these words are part of the block that each thread has from its beginning (the initial-exec model), so their addresses are known
// without a call. When `dlopen` loads a library that contains this code, glibc places the library's words in what is left over in that block:
// about 1,600 bytes by default, for all such libraries of the process. Those of this code take 252, and those that the standard library adds to
// its callers a little more. What is large is allocated, and only its address is such a word: one large variable, of whatever model, would make
// `dlopen` fail.
//
// Elsewhere the compiler chooses the model. Android loads the code of apps by `dlopen`, and its linker rejects the initial-exec model there, as
// musl's does. A word then costs a call in a library; in an executable, the linker removes the call. An immediate pass over one model takes 540
// instructions with the initial-exec model; with the other model it takes 575 in an executable and 755 in a library (x86-64).
#if defined(__linux__)
#include <features.h>
#endif
#if defined(__GLIBC__) && !defined(OBSERVATION_BRIDGE_DEFAULT_THREAD_LOCALS)
#define OB_THREAD_LOCAL _Thread_local __attribute__((tls_model("initial-exec")))
#else
#define OB_THREAD_LOCAL _Thread_local
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

// A lock that one thread alone takes is biased towards that: the thread takes it without an atomic operation, until another thread asks for
// it. That one revokes the bias for good, by a fence on all other threads.
#if defined(__linux__) && !defined(__ANDROID__) && !defined(OBSERVATION_BRIDGE_EXPLORE)
#define OB_LOCK_HAS_BIAS 1
#endif

/// All zero where nobody holds it, and nobody has before. It must not be moved, and its memory must not be given back: whoever lets go of it looks at it once more.
typedef struct ob_lock {
#if defined(__APPLE__)
  os_unfair_lock lock;
#else
  /// 0: free; 1: held; 2: held, and others may be asleep.
  uint32_t word;
  /// How many threads are asleep until it is free, or about to be.
  uint32_t sleeper_count;
#if OB_LOCK_HAS_BIAS
  /// The thread that may take it by `holder` alone; 0 as long as there is none, `ob_lock_unbiased` for good once another has asked for it.
  uintptr_t bias;
  /// The thread that holds it by the bias, or is trying to; else 0. Where the bias has been revoked, that thread may still try for a moment:
  /// what others find here then is of no meaning to them, and no other thread is given the bias, who would write here, too.
  uintptr_t holder;
#endif
#endif
#if !OB_LOCK_HAS_BIAS
  /// So that what has a lock has one size.
  uintptr_t unused[2];
#endif
} ob_lock;

#if OB_LOCK_HAS_BIAS
/// No thread: their identities are addresses, and even.
enum { ob_lock_unbiased = 1 };

extern OB_THREAD_LOCAL uint32_t ob_lock_thread;

static inline uintptr_t ob_lock_thread_identity(void) { return (uintptr_t)&ob_lock_thread; }

/// Biases the lock, which is held, or revokes its bias towards another thread.
void ob_lock_settle_bias(ob_lock *_Nonnull lock);

static inline bool ob_lock_take_by_bias(ob_lock *_Nonnull lock) {
  const uintptr_t thread = ob_lock_thread_identity();
  if (__atomic_load_n(&lock->bias, __ATOMIC_RELAXED) != thread) return false;
#if defined(OBSERVATION_BRIDGE_TESTING)
  // Code of others has run while the lock was held.
  if (__atomic_load_n(&lock->holder, __ATOMIC_RELAXED) == thread) __builtin_trap();
#endif
  __atomic_store_n(&lock->holder, thread, __ATOMIC_RELAXED);
  // Whoever revokes the bias fences this thread: either this sees it, or they see that the lock is taken.
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (__builtin_expect(__atomic_load_n(&lock->bias, __ATOMIC_RELAXED) == thread, 1)) return true;
  __atomic_store_n(&lock->holder, 0, __ATOMIC_RELEASE);
  return false;
}

static inline bool ob_lock_release_by_bias(ob_lock *_Nonnull lock) {
  if (__atomic_load_n(&lock->holder, __ATOMIC_RELAXED) != ob_lock_thread_identity()) return false;
  __atomic_store_n(&lock->holder, 0, __ATOMIC_RELEASE);
  return true;
}
#endif

/// What the lock guards, and is held for, is given back: whoever takes it next may be another thread for good. A bias that has been revoked
/// stays so.
static inline void ob_lock_forget_bias(ob_lock *_Nonnull lock) {
#if OB_LOCK_HAS_BIAS
  if (__atomic_load_n(&lock->bias, __ATOMIC_RELAXED) == ob_lock_thread_identity()) {
    __atomic_store_n(&lock->bias, 0, __ATOMIC_RELEASE);
  }
#else
  (void)lock;
#endif
}

/// Whether a thread that is about to sleep makes all others finish their stores first: then those who let go of a lock need no fence as
/// long as nobody sleeps, and a lock may be biased.
extern bool ob_lock_sleepers_fence;

/// Waits until the lock is free, and takes it.
void ob_lock_wait(ob_lock *_Nonnull lock);

/// Wakes one of those who sleep.
void ob_lock_wake(ob_lock *_Nonnull lock);

#if OB_LOCK_HAS_BIAS
// What a biased lock needs stands in its callers; the rest doesn't, which would have them save registers.
#define OB_LOCK_WITHOUT_BIAS static __attribute__((noinline, unused))
#else
#define OB_LOCK_WITHOUT_BIAS static inline
#endif

#if !defined(__APPLE__)
OB_LOCK_WITHOUT_BIAS void ob_lock_take_without_bias(ob_lock *_Nonnull lock) {
  uint32_t expected = 0;
  if (!__atomic_compare_exchange_n(&lock->word, &expected, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
    ob_lock_wait(lock);
  }
#if OB_LOCK_HAS_BIAS
  if (__atomic_load_n(&lock->bias, __ATOMIC_RELAXED) != ob_lock_unbiased) ob_lock_settle_bias(lock);
#endif
}

OB_LOCK_WITHOUT_BIAS void ob_lock_release_without_bias(ob_lock *_Nonnull lock) {
  if (ob_lock_sleepers_fence && __atomic_load_n(&lock->sleeper_count, __ATOMIC_RELAXED) == 0) {
    __atomic_store_n(&lock->word, 0, __ATOMIC_RELEASE);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    // Either this sees who has come to sleep meanwhile, or they see that the lock is free.
    if (__builtin_expect(__atomic_load_n(&lock->sleeper_count, __ATOMIC_SEQ_CST) != 0, 0)) ob_lock_wake(lock);
  } else if (__atomic_exchange_n(&lock->word, 0, __ATOMIC_RELEASE) == 2) {
    ob_lock_wake(lock);
  }
}
#endif

static inline __attribute__((always_inline)) void ob_lock_take(ob_lock *_Nonnull lock) {
#if defined(OBSERVATION_BRIDGE_EXPLORE)
  ob_explore_lock(lock);
#endif
#if defined(__APPLE__)
  os_unfair_lock_lock(&lock->lock);
#elif OB_LOCK_HAS_BIAS
  if (!ob_lock_take_by_bias(lock)) ob_lock_take_without_bias(lock);
#else
  ob_lock_take_without_bias(lock);
#endif
#if defined(OBSERVATION_BRIDGE_TESTING) && defined(__linux__)
  ob_lock_acquired(lock);
#endif
}

static inline __attribute__((always_inline)) void ob_lock_release(ob_lock *_Nonnull lock) {
#if defined(OBSERVATION_BRIDGE_TESTING) && defined(__linux__)
  ob_lock_will_release(lock);
#endif
#if defined(__APPLE__)
  os_unfair_lock_unlock(&lock->lock);
#elif OB_LOCK_HAS_BIAS
  if (!ob_lock_release_by_bias(lock)) ob_lock_release_without_bias(lock);
#else
  ob_lock_release_without_bias(lock);
#endif
#if defined(OBSERVATION_BRIDGE_EXPLORE)
  ob_explore_unlock(lock);
#endif
}

#if defined(__cplusplus)
}
#endif

#endif
