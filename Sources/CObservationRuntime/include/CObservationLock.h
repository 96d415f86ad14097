// A lock of one word for short critical regions. Each pass has several such regions.

#ifndef C_OBSERVATION_LOCK_H
#define C_OBSERVATION_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__APPLE__)
#include <os/lock.h>
#endif

#if defined(__cplusplus)
extern "C" {
#endif

#if defined(OBSERVATION_BRIDGE_EXPLORE)
// The scheduling points at which an exploring program chooses the next thread. Other builds don't have them.

/// The functions of an exploring program for each kind of scheduling point.
typedef struct ob_explorer {
  /// The thread is about to read or change memory that other threads may use as well.
  void (*_Nonnull access)(const void *_Nonnull object, bool changes);
  /// The thread needs a lock. Returns once the thread holds the lock.
  void (*_Nonnull lock)(const void *_Nonnull lock);
  /// The thread has released the lock.
  void (*_Nonnull unlock)(const void *_Nonnull lock);
} ob_explorer;

/// Set once, before there is a second thread; null if nothing is explored.
extern const ob_explorer *_Nullable ob_current_explorer;

static inline void ob_explore_access(const void *_Nonnull object, bool changes) {
  if (ob_current_explorer) ob_current_explorer->access(object, changes);
}

static inline void ob_explore_lock(const void *_Nonnull lock) {
  if (ob_current_explorer) ob_current_explorer->lock(lock);
}

static inline void ob_explore_unlock(const void *_Nonnull lock) {
  if (ob_current_explorer) ob_current_explorer->unlock(lock);
}

/// Represents the cancellation of all tasks.
extern const char ob_explored_cancellation;

/// The thread is about to ask whether a task is cancelled, or to cancel one.
static inline void ob_explore_cancellation(bool changes) { ob_explore_access(&ob_explored_cancellation, changes); }

// Functions with scheduling points aren't pure.
#define OB_PURE
#else
#define OB_PURE __attribute__((pure))
#endif

// Declares the thread-local state of this package, which is one variable.
//
// With glibc, the variable is part of the block that each thread has from its beginning (the initial-exec model), so its
// address is known without a call. When `dlopen` loads a library that contains this code, glibc puts the library's
// variables into the unused rest of the block: about 1,600 bytes by default, for all such libraries of the process. The
// state takes 264 bytes, and the words that the standard library adds to its callers a little more. Large values are
// allocated, and the state holds their addresses: with one large variable, of any model, `dlopen` would fail.
//
// On other systems the compiler chooses the model. Android loads the code of apps by `dlopen`, and its linker rejects
// the initial-exec model there, as musl's does. An access then costs a call in a library; in an executable, the linker
// removes the call. An immediate pass over one model takes 540 instructions with the initial-exec model; with the other
// model it takes 575 in an executable and 755 in a library (x86-64).
#if defined(__linux__)
#include <features.h>
#endif
#if defined(__GLIBC__) && !defined(OBSERVATION_BRIDGE_DEFAULT_THREAD_LOCALS)
#define OB_THREAD_LOCAL _Thread_local __attribute__((tls_model("initial-exec")))
#else
#define OB_THREAD_LOCAL _Thread_local
#endif

#if defined(OBSERVATION_BRIDGE_TESTING) && defined(__linux__)
// Weak: the functions exist only in a process that runs under the thread sanitizer.
extern void __tsan_acquire(void *_Nonnull address) __attribute__((weak));
extern void __tsan_release(void *_Nonnull address) __attribute__((weak));

/// Reports a lock to the thread sanitizer, which can't see the lock.
static inline void ob_lock_acquired(void *_Nonnull address) {
  if (__tsan_acquire) __tsan_acquire(address);
}

static inline void ob_lock_will_release(void *_Nonnull address) {
  if (__tsan_release) __tsan_release(address);
}
#endif

/// All zero while no thread holds the lock. A lock must not be moved, and its memory must not be freed, because a
/// thread that releases the lock may access the memory once more.
typedef struct ob_lock {
#if defined(__APPLE__)
  os_unfair_lock lock;
#else
  /// 0: free; 1: held; 2: held, and other threads may be asleep.
  uint32_t word;
#endif
} ob_lock;

#if !defined(__APPLE__)
/// Waits until the lock is free, and takes the lock.
void ob_lock_wait(ob_lock *_Nonnull lock);

/// Wakes one of the sleeping threads.
void ob_lock_wake(ob_lock *_Nonnull lock);
#endif

static inline __attribute__((always_inline)) void ob_lock_take(ob_lock *_Nonnull lock) {
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

static inline __attribute__((always_inline)) void ob_lock_release(ob_lock *_Nonnull lock) {
#if defined(OBSERVATION_BRIDGE_TESTING) && defined(__linux__)
  ob_lock_will_release(lock);
#endif
#if defined(__APPLE__)
  os_unfair_lock_unlock(&lock->lock);
#else
  if (__atomic_exchange_n(&lock->word, 0, __ATOMIC_RELEASE) == 2) ob_lock_wake(lock);
#endif
#if defined(OBSERVATION_BRIDGE_EXPLORE)
  ob_explore_unlock(lock);
#endif
}

#if defined(__cplusplus)
}
#endif

#endif
