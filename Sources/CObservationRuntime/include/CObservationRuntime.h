// Declarations that Swift can't express: thread-local variables, and two questions to the Swift runtime.

#ifndef C_OBSERVATION_RUNTIME_H
#define C_OBSERVATION_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CObservationExploring.h"
#include "CObservationLock.h"

#if defined(__cplusplus)
extern "C" {
#endif

/// A running pass: its observation, its task, and the number of passes on the stack including this one.
typedef struct ob_pass {
  const void *_Nullable observation;
  const void *_Nullable task;
  int depth;
} ob_pass;

/// The innermost pass that this thread runs; zero outside passes.
extern OB_THREAD_LOCAL ob_pass ob_current_pass;

static inline ob_pass ob_pass_current(void) { return ob_current_pass; }

static inline void ob_pass_set(ob_pass pass) { ob_current_pass = pass; }

static inline void ob_pass_set_observation(const void *_Nullable observation) {
  ob_current_pass.observation = observation;
}

// Exported by libswift_Concurrency since its first release, and called by `withUnsafeCurrentTask`.
__attribute__((swiftcall)) const void *_Nullable swift_task_getCurrent(void);

/// The task that this thread runs; null outside tasks. Only for comparison.
static inline const void *_Nullable ob_current_task(void) { return swift_task_getCurrent(); }

/// The innermost change inside whose report this thread runs an immediate pass; null outside.
extern OB_THREAD_LOCAL const void *_Nullable ob_current_change;

static inline const void *_Nullable ob_change_current(void) { return ob_current_change; }

static inline void ob_change_set(const void *_Nullable change) { ob_current_change = change; }

/// The reads so far of this thread's innermost tracked pass; null outside tracked passes.
extern OB_THREAD_LOCAL void *_Nullable ob_current_reads;

static inline void *_Nullable ob_reads_current(void) { return ob_current_reads; }

static inline void *_Nullable ob_reads_exchange(void *_Nullable reads) {
  void *previous = ob_current_reads;
  ob_current_reads = reads;
  return previous;
}

/// Prefetches the memory at an address. Every address is allowed.
static inline void ob_prefetch(uintptr_t address) { __builtin_prefetch((const void *)address); }

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

/// All thread-local state that a read needs, at one address.
typedef struct ob_tracking {
  /// The address of the standard library's thread-local pointer on this thread. Until the address is known, this is the
  /// address of another pointer, which isn't null.
  void *_Nullable *_Nonnull slot;
  /// The list of the innermost tracked pass of this thread; null outside tracked passes.
  void *_Nullable own_list;
  ob_reading reading;
} ob_tracking;

extern OB_THREAD_LOCAL ob_tracking ob_current_tracking;
extern void *_Nullable ob_unknown_list;

static inline void *_Nullable ob_reading_current(void) { return ob_current_tracking.reading.reading; }

/// A new reading, which hasn't used a link yet; null for no reading.
static inline ob_reading ob_reading_new(void *_Nullable reading) {
  return (ob_reading){reading, (ob_link *)&ob_no_link};
}

static inline ob_reading ob_reading_exchange(ob_reading reading) {
  // Loaded one after the other: shortly after a store to one of the two, a load of both words at once would make the
  // processor wait.
  ob_reading previous = {
    __atomic_load_n(&ob_current_tracking.reading.reading, __ATOMIC_RELAXED),
    __atomic_load_n(&ob_current_tracking.reading.open_link, __ATOMIC_RELAXED),
  };
  ob_current_tracking.reading = reading;
  return previous;
}

/// Whether fewer properties of the open link have been read than in the previous reading.
static inline bool ob_open_link_is_narrow(void) {
  const ob_link *link = ob_current_tracking.reading.open_link;
  return link->seen != link->mask;
}

static inline void ob_open_link_set(ob_link *_Nonnull link) { ob_current_tracking.reading.open_link = link; }

static inline void ob_open_link_clear(void) { ob_open_link_set((ob_link *)&ob_no_link); }

/// The probe or mark of this thread's innermost tracking by public means; null outside.
extern OB_THREAD_LOCAL const void *_Nullable ob_current_probe;

static inline const void *_Nullable ob_probe_current(void) { return ob_current_probe; }

static inline const void *_Nullable ob_probe_exchange(const void *_Nullable probe) {
  const void *previous = ob_current_probe;
  ob_current_probe = probe;
  return previous;
}

/// The standard library's use of a cancellation probe's key path.
typedef struct ob_probe_answer {
  /// The library has stored the key path, so a tracking is active.
  bool isTracked;
  /// The library has compared the key path with the cancellation probe's mark.
  bool hasMark;
} ob_probe_answer;

/// The answer to this thread's last question.
extern OB_THREAD_LOCAL ob_probe_answer ob_last_probe_answer;

/// The object with which this thread asks whether a tracking is active: see `TrackingAsker`.
extern OB_THREAD_LOCAL void *_Nullable ob_current_asker;

static inline void *_Nullable ob_asker_current(void) { return ob_current_asker; }

/// Sets the asker of this thread. `release` releases the asker when the thread ends. The previous asker isn't released.
void ob_asker_set(void *_Nullable asker, void (*_Nonnull release)(void *_Nonnull asker));

static inline ob_probe_answer ob_probe_answer_get(void) { return ob_last_probe_answer; }

static inline void ob_probe_answer_set(ob_probe_answer answer) { ob_last_probe_answer = answer; }

/// The derived value that this thread computes; null outside computations.
extern OB_THREAD_LOCAL const void *_Nullable ob_current_computation;

static inline const void *_Nullable ob_computation_current(void) { return ob_current_computation; }

static inline void ob_computation_set(const void *_Nullable computation) { ob_current_computation = computation; }

/// An uncached computation of a derived value, for one reader alone, because another thread computes the value. The
/// number identifies the computation. The reading is the reader's; null if there is none.
typedef struct ob_own_computation {
  const void *_Nullable value;
  uintptr_t number;
  void *_Nullable reading;
  /// The list of the standard library's tracking around the computation.
  const void *_Nullable list;
} ob_own_computation;

extern OB_THREAD_LOCAL ob_own_computation ob_current_own_computation;

static inline ob_own_computation ob_own_computation_current(void) { return ob_current_own_computation; }

static inline void ob_own_computation_set(ob_own_computation computation) { ob_current_own_computation = computation; }

/// The innermost reading in which this thread computes derived values or runs lent passes; null outside.
extern OB_THREAD_LOCAL void *_Nullable ob_current_computing;

static inline void *_Nullable ob_computing_current(void) { return ob_current_computing; }

static inline void ob_computing_set(void *_Nullable reading) { ob_current_computing = reading; }

/// The check of an observer's derived values that this thread runs before a pass; null outside checks.
extern OB_THREAD_LOCAL void *_Nullable ob_current_check;

static inline void *_Nullable ob_check_current(void) { return ob_current_check; }

static inline void ob_check_set(void *_Nullable check) { ob_current_check = check; }

/// The derived values that this thread has claimed; null if there are none.
extern OB_THREAD_LOCAL void *_Nullable ob_current_claims;

static inline void *_Nullable ob_claims_current(void) { return ob_current_claims; }

static inline void ob_claims_set(void *_Nullable claims) { ob_current_claims = claims; }

/// The innermost read on this thread that updates a derived property; null outside such reads.
extern OB_THREAD_LOCAL void *_Nullable ob_current_recomputation;

static inline void *_Nullable ob_recomputation_current(void) { return ob_current_recomputation; }

static inline void ob_recomputation_set(void *_Nullable pull) { ob_current_recomputation = pull; }

/// This thread's innermost mutation of a model by hand; null outside mutations.
extern OB_THREAD_LOCAL const void *_Nullable ob_current_mutation;

static inline const void *_Nullable ob_mutation_current(void) { return ob_current_mutation; }

static inline void ob_mutation_set(const void *_Nullable mutation) { ob_current_mutation = mutation; }

/// How many in-place changes of observed properties have begun on a thread and not ended yet. Until a change has ended,
/// no other code may read its property. Another thread may end a change, if the property was passed to an asynchronous
/// function. So the memory is never freed, but reused by another thread.
typedef struct ob_change_count {
  int count;
  struct ob_change_count *_Nullable next;
} ob_change_count;

/// The count of this thread; null before the first change.
extern OB_THREAD_LOCAL ob_change_count *_Nullable ob_current_change_count;

/// Returns the count of this thread, new or reused.
ob_change_count *_Nonnull ob_change_count_make(void);

static inline bool ob_changes_in_place(void) {
  return ob_current_change_count && __atomic_load_n(&ob_current_change_count->count, __ATOMIC_RELAXED) > 0;
}

/// Returns the count with which the change has to be ended.
static inline ob_change_count *_Nonnull ob_change_in_place_begin(void) {
  ob_change_count *own = ob_current_change_count ? ob_current_change_count : ob_change_count_make();
  __atomic_fetch_add(&own->count, 1, __ATOMIC_RELAXED);
  return own;
}

static inline void ob_change_in_place_end(ob_change_count *_Nonnull begun) {
  __atomic_fetch_sub(&begun->count, 1, __ATOMIC_RELAXED);
}

/// The derived values that this thread still has to release; null unless a release is running.
extern OB_THREAD_LOCAL void *_Nullable ob_current_releases;

static inline void *_Nullable ob_releases_current(void) { return ob_current_releases; }

static inline void ob_releases_set(void *_Nullable remains) { ob_current_releases = remains; }

/// The first node in this thread's list of detached values without readers; 0 if the list is empty.
extern OB_THREAD_LOCAL uintptr_t ob_current_detached;

static inline uintptr_t ob_detached_current(void) { return ob_current_detached; }

static inline void ob_detached_set(uintptr_t detached) { ob_current_detached = detached; }

/// The `ReportQueue` for the code of this thread; null for the shared queue.
extern OB_THREAD_LOCAL const void *_Nullable ob_current_reports;

static inline const void *_Nullable ob_reports_current(void) { return ob_current_reports; }

static inline const void *_Nullable ob_reports_exchange(const void *_Nullable reports) {
  const void *previous = ob_current_reports;
  ob_current_reports = reports;
  return previous;
}

/// The explored run to which this thread's code belongs; null outside.
extern OB_THREAD_LOCAL const void *_Nullable ob_current_run;

static inline const void *_Nullable ob_run_current(void) { return ob_current_run; }

static inline const void *_Nullable ob_run_exchange(const void *_Nullable run) {
  const void *previous = ob_current_run;
  ob_current_run = run;
  return previous;
}

/// A link that a pass has used. If the pass reads the node again, it finds the link here without a lock.
typedef struct ob_known_link {
  uintptr_t pass;
  uintptr_t node;
  uintptr_t link;
} ob_known_link;

enum { ob_known_link_count = 64 };

/// The latest known links of this thread, by node: `ob_known_link_count` of them. Null until the thread first needs
/// them.
extern OB_THREAD_LOCAL ob_known_link *_Nullable ob_known_links;

/// Allocates the known links of this thread. They are freed at the end of the thread.
ob_known_link *_Nonnull ob_known_links_make(void);

static inline ob_known_link *_Nonnull ob_known_links_of_thread(void) {
  return ob_known_links ? ob_known_links : ob_known_links_make();
}

static inline ob_known_link *_Nonnull ob_known_link_of(uintptr_t node, ob_known_link *_Nonnull links) {
  // Nodes are at least 56 bytes apart, so few neighbours share an index.
  return &links[(node >> 6 ^ node >> 12) % ob_known_link_count];
}

enum { ob_pass_block = 1 << 16 };

/// Reserves `ob_pass_block` numbers for passes of this thread, and returns the number before the first of them.
uintptr_t ob_take_pass_block(void);

/// The latest pass number of this thread. Each number is higher than the previous one.
extern OB_THREAD_LOCAL uintptr_t ob_last_pass;

static inline uintptr_t ob_latest_pass(void) { return ob_last_pass; }

/// Whether two numbers belong to one block, and so to one thread.
static inline bool ob_are_passes_of_one_block(uintptr_t first, uintptr_t second) {
  return (first - 1) / ob_pass_block == (second - 1) / ob_pass_block;
}

/// Returns a number that no other pass has had, on any thread.
static inline uintptr_t ob_next_pass(void) {
  if (ob_last_pass % ob_pass_block == 0) ob_last_pass = ob_take_pass_block();
  return ++ob_last_pass;
}

/// How many uncached computations this thread has run because another thread computed the value.
extern OB_THREAD_LOCAL uintptr_t ob_own_computations;

static inline uintptr_t ob_own_computation_count(void) { return ob_own_computations; }

static inline void ob_count_own_computation(void) { ob_own_computations++; }

/// The transaction that this thread runs; null outside.
extern OB_THREAD_LOCAL void *_Nullable ob_current_transaction;

static inline void *_Nullable ob_transaction_current(void) { return ob_current_transaction; }

static inline void ob_transaction_set(void *_Nullable transaction) { ob_current_transaction = transaction; }

/// A number that no other living thread has.
static inline uintptr_t ob_thread_identity(void) { return (uintptr_t)&ob_current_pass; }

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

/// Whether this is the main thread, determined once per thread; negative before.
extern OB_THREAD_LOCAL int8_t ob_main_thread_answer;

bool ob_main_thread_find(void);

static inline bool ob_is_main_thread(void) {
  return ob_main_thread_answer < 0 ? ob_main_thread_find() : ob_main_thread_answer;
}

bool ob_is_in_main_queue(void);

/// Whether the current code, which is outside tasks, runs on the main actor's executor: on the main thread, or in a
/// block of Dispatch's main queue. A program with an asynchronous main function serves this queue on other threads.
static inline bool ob_is_main_actor_outside_tasks(void) { return ob_is_main_thread() || ob_is_in_main_queue(); }

/// Bytes in memory of other code; none if `size` is 0.
typedef struct {
  const uint8_t *_Nullable start;
  size_t size;
} ob_bytes;

/// Whether the standard library's observation code is linked statically, and so belongs to the compiler of this
/// program.
bool ob_observation_is_linked_statically(void);

/// The build ID of the only `libswiftObservation.so` in this process; none if several are loaded, or without a build
/// ID.
ob_bytes ob_observation_library_build_id(void);

/// Finds the build ID in the notes of an ELF segment.
ob_bytes ob_build_id_in_notes(ob_bytes notes, size_t alignment);

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
  void *_Nullable *_Nonnull slot = ob_current_tracking.slot;
  return slot == &ob_unknown_list ? ob_tracking_slot_find() : *slot;
}

