// What Swift cannot say: a thread-local variable, and the runtime's hook for jobs without an executor of their own.

#ifndef C_TIMELINE_RUNTIME_H
#define C_TIMELINE_RUNTIME_H

#if defined(__cplusplus)
extern "C" {
#endif

/// Takes a job that the runtime was about to give to the global executor.
typedef void (*ct_taker)(void *_Nonnull job, void *_Nonnull queue);

/// From now on `taker` takes the jobs that threads with a queue enqueue globally. Call once in a process.
void ct_install(ct_taker _Nonnull taker);

/// Sets the queue of this thread, null for none, and returns the one before.
void *_Nullable ct_queue_exchange(void *_Nullable queue);

#if defined(__cplusplus)
}
#endif

#endif
