// What Swift cannot say: thread-local variables, and two questions to the Swift runtime.

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

/// A pass that runs: of which observation, in which task, and how many passes are on the stack with it.
typedef struct ob_pass {
  const void *_Nullable observation;
  const void *_Nullable task;
  int depth;
} ob_pass;

/// The innermost pass that this thread is running; zero outside passes.
extern OB_THREAD_LOCAL ob_pass ob_current_pass;

static inline ob_pass ob_pass_current(void) { return ob_current_pass; }

static inline void ob_pass_set(ob_pass pass) { ob_current_pass = pass; }

static inline void ob_pass_set_observation(const void *_Nullable observation) {
  ob_current_pass.observation = observation;
}

// Exported by libswift_Concurrency since its first release; what `withUnsafeCurrentTask` asks.
__attribute__((swiftcall)) const void *_Nullable swift_task_getCurrent(void);

/// The task that this thread is running; null outside tasks. Only to be compared.
static inline const void *_Nullable ob_current_task(void) { return swift_task_getCurrent(); }

/// The change inside whose report this thread runs an immediate pass, innermost first.
extern OB_THREAD_LOCAL const void *_Nullable ob_current_change;

static inline const void *_Nullable ob_change_current(void) { return ob_current_change; }

static inline void ob_change_set(const void *_Nullable change) { ob_current_change = change; }

/// What the innermost tracked pass of this thread has read so far; null outside tracked passes.
extern OB_THREAD_LOCAL void *_Nullable ob_current_reads;

static inline void *_Nullable ob_reads_current(void) { return ob_current_reads; }

static inline void *_Nullable ob_reads_exchange(void *_Nullable reads) {
  void *previous = ob_current_reads;
  ob_current_reads = reads;
  return previous;
}

/// What is at an address will be looked at soon. Any address will do.
static inline void ob_prefetch(uintptr_t address) { __builtin_prefetch((const void *)address); }

/// The beginning of a link: who reads what.
typedef struct ob_link {
  /// The node that is read; `ob_no_node` once it is gone, or the link has been unlinked.
  uintptr_t source;
  /// The properties that make a difference to the reader.
  uint64_t mask;
  /// Those which the reading that is under way has read.
  uint64_t seen;
} ob_link;

/// No node's address, which is even, nor 0, which a registrar's word holds before there is a node.
enum { ob_no_node = 1 };

/// Stands where there is no link: leads from no node, and is never written to.
extern const ob_link ob_no_link;

/// What the innermost pass of this thread reads of models of our own.
typedef struct ob_reading {
  /// Null outside passes, and where reading makes no dependency.
  void *_Nullable reading;
  /// The link that has been come by last, if it leads from a model, and the pass before has come by it, too; else `ob_no_link`. Its `seen`
  /// belongs to this thread while it reads.
  ob_link *_Nonnull open_link;
} ob_reading;

/// All that a read needs to know of its thread, reached by one address.
typedef struct ob_tracking {
  /// Where the standard library's thread-local pointer stands for this thread, once that is known; until then, something that isn't null.
  void *_Nullable *_Nonnull slot;
  /// The list of the innermost tracked pass of this thread; null outside tracked passes.
  void *_Nullable own_list;
  ob_reading reading;
} ob_tracking;

extern OB_THREAD_LOCAL ob_tracking ob_current_tracking;
extern void *_Nullable ob_unknown_list;

static inline void *_Nullable ob_reading_current(void) { return ob_current_tracking.reading.reading; }

/// A reading that has yet to come by a link; null for none.
static inline ob_reading ob_reading_new(void *_Nullable reading) {
  return (ob_reading){reading, (ob_link *)&ob_no_link};
}

static inline ob_reading ob_reading_exchange(ob_reading reading) {
  // One after the other: the processor would wait to load both at once of which one has just been stored.
  ob_reading previous = {
    __atomic_load_n(&ob_current_tracking.reading.reading, __ATOMIC_RELAXED),
    __atomic_load_n(&ob_current_tracking.reading.open_link, __ATOMIC_RELAXED),
  };
  ob_current_tracking.reading = reading;
  return previous;
}

/// Whether less has been read of the open link than the last time.
static inline bool ob_open_link_is_narrow(void) {
  const ob_link *link = ob_current_tracking.reading.open_link;
  return link->seen != link->mask;
}

static inline void ob_open_link_set(ob_link *_Nonnull link) { ob_current_tracking.reading.open_link = link; }

static inline void ob_open_link_clear(void) { ob_open_link_set((ob_link *)&ob_no_link); }

/// What marks the innermost tracking of this thread by public means; null outside.
extern OB_THREAD_LOCAL const void *_Nullable ob_current_probe;

static inline const void *_Nullable ob_probe_current(void) { return ob_current_probe; }