/// Makes `list` the list for the tracked reads of this thread. Call only if `ob_tracking_slot_exists()`.
static inline void ob_tracking_slot_set(void *_Nullable list) {
  if (ob_current_tracking.slot == &ob_unknown_list) {
    ob_tracking_slot_find_and_set(list);
  } else {
    *ob_current_tracking.slot = list;
  }
}

static inline void *_Nullable ob_own_list_exchange(void *_Nullable list) {
  void *previous = ob_current_tracking.own_list;
  ob_current_tracking.own_list = list;
  return previous;
}

/// The list for the tracked reads of this thread, as far as this package knows; otherwise a value that is good for
/// comparisons only.
static inline void *_Nullable ob_current_list_mark(void) { return *ob_current_tracking.slot; }

/// Whether this package knows that no foreign tracker collects the reads of this thread.
static inline bool ob_list_is_own(void) { return ob_current_tracking.own_list == *ob_current_tracking.slot; }

// Pure: these functions change no memory that the compiler knows of, and free nothing. So the compiler needn't retain
// objects that are only read.

/// The list for the reads of this thread, as far as the thread-local pointer shows; null if nothing tracks these reads.
OB_PURE static inline const void *_Nullable ob_current_list(void) {
  // Once the pointer is relied on, each pass sets the pointer before its first read.
  return *ob_current_tracking.slot;
}

