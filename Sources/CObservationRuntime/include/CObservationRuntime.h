// Declarations that Swift can't express: the state of a thread, and two questions to the Swift runtime.

#ifndef C_OBSERVATION_RUNTIME_H
#define C_OBSERVATION_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CObservationLock.h"

#if defined(__cplusplus)
extern "C" {
#endif

// Addresses that are only compared are numbers, so that Swift knows their use to be safe; 0 stands for none.

/// A running pass: its observation, its task, and the number of passes on the stack including this one.
typedef struct ob_pass {
  uintptr_t observation;
  uintptr_t task;
  int depth;
} ob_pass;

/// The beginning of a `GraphLink`.
typedef struct ob_link {
  /// The address of the source; `ob_no_node` after the deallocation of the model, or once the link has been unlinked.
  uintptr_t source;
  /// The properties on which the reader depends.
  uint64_t mask;
  /// The properties that the current reading has read.
  uint64_t seen;
} ob_link;

/// Neither the address of a node, which is even, nor 0, which a registrar's word has until its node is created.
enum { ob_no_node = 1 };

/// Takes the place of a missing link: it leads from no node, and is never written to.
extern const ob_link ob_no_link;

/// The reading of registrar models by the innermost pass of this thread.
typedef struct ob_reading {
  /// Null outside passes, and if reads make no dependencies.
  void *_Nullable reading;
  /// The latest link of the reading, if it leads from a model and the previous pass used it, too; `ob_no_link`
  /// otherwise. The link's `seen` belongs to this thread during the reading.
  ob_link *_Nonnull open_link;
} ob_reading;

/// The standard library's use of a cancellation probe's key path.
typedef struct ob_probe_answer {
  /// The thread is asking.
  bool isAsked;
  /// The library has stored the key path, so a tracking is active.
  bool isTracked;
  /// The library has compared the key path with the cancellation probe's mark.
  bool hasMark;
} ob_probe_answer;

/// An uncached computation of a derived value, for one reader alone, because another thread computes the value. The
/// number identifies the computation. The reading is the reader's.
typedef struct ob_own_computation {
  uintptr_t value;
  uintptr_t number;
  uintptr_t reading;
  /// The list of the standard library's tracking around the computation.
  uintptr_t list;
} ob_own_computation;

/// How many in-place changes of observed properties have begun on a thread and not ended yet. Until a change has ended,
/// no other code may read its property. Another thread may end a change, if the property was passed to an asynchronous
/// function. So the memory is never freed, but reused by another thread.
typedef struct ob_change_count {
  int count;
  struct ob_change_count *_Nullable next;
} ob_change_count;

/// A link that a pass has used. If the pass reads the node again, it finds the link here without a lock.
typedef struct ob_known_link {
  uintptr_t pass;
  uintptr_t node;
  uintptr_t link;
} ob_known_link;

/// The pointers of a thread: each leads to a value on the thread's stack, or to an object, while a closure runs. See
/// `ThreadPointer`.
typedef enum ob_pointer {
  /// The innermost change inside whose report an immediate pass runs; null outside.
  ob_current_change,
  /// The transaction; null outside.
  ob_current_transaction,
  /// The innermost mutation of a model by hand; null outside mutations.
  ob_current_mutation,
  /// The reads so far of the innermost tracked pass; null outside tracked passes.
  ob_current_reads,
  /// The derived value whose computation runs; null outside computations.
  ob_current_computation,
  /// The innermost reading in which derived values are computed or lent passes run; null outside.
  ob_current_computing,
  /// The check of an observer's derived values before a pass; null outside checks.
  ob_current_check,
  /// The derived values that the thread has claimed; null if there are none.
  ob_current_claims,
  /// The innermost read that updates a derived property; null outside such reads.
  ob_current_recomputation,
  /// The derived values that are still to be released; null unless a release is running.
  ob_current_releases,
  /// The `ReportQueue` of the current code; null for the shared queue.
  ob_current_reports,
  /// The explored run to which the code belongs; null outside.
  ob_current_run,
  ob_pointer_count,
} ob_pointer;

/// The part of a thread's state without pointers.
typedef struct ob_context {
  /// The list of the innermost tracked pass; 0 outside tracked passes.
  uintptr_t own_list;
  /// The innermost pass; zero outside passes.
  ob_pass pass;

  /// The probe or mark of the innermost tracking by public means; 0 outside.
  uintptr_t probe;
  /// The probe whose registrations the thread ends by a change; 0 if it ends none.
  uintptr_t ending_probe;
  /// The answer to the last question to a probe.
  ob_probe_answer probe_answer;

  ob_own_computation own_computation;
  /// How many uncached computations have run because another thread computed the value.
  uintptr_t own_computation_count;
  /// The first node in the list of detached values without readers; 0 if the list is empty.
  uintptr_t detached;
  /// The latest pass number. Each number is higher than the previous one.
  uintptr_t last_pass;

  /// Whether this is the main thread, determined once; negative before.
  int8_t main_thread_answer;
  /// How many locks the thread holds: of the graph, and of other state. Counted in testing builds only: see `LockOrder`.
  uint8_t graph_lock_count;
  uint8_t state_lock_count;
} ob_context;

/// What a thread runs: all thread-local state of this package.
typedef struct ob_thread {
  // The first two, and the beginning of the context, are all that a read needs.

  /// The address of the standard library's thread-local pointer on this thread. Until the address is known, this is the
  /// address of another pointer, which isn't null.
  void *_Nullable *_Nonnull slot;
  ob_reading reading;
  ob_context context;
  void *_Nullable pointers[ob_pointer_count];
  /// The count of changes in place; null before the first change.
  ob_change_count *_Nullable change_count;
  /// The object with which the thread asks whether a tracking is active: see `TrackingAsker`.
  void *_Nullable asker;
  /// The latest known links, by node: `ob_known_link_count` of them. Null until the thread first needs them.
  ob_known_link *_Nullable known_links;
} ob_thread;

extern OB_THREAD_LOCAL ob_thread ob_state_of_thread;

static inline ob_thread *_Nonnull ob_this_thread(void) { return &ob_state_of_thread; }

static inline void *_Nullable *_Nonnull ob_thread_pointer(ob_pointer pointer) {
  return &ob_state_of_thread.pointers[pointer];
}

/// A number that no other living thread has.
static inline uintptr_t ob_thread_identity(void) { return (uintptr_t)ob_this_thread(); }

// Exported by libswift_Concurrency since its first release, and called by `withUnsafeCurrentTask`.
__attribute__((swiftcall)) const void *_Nullable swift_task_getCurrent(void);

/// The task that this thread runs; 0 outside tasks.
static inline uintptr_t ob_current_task(void) { return (uintptr_t)swift_task_getCurrent(); }

/// Prefetches the memory at an address. Every address is allowed.
static inline void ob_prefetch(uintptr_t address) { __builtin_prefetch((const void *)address); }

// MARK: Readings

extern void *_Nullable ob_unknown_list;

/// A new reading, which hasn't used a link yet; null for no reading.
static inline ob_reading ob_reading_new(void *_Nullable reading) {
  return (ob_reading){reading, (ob_link *)&ob_no_link};
}

static inline ob_reading ob_reading_exchange(ob_reading reading) {
  // Loaded one after the other: shortly after a store to one of the two, a load of both words at once would make the
  // processor wait.
  ob_reading previous = {
    __atomic_load_n(&ob_state_of_thread.reading.reading, __ATOMIC_RELAXED),
    __atomic_load_n(&ob_state_of_thread.reading.open_link, __ATOMIC_RELAXED),
  };
  ob_state_of_thread.reading = reading;
  return previous;
}

/// Whether fewer properties of the open link have been read than in the previous reading.
static inline bool ob_open_link_is_narrow(void) {
  const ob_link *link = ob_state_of_thread.reading.open_link;
  return link->seen != link->mask;
}

static inline void ob_open_link_set(ob_link *_Nonnull link) { ob_state_of_thread.reading.open_link = link; }

static inline void ob_open_link_clear(void) { ob_open_link_set((ob_link *)&ob_no_link); }

enum { ob_known_link_count = 64 };

/// Allocates the known links of this thread. They are freed at the end of the thread.
ob_known_link *_Nonnull ob_known_links_make(void);

static inline ob_known_link *_Nonnull ob_known_links_of_thread(void) {
  ob_known_link *known = ob_state_of_thread.known_links;
  return known ? known : ob_known_links_make();
}

static inline ob_known_link *_Nonnull ob_known_link_of(uintptr_t node, ob_known_link *_Nonnull links) {
  // Nodes are at least 56 bytes apart, so few neighbours share an index.
  return &links[(node >> 6 ^ node >> 12) % ob_known_link_count];
}

enum { ob_pass_block = 1 << 16 };

/// Reserves `ob_pass_block` numbers for passes of this thread, and returns the number before the first of them.
uintptr_t ob_take_pass_block(void);

/// Whether two numbers belong to one block, and so to one thread.
static inline bool ob_are_passes_of_one_block(uintptr_t first, uintptr_t second) {
  return (first - 1) / ob_pass_block == (second - 1) / ob_pass_block;
}

/// Returns a number that no other pass has had, on any thread.
static inline uintptr_t ob_next_pass(void) {
  uintptr_t last = ob_state_of_thread.context.last_pass;
  if (last % ob_pass_block == 0) last = ob_take_pass_block();
  return ob_state_of_thread.context.last_pass = last + 1;
}

// MARK: Changes in place

/// Returns the count of this thread, new or reused.
ob_change_count *_Nonnull ob_change_count_make(void);

static inline bool ob_changes_in_place(void) {
  const ob_change_count *own = ob_state_of_thread.change_count;
  return own && __atomic_load_n(&own->count, __ATOMIC_RELAXED) > 0;
}

/// Returns the count with which the change has to be ended.
static inline ob_change_count *_Nonnull ob_change_in_place_begin(void) {
  ob_change_count *own = ob_state_of_thread.change_count;
  if (!own) own = ob_change_count_make();
  __atomic_fetch_add(&own->count, 1, __ATOMIC_RELAXED);
  return own;
}

static inline void ob_change_in_place_end(ob_change_count *_Nonnull begun) {
  __atomic_fetch_sub(&begun->count, 1, __ATOMIC_RELAXED);
}

// MARK: The standard library's tracking

/// Sets the asker of this thread. `release` releases the asker when the thread ends. The previous asker isn't released.
void ob_asker_set(void *_Nullable asker, void (*_Nonnull release)(void *_Nonnull asker));

#if defined(OBSERVATION_BRIDGE_TESTING) && defined(__linux__)
/// Resumes an `UnsafeContinuation<Void, Never>`, given as its one word.
///
/// The standard library's `resume()` is inlined, and reads the suspended task's memory. The thread sanitizer doesn't
/// see how the runtime hands over the task, so it reports a race between this read and the resumed task.
void ob_continuation_resume(void *_Nonnull continuation);
#endif

/// The Swift runtime's reference to a serial executor (SerialExecutorRef): two words, of which the first identifies the
/// executor.
struct ob_serial_executor {
  uintptr_t identity;
  uintptr_t implementation;
};

// Exported by libswift_Concurrency since its first release. Unlike `swift_task_isCurrentExecutor`, this function never
// traps.
__attribute__((swiftcall)) struct ob_serial_executor swift_task_getCurrentExecutor(void);

/// The identity word of the serial executor that runs the current code; 0 if no executor is known.
/// On the main thread outside tasks the result is 0, too: ask `ob_is_main_actor_outside_tasks`.
static inline uintptr_t ob_current_executor_identity(void) { return swift_task_getCurrentExecutor().identity; }

bool ob_main_thread_find(void);

static inline bool ob_is_main_thread(void) {
  int8_t answer = ob_state_of_thread.context.main_thread_answer;
  return answer < 0 ? ob_main_thread_find() : answer;
}

bool ob_is_in_main_queue(void);

/// Whether the current code, which is outside tasks, runs on the main actor's executor: on the main thread, or in a
/// block of Dispatch's main queue. A program with an asynchronous main function serves this queue on other threads.
static inline bool ob_is_main_actor_outside_tasks(void) { return ob_is_main_thread() || ob_is_in_main_queue(); }

/// A segment of notes in a loaded ELF file; none if `size` is 0.
typedef struct {
  const uint8_t *_Nullable start;
  size_t size;
  size_t alignment;
} ob_notes;

/// Whether the standard library's observation code is linked statically, and so belongs to the compiler of this
/// program.
bool ob_observation_is_linked_statically(void);

/// The notes of the only `libswiftObservation.so` in this process, segment by segment; none if several are loaded.
ob_notes ob_observation_library_notes(int index);

/// Whether `OBSERVATION_BRIDGE_TRUST_LIBRARY` is 1.
bool ob_observation_library_is_trusted(void);

/// An address on the stack. The frames of the callers are above this address.
static inline uintptr_t ob_frame_address(void) { return (uintptr_t)__builtin_frame_address(0); }

/// Whether the standard library's thread-local pointer to the list of tracked reads can be reached. Doesn't touch the
/// pointer.
bool ob_tracking_slot_exists(void);

void *_Nullable ob_tracking_slot_find(void);
void ob_tracking_slot_find_and_set(void *_Nullable list);

/// The list for the tracked reads of this thread; null outside tracking. Call only if `ob_tracking_slot_exists()`.
static inline void *_Nullable ob_tracking_slot_get(void) {
  void *_Nullable *_Nonnull slot = ob_state_of_thread.slot;
  return slot == &ob_unknown_list ? ob_tracking_slot_find() : *slot;
}

/// Makes `list` the list for the tracked reads of this thread. Call only if `ob_tracking_slot_exists()`.
static inline void ob_tracking_slot_set(void *_Nullable list) {
  if (ob_state_of_thread.slot == &ob_unknown_list) {
    ob_tracking_slot_find_and_set(list);
  } else {
    *ob_state_of_thread.slot = list;
  }
}

// Pure: these functions change no memory that the compiler knows of, and free nothing. So the compiler needn't retain
// objects that are only read.

/// The list for the reads of this thread, as far as the thread-local pointer shows; 0 if nothing tracks these reads.
OB_PURE static inline uintptr_t ob_current_list(void) {
  // Once the pointer is relied on, each pass sets the pointer before its first read.
  return (uintptr_t)*ob_state_of_thread.slot;
}

/// Whether a foreign tracker may collect the reads of this thread.
OB_PURE static inline bool ob_may_have_foreign_list(void) {
  uintptr_t list = ob_current_list();
  return list && list != ob_state_of_thread.context.own_list;
}

/// Whether a write has to be reported even without interest in the property: in a transaction, or during the
/// computation of a derived value.
OB_PURE static inline bool ob_writes_are_special(void) {
  return ob_state_of_thread.pointers[ob_current_transaction] || ob_state_of_thread.pointers[ob_current_computation];
}

/// The node's address in the only word of a registrar.
OB_PURE static inline uintptr_t ob_word_load(const void *_Nonnull word) {
#if defined(OBSERVATION_BRIDGE_EXPLORE)
  ob_explore_access(word, false);
#endif
  return __atomic_load_n((const uintptr_t *)word, __ATOMIC_ACQUIRE);
}

/// The interest in the node at an address.
OB_PURE static inline uint64_t ob_node_interest(uintptr_t address) {
#if defined(OBSERVATION_BRIDGE_EXPLORE)
  ob_explore_access((const void *)address, false);
#endif
  // The interest is the first word of a node, and nodes are never freed.
  return __atomic_load_n((const uint64_t *)address, __ATOMIC_SEQ_CST);
}

OB_PURE static inline ob_link *_Nonnull ob_open_link(void) { return ob_state_of_thread.reading.open_link; }

/// The address of a link's `seen`. Writes go to this address and not to a field of the link, because the thread
/// sanitizer takes a change of a part for a change of the beginning, which other threads read.
OB_PURE static inline uint64_t *_Nonnull ob_link_seen(ob_link *_Nonnull link) { return &link->seen; }

/// Whether the open link of this thread leads from the node whose address is in a registrar's word, and no foreign
/// tracker collects the reads in the current list.
OB_PURE static inline bool ob_is_of_open_link(const void *_Nonnull word) {
  const ob_link *link = ob_open_link();
#if defined(OBSERVATION_BRIDGE_EXPLORE)
  if (link != &ob_no_link) ob_explore_access(&link->source, false);
#endif
  uintptr_t source = __atomic_load_n(&link->source, __ATOMIC_RELAXED);
  return source == ob_word_load(word) && ob_current_list() == ob_state_of_thread.context.own_list;
}

/// Makes all questions about tracking rely on the thread-local pointer. Call only after the pointer was found to work.
void ob_rely_on_tracking_slot(void);

extern bool ob_slot_is_reliable;

static inline bool ob_tracking_slot_is_relied_on(void) {
  return __atomic_load_n(&ob_slot_is_reliable, __ATOMIC_ACQUIRE);
}

/// Writes a line to standard error.
void ob_write_error_line(const char *_Nonnull line);

#if defined(__cplusplus)
}
#endif

#endif