static inline const void *_Nullable ob_probe_exchange(const void *_Nullable probe) {
  const void *previous = ob_current_probe;
  ob_current_probe = probe;
  return previous;
}

/// What the standard library has done with a cancellation probe's key path.
typedef struct ob_probe_answer {
  /// It has been noted, so something is being tracked.
  bool isTracked;
  /// It has been compared with the cancellation probe's mark.
  bool hasMark;
} ob_probe_answer;

/// The answer to the last question of this thread.
extern OB_THREAD_LOCAL ob_probe_answer ob_last_probe_answer;

/// The object by which this thread asks whether anything is tracked on it.
extern OB_THREAD_LOCAL void *_Nullable ob_current_asker;

static inline void *_Nullable ob_asker_current(void) { return ob_current_asker; }

/// Sets the object by which this thread asks, and which `release` releases when the thread ends. The one before isn't released.
void ob_asker_set(void *_Nullable asker, void (*_Nonnull release)(void *_Nonnull asker));

static inline ob_probe_answer ob_probe_answer_get(void) { return ob_last_probe_answer; }

static inline void ob_probe_answer_set(ob_probe_answer answer) { ob_last_probe_answer = answer; }

/// The derived value that this thread computes; null outside.
extern OB_THREAD_LOCAL const void *_Nullable ob_current_computation;

static inline const void *_Nullable ob_computation_current(void) { return ob_current_computation; }

static inline void ob_computation_set(const void *_Nullable computation) { ob_current_computation = computation; }

/// A derived value that this thread computes for a reader alone, since another thread is at it; the number of that computation, and the reading
/// for which it is, if there is one.
typedef struct ob_own_computation {
  const void *_Nullable value;
  uintptr_t number;
  void *_Nullable reading;
  /// What the standard library's tracking around it lists.
  const void *_Nullable list;
} ob_own_computation;

extern OB_THREAD_LOCAL ob_own_computation ob_current_own_computation;

static inline ob_own_computation ob_own_computation_current(void) { return ob_current_own_computation; }

static inline void ob_own_computation_set(ob_own_computation computation) { ob_current_own_computation = computation; }

/// The innermost reading by which this thread computes derived values, or runs lent passes; null outside.
extern OB_THREAD_LOCAL void *_Nullable ob_current_computing;

static inline void *_Nullable ob_computing_current(void) { return ob_current_computing; }

static inline void ob_computing_set(void *_Nullable reading) { ob_current_computing = reading; }

/// The observer whose derived values this thread checks before a pass; null outside.
extern OB_THREAD_LOCAL void *_Nullable ob_current_check;

static inline void *_Nullable ob_check_current(void) { return ob_current_check; }

static inline void ob_check_set(void *_Nullable check) { ob_current_check = check; }

/// The derived values that this thread brings up to date; null where there are none.
extern OB_THREAD_LOCAL void *_Nullable ob_current_claims;

static inline void *_Nullable ob_claims_current(void) { return ob_current_claims; }

static inline void ob_claims_set(void *_Nullable claims) { ob_current_claims = claims; }

/// The innermost read by this thread that is to bring a derived property up to date; null outside.
extern OB_THREAD_LOCAL void *_Nullable ob_current_recomputation;

static inline void *_Nullable ob_recomputation_current(void) { return ob_current_recomputation; }

static inline void ob_recomputation_set(void *_Nullable pull) { ob_current_recomputation = pull; }

/// The innermost mutation of a model by hand that this thread is making; null outside.
extern OB_THREAD_LOCAL const void *_Nullable ob_current_mutation;

static inline const void *_Nullable ob_mutation_current(void) { return ob_current_mutation; }

static inline void ob_mutation_set(const void *_Nullable mutation) { ob_current_mutation = mutation; }

/// How many changes of observed properties in their place were begun on a thread, and aren't over: until then, nothing else may read such a
/// property. Another thread may end a change, where an asynchronous function was given the property. So the memory is never given back, but to
/// the next thread.
typedef struct ob_change_count {
  int count;
  struct ob_change_count *_Nullable next;
} ob_change_count;

/// That of this thread; null before the first change.
extern OB_THREAD_LOCAL ob_change_count *_Nullable ob_current_change_count;

/// One for this thread.
ob_change_count *_Nonnull ob_change_count_make(void);

static inline bool ob_changes_in_place(void) {
  return ob_current_change_count && __atomic_load_n(&ob_current_change_count->count, __ATOMIC_RELAXED) > 0;
}

/// Returns what the change has to be ended with.
static inline ob_change_count *_Nonnull ob_change_in_place_begin(void) {
  ob_change_count *own = ob_current_change_count ? ob_current_change_count : ob_change_count_make();
  __atomic_fetch_add(&own->count, 1, __ATOMIC_RELAXED);
  return own;
}

