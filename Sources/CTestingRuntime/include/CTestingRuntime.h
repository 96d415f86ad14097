// Parts that Swift can't express: a thread-local variable, the runtime's hooks for jobs, and two functions of the runtime
// with names that the compiler calls.

#ifndef C_TESTING_RUNTIME_H
#define C_TESTING_RUNTIME_H

#if defined(__cplusplus)
extern "C" {
#endif

/// An executor as the runtime passes it: an object, and the implementation of `Executor`. Both are null for the global
/// executor. The implementation is null for a default actor.
typedef struct {
  void *_Nullable identity;
  const void *_Nullable implementation;
} ct_executor;

/// Takes the jobs of a thread. Null members leave their jobs to the runtime.
typedef struct {
  void *_Nonnull context;
  /// Takes a job instead of the global executor.
  void (*_Nonnull enqueue)(void *_Nonnull job, void *_Nonnull context);
  /// A task was created, with a name or without; it may be waiting already for the default actor to which it is isolated.
  void (*_Nullable created)(void *_Nonnull task, const char *_Nullable name, int waitsForActor, void *_Nonnull context);
  /// The current task, which waited at the gate, is about to enqueue itself on a default actor.
  void (*_Nullable passes)(const void *_Nonnull actor, void *_Nonnull context);
  /// The executor of unstructured tasks without an actor.
  ct_executor tasks;
  /// The main actor's executor.
  ct_executor main;
  /// The executor on which a task waits before it enqueues itself on a default actor or on the main actor.
  ct_executor gate;
} ct_taker;

/// Sets the taker of this thread's jobs, or null, and returns the earlier taker. A taker must live until it's replaced.
const ct_taker *_Nullable ct_taker_exchange(const ct_taker *_Nullable taker);

/// The taker of this thread's jobs.
const ct_taker *_Nullable ct_taker_current(void);

/// The kinds of jobs.
typedef enum __attribute__((enum_extensibility(closed))) { ct_task, ct_actor, ct_resumption } ct_kind;

/// A task that continues, an actor that runs its waiting jobs, or a job that resumes a task, for example after a yield.
ct_kind ct_kind_of(const void *_Nonnull job);

/// The number of a task in its process; not reused.
unsigned long long ct_task_id(const void *_Nonnull task);

/// How the runtime differs from the expectations of this library.
typedef enum __attribute__((enum_extensibility(closed))) {
  /// No difference.
  ct_as_expected,
  /// The runtime lacks one of the two replaced functions.
  ct_lacks_function,
  /// A task's record has its kind or its number at another offset.
  ct_other_layout
} ct_difference;

/// Compares the runtime with what this library expects, and changes nothing: `task` is the record of any task, `number` what `ct_task_id`
/// returns for it.
ct_difference ct_runtime_difference(const void *_Nonnull task, unsigned long long number);

#if defined(__cplusplus)
}
#endif

#endif
