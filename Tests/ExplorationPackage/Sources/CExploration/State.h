#ifndef STATE_H
#define STATE_H

#include "CExploration.h"

#define SWIFT __attribute__((swiftcall))
#define SWIFT_ASYNC __attribute__((swiftasynccall))
#define SWIFT_ASYNC_CONTEXT __attribute__((swift_async_context))

#pragma GCC visibility push(hidden)

/// Whether the calling thread belongs to a run.
bool is_scheduled(void);

/// Whether the calling thread belongs to a run, and can be interrupted.
bool is_explored(void);

void explored_access(const void *object, bool changes);
void explored_lock(const void *lock);
void explored_unlock(const void *lock);

/// Waits until another thread has released a lock that isn't explored.
void wait_for_real_lock(const void *lock);
void real_lock_released(const void *lock);

/// Between these the thread isn't interrupted.
void begin_uninterrupted(void);
void end_uninterrupted(void);

/// The time in a run.
bool explored_time(int64_t *nanoseconds);

/// Has the runtime's jobs come here.
void take_jobs(void);

void find_observation_library(void);
bool is_in_observation_library(const void *address);

/// The current thread's return addresses, innermost first. Returns their number.
uint32_t find_places(uintptr_t *places, uint32_t limit);

#pragma GCC visibility pop

#endif