static inline void ob_change_in_place_end(ob_change_count *_Nonnull begun) {
  __atomic_fetch_sub(&begun->count, 1, __ATOMIC_RELAXED);
}

/// What this thread still has to release; null where it releases nothing.
extern OB_THREAD_LOCAL void *_Nullable ob_current_releases;

static inline void *_Nullable ob_releases_current(void) { return ob_current_releases; }

static inline void ob_releases_set(void *_Nullable remains) { ob_current_releases = remains; }

/// The first of the derived values that this thread has found to be of no more use; 0 for none.
extern OB_THREAD_LOCAL uintptr_t ob_current_detached;

static inline uintptr_t ob_detached_current(void) { return ob_current_detached; }

static inline void ob_detached_set(uintptr_t detached) { ob_current_detached = detached; }

/// What makes reports after pauses for the code of this thread; null where that is what makes all others.
extern OB_THREAD_LOCAL const void *_Nullable ob_current_reports;

static inline const void *_Nullable ob_reports_current(void) { return ob_current_reports; }

static inline const void *_Nullable ob_reports_exchange(const void *_Nullable reports) {
  const void *previous = ob_current_reports;
  ob_current_reports = reports;
  return previous;
}

/// The explored run whose code this thread runs; null outside.
extern OB_THREAD_LOCAL const void *_Nullable ob_current_run;

static inline const void *_Nullable ob_run_current(void) { return ob_current_run; }

static inline const void *_Nullable ob_run_exchange(const void *_Nullable run) {
  const void *previous = ob_current_run;
  ob_current_run = run;
  return previous;
}

/// Where a pass has registered with a node: found again without a lock if it reads the node once more.
typedef struct ob_known_link {
  uintptr_t pass;
  uintptr_t node;
  uintptr_t link;
} ob_known_link;

enum { ob_known_link_count = 64 };

/// The latest of this thread, by node: `ob_known_link_count` of them. Null until the thread first asks for them.
extern OB_THREAD_LOCAL ob_known_link *_Nullable ob_known_links;

/// Allocates those of this thread, until it ends.
ob_known_link *_Nonnull ob_known_links_make(void);

static inline ob_known_link *_Nonnull ob_known_links_of_thread(void) {
  return ob_known_links ? ob_known_links : ob_known_links_make();
}

static inline ob_known_link *_Nonnull ob_known_link_of(uintptr_t node, ob_known_link *_Nonnull links) {
  // Nodes are 56 bytes apart, at least: few that are next to each other have the same place.
  return &links[(node >> 6 ^ node >> 12) % ob_known_link_count];
}

enum { ob_pass_block = 1 << 16 };

/// So many numbers for passes of this thread; returns the one before the first of them.
uintptr_t ob_take_pass_block(void);

/// The latest number for a pass of this thread: each is higher than those before.
extern OB_THREAD_LOCAL uintptr_t ob_last_pass;

static inline uintptr_t ob_latest_pass(void) { return ob_last_pass; }

/// Whether two numbers are of one block: then both are of one thread.
static inline bool ob_are_passes_of_one_block(uintptr_t first, uintptr_t second) {
  return (first - 1) / ob_pass_block == (second - 1) / ob_pass_block;
}

/// A number that no other pass has had, on whatever thread.
static inline uintptr_t ob_next_pass(void) {
  if (ob_last_pass % ob_pass_block == 0) ob_last_pass = ob_take_pass_block();
  return ++ob_last_pass;
}

/// How many derived values this thread has computed for a reader alone, since another thread was at them.
extern OB_THREAD_LOCAL uintptr_t ob_own_computations;

static inline uintptr_t ob_own_computation_count(void) { return ob_own_computations; }

static inline void ob_count_own_computation(void) { ob_own_computations++; }

/// The transaction that this thread is in; null outside.
extern OB_THREAD_LOCAL void *_Nullable ob_current_transaction;

static inline void *_Nullable ob_transaction_current(void) { return ob_current_transaction; }

static inline void ob_transaction_set(void *_Nullable transaction) { ob_current_transaction = transaction; }

/// A number that no other living thread has.
static inline uintptr_t ob_thread_identity(void) { return (uintptr_t)&ob_current_pass; }

#if defined(OBSERVATION_BRIDGE_TESTING) && defined(__linux__)
/// Resumes an `UnsafeContinuation<Void, Never>`, given as its one word.
///
/// The standard library's `resume()` is inlined, and looks into the suspended task's memory on its way. The thread
/// sanitizer, which doesn't see how the runtime then hands over the task, takes that for a race with the resumed task.
void ob_continuation_resume(void *_Nonnull continuation);
#endif

/// The Swift runtime's reference to a serial executor (SerialExecutorRef): two words, the first names the executor.
struct ob_serial_executor {
  uintptr_t identity;
  uintptr_t implementation;
};

