// The scheduling points at which an exploring program chooses the next thread. Other builds don't have them.

#ifndef C_OBSERVATION_EXPLORING_H
#define C_OBSERVATION_EXPLORING_H

#if defined(OBSERVATION_BRIDGE_EXPLORE)

#include <stdbool.h>

#if defined(__cplusplus)
extern "C" {
#endif

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

#if defined(__cplusplus)
}
#endif

// Functions with scheduling points aren't pure.
#define OB_PURE

#else

#define OB_PURE __attribute__((pure))

#endif

#endif
