// What Swift cannot say: a thread-local variable, the runtime's hooks for jobs, and two functions of the runtime that the
// compiler calls by their names.

#ifndef C_TESTING_RUNTIME_H
#define C_TESTING_RUNTIME_H

#if defined(__cplusplus)
extern "C" {
#endif

/// An executor as the runtime passes it: an object, and how it is an executor. Both are null for the global executor, the latter
/// for a default actor.
typedef struct {
  void *_Nullable identity;
  const void *_Nullable implementation;
} ct_executor;

/// Takes the jobs of a thread. What is null is left to the runtime.
typedef struct {
  void *_Nonnull context;
  /// Takes a job that the runtime was about to give to the global executor.
  void (*_Nonnull enqueue)(void *_Nonnull job, void *_Nonnull context);
  /// A task was created, with a name or without; it may be waiting already for the default actor to which it is isolated.
  void (*_Nullable created)(void *_Nonnull task, const char *_Nullable name, int waitsForActor, void *_Nonnull context);
  /// The current task, which waited at the gate, is about to enqueue itself on a default actor.
  void (*_Nullable passes)(const void *_Nonnull actor, void *_Nonnull context);
  /// Where unstructured tasks run while they are on no actor.
  ct_executor tasks;
  /// The main actor's.
  ct_executor main;
  /// Where a task waits before it enqueues itself on a default actor, or on the main actor.
  ct_executor gate;
} ct_taker;

/// Sets who takes this thread's jobs, null for nobody, and returns who did before. The taker must live meanwhile.
const ct_taker *_Nullable ct_taker_exchange(const ct_taker *_Nullable taker);

/// Who takes this thread's jobs.
const ct_taker *_Nullable ct_taker_current(void);

/// What a job is.
typedef enum __attribute__((enum_extensibility(closed))) { ct_task, ct_actor, ct_resumption } ct_kind;

/// A task that goes on, an actor that runs what waits for it, or something that resumes a task, such as one that has yielded.
ct_kind ct_kind_of(const void *_Nonnull job);

/// The number of a task in its process; not reused.
unsigned long long ct_task_id(const void *_Nonnull task);

/// What of the runtime isn't as this library expects it.
typedef enum __attribute__((enum_extensibility(closed))) {
  /// Everything is.
  ct_as_expected,
  /// One of the two functions that this library replaces doesn't exist in the runtime.
  ct_lacks_function,
  /// A task's record doesn't have its kind, or its number, where this library reads them.
  ct_other_layout
} ct_difference;

/// Compares the runtime with what this library expects, and changes nothing: `task` is the record of any task, `number` what `ct_task_id`
/// returns for it.
ct_difference ct_runtime_difference(const void *_Nonnull task, unsigned long long number);

#if defined(__cplusplus)
}
#endif

#endif