// Exported by libswift_Concurrency since its first release. Unlike `swift_task_isCurrentExecutor` it never traps.
__attribute__((swiftcall)) struct ob_serial_executor swift_task_getCurrentExecutor(void);

/// The identity word of the serial executor that runs the current code; 0 where no executor is known.
/// On the main thread outside any task this is 0, too: ask `ob_is_main_actor_outside_tasks`.
static inline uintptr_t ob_current_executor_identity(void) { return swift_task_getCurrentExecutor().identity; }

/// Whether this is the main thread; asked for once a thread. Negative until then.
extern OB_THREAD_LOCAL int8_t ob_main_thread_answer;

bool ob_main_thread_find(void);

static inline bool ob_is_main_thread(void) {
  return ob_main_thread_answer < 0 ? ob_main_thread_find() : ob_main_thread_answer;
}

bool ob_is_in_main_queue(void);

/// Whether code outside tasks runs where the main actor does: on the main thread, or in a block of Dispatch's main queue,
/// which a program whose main function is asynchronous serves on other threads.
static inline bool ob_is_main_actor_outside_tasks(void) { return ob_is_main_thread() || ob_is_in_main_queue(); }

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

void *_Nullable ob_tracking_slot_find(void);
void ob_tracking_slot_find_and_set(void *_Nullable list);

/// The list that tracked reads of this thread go to; null outside tracking. Call only where `ob_tracking_slot_exists()`.
static inline void *_Nullable ob_tracking_slot_get(void) {
  void *_Nullable *_Nonnull slot = ob_current_tracking.slot;
  return slot == &ob_unknown_list ? ob_tracking_slot_find() : *slot;
}

/// Sends the tracked reads of this thread to `list`. Call only where `ob_tracking_slot_exists()`.
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

/// Where tracked reads of this thread go, as far as this package knows: a value to compare with, where nothing more is known.
static inline void *_Nullable ob_current_list_mark(void) { return *ob_current_tracking.slot; }

/// Whether this package knows that nobody but itself tracks what this thread reads.
static inline bool ob_list_is_own(void) { return ob_current_tracking.own_list == *ob_current_tracking.slot; }

// Pure: nothing that the compiler knows is changed, and nothing freed. With that, objects that are only read needn't be retained.

/// Where what this thread reads is tracked, as far as the thread-local pointer tells; null where nobody tracks it.
OB_PURE static inline const void *_Nullable ob_current_list(void) {
  // Where that is relied on, a pass sets it before it reads anything, whatever it reads.
  return *ob_current_tracking.slot;
}

/// Whether anybody but this package may track what goes to the current list.
OB_PURE static inline bool ob_list_may_be_foreign(const void *_Nonnull list) {
  return list != ob_current_tracking.own_list;
}

/// Whether a write has to be announced for another reason than that somebody has asked to hear of it: a transaction, or a derived value
/// that is being computed.
OB_PURE static inline bool ob_writes_are_special(void) {
  return ob_current_transaction != 0 || ob_current_computation != 0;
}

/// The address that a registrar's one word holds.
OB_PURE static inline uintptr_t ob_word_load(const void *_Nonnull word) {
#if defined(OBSERVATION_BRIDGE_EXPLORE)
  ob_explore_access(word, false);
#endif
  return __atomic_load_n((const uintptr_t *)word, __ATOMIC_ACQUIRE);
}

/// What depends on the node at an address.
OB_PURE static inline uint64_t ob_node_interest(uintptr_t address) {
#if defined(OBSERVATION_BRIDGE_EXPLORE)
  ob_explore_access((const void *)address, false);
#endif
  // The first word of a node, which is never given back.
  return __atomic_load_n((const uint64_t *)address, __ATOMIC_SEQ_CST);
}

/// The open link of this thread.
OB_PURE static inline ob_link *_Nonnull ob_open_link(void) { return ob_current_tracking.reading.open_link; }

/// What has been read of a link: by itself, since the thread sanitizer takes a change of a part for one of the beginning, which others read.
OB_PURE static inline uint64_t *_Nonnull ob_link_seen(ob_link *_Nonnull link) { return &link->seen; }

/// Whether the open link of this thread leads from the node whose address a registrar's one word holds, and nobody else than this package
/// tracks what goes to the current list.
OB_PURE static inline bool ob_is_of_open_link(const void *_Nonnull word, const void *_Nonnull list) {
  const ob_link *link = ob_open_link();
#if defined(OBSERVATION_BRIDGE_EXPLORE)
  if (link != &ob_no_link) ob_explore_access(&link->source, false);
#endif
  uintptr_t source = __atomic_load_n(&link->source, __ATOMIC_RELAXED);
  return source == ob_word_load(word) && list == ob_current_tracking.own_list;
}

/// Has what is asked about tracking rely on the thread-local pointer. Call only where that has been found to work.
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
