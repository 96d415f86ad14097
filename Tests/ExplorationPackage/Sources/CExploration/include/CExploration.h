// Real threads, only one of which runs at a time: at each point a chooser picks the next thread.

#ifndef C_EXPLORATION_H
#define C_EXPLORATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <CObservationRuntime.h>

#if defined(__cplusplus)
extern "C" {
#endif

enum { ce_thread_limit = 48, ce_step_limit = 20000, ce_access_limit = 200000, ce_locks_noted = 4 };

/// The effect of a step on an object.
enum {
  ce_reads,
  ce_changes,
  /// Has acquired a lock or an actor, and holds it from now on.
  ce_holds,
  /// Starts a thread. The thread's name is stored in place of the object's.
  ce_starts
};

typedef struct ce_access {
  /// Named by the thread that first touched it, and how many it had touched before.
  uint64_t object;
  /// The locks that are held; 0 for none. Those beyond the last place aren't noted, which only costs schedules.
  uint64_t locks[ce_locks_noted];
  uint8_t mode;
} ce_access;

/// The actions between two points.
typedef struct ce_step {
  /// The threads that were ready to run, a bit for each.
  uint64_t enabled;
  /// What has happened before: equal where each thread has done the same, in an order that makes no difference.
  uint64_t signature;
  /// The name of the thread that ran, equal in all schedules.
  uint64_t name;
  uint32_t first_access;
  uint32_t access_count;
  uint16_t thread;
  /// The previous thread.
  uint16_t previous;
} ce_step;

/// How a run ends.
enum {
  /// The process has ended by itself, by a crash.
  ce_crashed,
  ce_passed,
  /// The chooser has ended the run.
  ce_stopped,
  ce_violated,
  ce_deadlocked,
  /// More steps than there is room for.
  ce_endless,
  /// A thread waits for an event outside of the program.
  ce_stuck
};

/// Instructions for the chooser of a run.
typedef struct ce_plan {
  /// The threads that go on at the first choices; a negative number is left to the chooser.
  uint32_t forced_count;
  int8_t forced[ce_step_limit];
  /// How many preemptions are left after these; negative where no state counts as known.
  int32_t rest;
  /// For priorities: their seed, how long a run is, and how often they change. None where there are no changes.
  uint64_t seed;
  uint32_t length, changes;
  bool writes_text;
} ce_plan;

/// A run, in memory shared with the process that started the run.
typedef struct ce_run {
  ce_plan plan;
  int32_t outcome;
  uint32_t step_count;
  uint32_t access_count;
  uint32_t text_length;
  /// The signature of the state in which the chooser ended the run.
  uint64_t stopped_at;
  char message[1024];
  /// A description of a failure before the first run.
  char rehearsal[1024];
  ce_step steps[ce_step_limit];
  ce_access accesses[ce_access_limit];
  /// What the steps do, a line each, with where that is as ce_describe_places() takes it; only where that is asked for.
  char text[1 << 20];
} ce_run;

static inline const ce_step *_Nonnull ce_run_steps(const ce_run *_Nonnull run) { return run->steps; }
static inline const ce_access *_Nonnull ce_run_accesses(const ce_run *_Nonnull run) { return run->accesses; }
static inline const char *_Nonnull ce_run_text(const ce_run *_Nonnull run) { return run->text; }
static inline const char *_Nonnull ce_run_message(const ce_run *_Nonnull run) { return run->message; }

static inline const ce_plan *_Nonnull ce_run_plan(const ce_run *_Nonnull run) { return &run->plan; }
static inline int8_t *_Nonnull ce_run_forced(ce_run *_Nonnull run) { return run->plan.forced; }

/// Memory for a run; null if there is none.
ce_run *_Nullable ce_run_make(void);

/// Chooses the next thread; a negative number ends the run.
typedef int (*ce_chooser)(uint64_t enabled, int previous, uint64_t signature);

/// An executor as the runtime passes it.
typedef struct ob_serial_executor ce_executor;

/// Has the package, the runtime's hooks and its locks report to this program. Called once, on the main thread, alone.
void ce_prepare(ce_executor main_executor);

/// Starts a process that makes runs of `body`, each in a process of its own. It first runs `body` by itself, on one thread and in order: what
/// the runtime finds out once, such as conformances, it then knows in each run. It does nothing else, so that all runs begin alike.
void ce_begin(ce_run *_Nonnull run, ce_chooser _Nonnull chooser, void (*_Nonnull body)(void));

/// Makes a run, and waits for its end.
void ce_make_run(void);

/// Ends that process.
void ce_end(void);

/// Names the functions of the engine at addresses of this program, which the processes of its runs share: hexadecimal, a space before each.
void ce_describe_places(const char *_Nonnull places, char *_Nonnull text, size_t size);

/// Remembers that everything is known that can follow a state with so many preemptions, and returns with how many it is; -1 for none.
void ce_known_set(uint64_t signature, int32_t rest);
int32_t ce_known(uint64_t signature);

/// Starts a thread. It isn't chosen before ``ce_run_all``.
void ce_start(const char *_Nonnull name, void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context);

/// Takes a job for a thread of its own, or for the main thread.
void ce_enqueue(void *_Nonnull job);
void ce_enqueue_main(void *_Nonnull job);

/// Takes a job that is to run after a time, once nothing else is left to do.
void ce_enqueue_after(void *_Nonnull job, int64_t nanoseconds);

/// Runs everything until nothing is left to do.
void ce_run_all(void);

/// Runs what is left in some order, of which nothing is recorded.
void ce_settle(void);

/// A point: the current thread is about to let go of an object that others may hold weakly.
void ce_point_before_release(const void *_Nonnull object);

/// A point: the current thread is about to read or change an object.
void ce_point(const void *_Nonnull object, bool changes);

/// How many locks the current thread holds.
int ce_held_locks(void);

/// Ends the run.
void ce_fail(const char *_Nonnull message) __attribute__((noreturn));

/// Writes into the text of the run, if that is asked for.
void ce_note(const char *_Nonnull text);

/// Starts the program again, with hashing that is the same in every process and addresses that aren't random, if it hasn't been.
void ce_restart_deterministically(char *_Nullable *_Nonnull arguments);

#if defined(__cplusplus)
}
#endif

#endif