/// Whether a foreign tracker may collect the reads in the current list.
OB_PURE static inline bool ob_list_may_be_foreign(const void *_Nonnull list) {
  return list != ob_current_tracking.own_list;
}

/// Whether a write has to be reported even without interest in the property: in a transaction, or during the
/// computation of a derived value.
OB_PURE static inline bool ob_writes_are_special(void) {
  return ob_current_transaction != 0 || ob_current_computation != 0;
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

/// The open link of this thread.
OB_PURE static inline ob_link *_Nonnull ob_open_link(void) { return ob_current_tracking.reading.open_link; }

/// The address of a link's `seen`. Writes go to this address and not to a field of the link, because the thread
/// sanitizer takes a change of a part for a change of the beginning, which other threads read.
OB_PURE static inline uint64_t *_Nonnull ob_link_seen(ob_link *_Nonnull link) { return &link->seen; }

/// Whether the open link of this thread leads from the node whose address is in a registrar's word, and no foreign
/// tracker collects the reads in the current list.
OB_PURE static inline bool ob_is_of_open_link(const void *_Nonnull word, const void *_Nonnull list) {
  const ob_link *link = ob_open_link();
#if defined(OBSERVATION_BRIDGE_EXPLORE)
  if (link != &ob_no_link) ob_explore_access(&link->source, false);
#endif
  uintptr_t source = __atomic_load_n(&link->source, __ATOMIC_RELAXED);
  return source == ob_word_load(word) && list == ob_current_tracking.own_list;
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
