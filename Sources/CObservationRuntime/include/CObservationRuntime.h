// What Swift cannot say: thread-local variables, and two questions to the Swift runtime.

#ifndef C_OBSERVATION_RUNTIME_H
#define C_OBSERVATION_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

/// A pass that runs: of which observation, in which task, and how many passes are on the stack with it.
typedef struct ob_pass {
  const void *_Nullable observation;
  const void *_Nullable task;
  int depth;
} ob_pass;

/// The innermost pass that this thread is running; zero outside passes.
extern _Thread_local ob_pass ob_current_pass;

static inline ob_pass ob_pass_current(void) { return ob_current_pass; }

static inline void ob_pass_set(ob_pass pass) { ob_current_pass = pass; }

/// The task that this thread is running; null outside tasks. Only to be compared.
const void *_Nullable ob_current_task(void);

/// The change inside whose report this thread runs an immediate pass, innermost first.
extern _Thread_local const void *_Nullable ob_current_change;

static inline const void *_Nullable ob_change_current(void) { return ob_current_change; }

static inline void ob_change_set(const void *_Nullable change) { ob_current_change = change; }

/// What the innermost tracked pass of this thread has read so far; null outside tracked passes.
extern _Thread_local void *_Nullable ob_current_reads;

static inline void *_Nullable ob_reads_current(void) { return ob_current_reads; }

static inline void *_Nullable ob_reads_exchange(void *_Nullable reads) {
  void *previous = ob_current_reads;
  ob_current_reads = reads;
  return previous;
}

/// A number that no other living thread has.
static inline uintptr_t ob_thread_identity(void) { return (uintptr_t)&ob_current_pass; }

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

/// Resumes an `UnsafeContinuation<Void, Never>`, given as its one word.
///
/// The standard library's `resume()` is inlined, and looks into the suspended task's memory on its way. The thread
/// sanitizer, which doesn't see how the runtime then hands over the task, takes that for a race with the resumed task.
void ob_continuation_resume(void *_Nonnull continuation);
#endif

/// The identity word of the serial executor that runs the current code; 0 where no executor is known.
/// On the main thread outside any task this is 0, too: ask `ob_is_main_actor_outside_tasks`.
uintptr_t ob_current_executor_identity(void);

bool ob_is_main_thread(void);

/// Whether code outside tasks runs where the main actor does: on the main thread, or in a block of Dispatch's main queue,
/// which a program whose main function is asynchronous serves on other threads.
bool ob_is_main_actor_outside_tasks(void);

/// Bytes of somebody else's; none where `size` is 0.
typedef struct {
  const uint8_t *_Nullable start;
  size_t size;
} ob_bytes;

/// Whether the standard library's observation code is linked statically, and so belongs to the compiler that was used.
bool ob_observation_is_linked_statically(void);

/// The build ID of the one `libswiftObservation.so` that this process has loaded; none if there are more, or it has none.
ob_bytes ob_observation_library_build_id(void);

/// The build ID among the notes of an ELF segment.
ob_bytes ob_build_id_in_notes(ob_bytes notes, size_t alignment);

/// Whether `OBSERVATION_BRIDGE_TRUST_LIBRARY` is 1.
bool ob_observation_library_is_trusted(void);

/// An address on the stack, above which are the frames of whoever called.
static inline uintptr_t ob_frame_address(void) { return (uintptr_t)__builtin_frame_address(0); }

/// Whether the standard library's thread-local pointer to the list of tracked reads can be reached. Doesn't touch it.
bool ob_tracking_slot_exists(void);

/// The list that tracked reads of this thread go to; null outside tracking. Call only where `ob_tracking_slot_exists()`.
void *_Nullable ob_tracking_slot_get(void);

/// Sends the tracked reads of this thread to `list`. Call only where `ob_tracking_slot_exists()`.
void ob_tracking_slot_set(void *_Nullable list);

/// Writes a line to standard error.
void ob_write_error_line(const char *_Nonnull line);

#if defined(__cplusplus)
}
#endif

#endif
