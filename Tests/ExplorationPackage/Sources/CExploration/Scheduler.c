// The scheduler of one run, in a process of its own: nothing has to be undone here.

#define _GNU_SOURCE
#include "State.h"

#include <CObservationRuntime.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { object_limit = 1 << 15, queue_limit = 1024, nesting_limit = 16 };

/// What an explored run can wait for in a row: reports that come later, again and again.
enum { timer_limit = 64 };

struct thread {
  sem_t baton;
  /// Made of the name of the starting thread, and of the number of threads started by this thread before.
  uint64_t name;
  /// A hash of the thread's steps so far, and of all steps on which these depended.
  uint64_t history;
  uint32_t started_count, object_count;
  /// The lock for which the thread waits.
  const void *lock;
  const void *real_lock;
  bool is_over;
  /// The last actor of the thread.
  const void *actor;
  int uninterrupted;
  const void *held[nesting_limit];
  int held_count;
  /// How many of these it had at its last point.
  int noted_count;
  void (*body)(void *);
  void *context;
  void *job;
  char label[48];
};

/// The state of a word in memory, or of anything else with an address.
struct object {
  const void *address;
  uint64_t name;
  /// What its last change depended on, and what those who have read it since.
  uint64_t changed, read;
  /// For a lock: the thread that holds the lock.
  struct thread *holder;
};

static ce_run *run, *known_run;
static ce_chooser choose;
static bool writes_text, is_running, is_settling, is_rehearsing, has_own_time;
static struct thread threads[ce_thread_limit];
static int thread_count;
/// A hash of the steps of ended threads whose slots other threads now use.
static uint64_t finished;
static struct object objects[object_limit];
static int object_count;
static void *main_jobs[queue_limit];
static int main_first, main_last;
static struct timer {
  int64_t time;
  void *job;
  bool is_used;
} timers[queue_limit];
static int timers_fired, job_count;
static int64_t now = 1000000000000;
static int previous_thread;
static ce_executor main_executor;
// The main thread belongs to the main actor: either a job is running on the thread, or the thread waits for a job.
static bool main_has_job, is_over;

static _Thread_local struct thread *self;

static uint64_t mixed(uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

static uint64_t combined(uint64_t one, uint64_t other) { return mixed(one * 3 + mixed(other)); }

// MARK: Text

void ce_note(const char *text) {
  if (!writes_text || !run) return;
  size_t length = strlen(text);
  if (run->text_length + length + 2 > sizeof run->text) return;
  memcpy(run->text + run->text_length, text, length);
  run->text_length += length;
  run->text[run->text_length++] = '\n';
}

static void note(const char *format, ...) {
  if (!writes_text) return;
  char line[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  ce_note(line);
}

__attribute__((noreturn)) static void end(int32_t outcome, const char *message) {
  run->outcome = outcome;
  snprintf(run->message, sizeof run->message, "%s", message);
  _exit(0);
}

void ce_fail(const char *message) {
  if (!run) {
    if (known_run) snprintf(known_run->rehearsal, sizeof known_run->rehearsal, "%s", message);
    _exit(1);
  }
  end(ce_violated, message);
}

// MARK: Objects

static struct object *object_at(const void *address) {
  uint64_t place = mixed((uintptr_t)address) % object_limit;
  while (objects[place].address && objects[place].address != address) place = (place + 1) % object_limit;
  struct object *object = &objects[place];
  if (object->address) return object;
  if (++object_count > object_limit / 2) end(ce_endless, "The scenario uses too many objects.");
  object->address = address;
  object->name = combined(self->name, ++self->object_count);
  return object;
}

static void add_access(uint64_t object, uint8_t mode) {
  if (is_settling) return;
  if (run->access_count == ce_access_limit) end(ce_endless, "The scenario takes too many steps.");
  ce_access *access = &run->accesses[run->access_count++];
  *access = (ce_access){.object = object, .mode = mode};
  int first = self->held_count > ce_locks_noted ? self->held_count - ce_locks_noted : 0;
  for (int index = first; index < self->held_count; ++index)
    access->locks[index - first] = object_at(self->held[index])->name;
  if (run->step_count) run->steps[run->step_count - 1].access_count += 1;
}

static void record(struct object *object, uint8_t mode) {
  uint64_t before = combined(self->history, combined(object->name, mode));
  if (mode == ce_reads) {
    self->history = combined(before, object->changed);
    object->read += mixed(self->history);
  } else {
    self->history = combined(combined(before, object->changed), object->read);
    object->changed = self->history;
    object->read = 0;
  }
  add_access(object->name, mode);
}

// MARK: Choosing the next thread

static bool is_enabled(struct thread *thread) {
  if (thread->is_over || thread->real_lock) return false;
  if (thread == &threads[0] && !main_has_job) return main_first != main_last;
  return !thread->lock || !object_at(thread->lock)->holder;
}

static uint64_t enabled_threads(void) {
  uint64_t enabled = 0;
  for (int index = 0; index < thread_count; ++index)
    if (is_enabled(&threads[index])) enabled |= 1ull << index;
  return enabled;
}

static uint64_t signature_of_state(void) {
  uint64_t sum = finished;
  for (int index = 0; index < thread_count; ++index)
    sum += combined(threads[index].name, combined(threads[index].history, threads[index].is_over));
  return combined(sum, combined(threads[previous_thread].name, timers_fired));
}

static struct thread *start(uint64_t name, const char *label);

static bool fire_next_timer(void) {
  struct timer *next = 0;
  for (int index = 0; index < queue_limit; ++index)
    if (timers[index].is_used && (!next || timers[index].time < next->time)) next = &timers[index];
  if (!next) return false;
  if (++timers_fired > timer_limit) return false;
  next->is_used = false;
  if (next->time > now) now = next->time;
  char label[32];
  snprintf(label, sizeof label, "timer %d", timers_fired);
  start(combined(7, timers_fired), label)->job = next->job;
  return true;
}

static bool someone_waits(void) {
  for (int index = 0; index < thread_count; ++index)
    if (!threads[index].is_over && (threads[index].lock || threads[index].real_lock)) return true;
  return false;
}

static void describe_waiting(char *text, size_t size) {
  size_t length = 0;
  for (int index = 0; index < thread_count && length < size; ++index) {
    struct thread *thread = &threads[index];
    if (thread->is_over || !thread->lock) continue;
    struct thread *holder = object_at(thread->lock)->holder;
    length += snprintf(text + length, size - length, "%s waits for a lock that %s holds. ", thread->label,
                       holder ? holder->label : "nobody");
  }
}

/// The baton goes to whoever is chosen; null at the end.
static struct thread *next_thread(void) {
  uint64_t enabled = enabled_threads();
  while (!enabled) {
    if (someone_waits()) {
      char text[512] = "";
      describe_waiting(text, sizeof text);
      end(ce_deadlocked, text);
    }
    if (!fire_next_timer()) return 0;
    enabled = enabled_threads();
  }
  if (is_settling) return &threads[enabled >> previous_thread & 1 ? previous_thread : __builtin_ctzll(enabled)];
  if (run->step_count == ce_step_limit) end(ce_endless, "The scenario takes too many steps.");
  uint64_t signature = signature_of_state();
  int chosen = choose(enabled, previous_thread, signature);
  if (chosen < 0) {
    run->stopped_at = signature;
    end(ce_stopped, "");
  }
  if (chosen >= thread_count || !(enabled >> chosen & 1)) end(ce_stuck, "The schedule is of another scenario.");
  run->steps[run->step_count++] = (ce_step){
      .enabled = enabled,
      .signature = signature,
      .name = threads[chosen].name,
      .first_access = run->access_count,
      .thread = chosen,
      .previous = previous_thread,
  };
  previous_thread = chosen;
  return &threads[chosen];
}

static void wait_for_baton(void) {
  while (sem_wait(&self->baton) != 0) {}
}

static void add_holding(const void *address) {
  add_access(object_at(address)->name, ce_holds);
  if (is_settling || !run->access_count) return;
  // What is held doesn't keep others from asking for it.
  ce_access *access = &run->accesses[run->access_count - 1];
  for (int index = 0; index < ce_locks_noted; ++index)
    if (access->locks[index] == access->object) access->locks[index] = 0;
}

static void hand_over(void) {
  uintptr_t actor = swift_task_getCurrentExecutor().identity;
  bool is_on_new_actor = actor && self->actor != (const void *)actor;
  if (actor) self->actor = (const void *)actor;
  struct thread *next = next_thread();
  if (next != self) {
    if (!next) {
      is_over = true;
      next = &threads[0];
    }
    if (next == self) return;
    sem_post(&next->baton);
    wait_for_baton();
    if (is_over) return;
  }
  // From here on others may be held up.
  if (is_on_new_actor) add_holding(self->actor);
  while (self->noted_count < self->held_count) add_holding(self->held[self->noted_count++]);
}

bool is_scheduled(void) { return is_running && self; }

bool is_explored(void) { return is_scheduled() && !self->uninterrupted; }

void begin_uninterrupted(void) {
  if (self) self->uninterrupted += 1;
}

void end_uninterrupted(void) {
  if (self) self->uninterrupted -= 1;
}

static void describe_step(const char *what, struct object *object) {
  if (!writes_text) return;
  // Only addresses: names take memory, and which memory is free decides what comes first where the standard library sorts by address.
  uintptr_t places[40];
  uint32_t count = find_places(places, sizeof places / sizeof *places);
  char text[sizeof places / sizeof *places * 17 + 1] = "";
  for (uint32_t index = 0, length = 0; index < count; ++index) {
    length += (uint32_t)snprintf(text + length, sizeof text - length, " %" PRIxPTR, places[index]);
  }
  note("%d\t%s\t%s\t%04x\t%s", (int)run->step_count, self->label, what, (unsigned)(object->name & 0xffff), text);
}

void explored_access(const void *address, bool changes) {
  if (!self || !is_running) return;
  if (!self->uninterrupted) hand_over();
  struct object *object = object_at(address);
  record(object, changes ? ce_changes : ce_reads);
  if (!self->uninterrupted) describe_step(changes ? "changes" : "reads", object);
}

void ce_point(const void *object, bool changes) { explored_access(object, changes); }

void explored_lock(const void *address) {
  if (!self || !is_running) return;
  struct object *object = object_at(address);
  if (object->holder == self) ce_fail("A thread takes a lock that it holds.");
  self->lock = address;
  if (!self->uninterrupted || object->holder) hand_over();
  self->lock = 0;
  object->holder = self;
  record(object, ce_changes);
  if (self->held_count == nesting_limit) ce_fail("A thread holds too many locks.");
  self->held[self->held_count++] = address;
  if (!self->uninterrupted) describe_step("locks", object);
}

void explored_unlock(const void *address) {
  if (!self || !is_running) return;
  struct object *object = object_at(address);
  object->holder = 0;
  for (int index = self->held_count - 1; index >= 0; --index) {
    if (self->held[index] != address) continue;
    memmove(&self->held[index], &self->held[index + 1], (self->held_count - index - 1) * sizeof self->held[0]);
    self->held_count -= 1;
    if (self->noted_count > self->held_count) self->noted_count = self->held_count;
    break;
  }
  // The steps after the release depend on the steps before.
  self->history = combined(self->history, object->name);
  object->changed = self->history;
}

void wait_for_real_lock(const void *lock) {
  self->real_lock = lock;
  hand_over();
}

void real_lock_released(const void *lock) {
  if (!self || !is_running) return;
  for (int index = 0; index < thread_count; ++index)
    if (threads[index].real_lock == lock) threads[index].real_lock = 0;
}

int ce_held_locks(void) { return self ? self->held_count : 0; }

// Equal in all runs, so that no run depends on the speed of this machine.
bool explored_time(int64_t *nanoseconds) {
  if (!has_own_time) return false;
  *nanoseconds = now;
  return true;
}

// MARK: Threads

extern SWIFT void swift_job_run(void *job, ce_executor executor);

static void *thread_main(void *context) {
  self = context;
  wait_for_baton();
  if (self->job) {
    swift_job_run(self->job, (ce_executor){0, 0});
  } else {
    self->body(self->context);
  }
  if (self->held_count) ce_fail("A thread ends that holds a lock.");
  // It has given it up; who asks for it from now on gets it.
  if (self->actor) record(object_at(self->actor), ce_changes);
  self->is_over = true;
  struct thread *next = next_thread();
  if (!next) {
    is_over = true;
    next = &threads[0];
  }
  self = 0;
  sem_post(&next->baton);
  // What it would do at its end would happen at the same time as what others do.
  for (;;) pause();
}

static struct thread *start(uint64_t name, const char *label) {
  // The place of one that is over, except for the last one that ran: whoever runs next comes after it.
  struct thread *thread = 0;
  for (int index = 1; index < thread_count && !thread; ++index)
    if (threads[index].is_over && index != previous_thread) thread = &threads[index];
  if (thread) {
    finished += combined(thread->name, combined(thread->history, true));
    *thread = (struct thread){0};
  } else {
    if (thread_count == ce_thread_limit) end(ce_endless, "The scenario starts too many threads.");
    thread = &threads[thread_count++];
  }
  thread->name = thread->history = name;
  sem_init(&thread->baton, 0, 0);
  snprintf(thread->label, sizeof thread->label, "%s", label);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 1 << 20);
  pthread_t handle;
  if (pthread_create(&handle, &attributes, thread_main, thread)) end(ce_stuck, "There are no more threads.");
  return thread;
}

// What is started while the program rehearses.
static struct part {
  void *job;
  bool is_main;
  void (*body)(void *);
  void *context;
} parts[queue_limit];
static int first_part, last_part;

static void add_part(struct part part) {
  if (last_part - first_part == queue_limit) abort();
  parts[last_part++ % queue_limit] = part;
}

void ce_start(const char *name, void (*body)(void *), void *context) {
  if (is_rehearsing) return add_part((struct part){.body = body, .context = context});
  uint64_t hash = 1;
  for (const char *next = name; *next; ++next) hash = combined(hash, (unsigned char)*next);
  struct thread *thread = start(hash, name);
  thread->body = body;
  thread->context = context;
}

void ce_enqueue(void *job) {
  if (is_rehearsing) return add_part((struct part){.job = job});
  if (!self) ce_fail("A thread that isn't explored starts a task.");
  uint64_t name = combined(self->name, ++self->started_count);
  char label[32];
  snprintf(label, sizeof label, "job %d", ++job_count);
  start(name, label)->job = job;
  self->history = combined(self->history, 11);
  if (run->step_count) add_access(name, ce_starts);
}

void ce_enqueue_main(void *job) {
  if (is_rehearsing) return add_part((struct part){.job = job, .is_main = true});
  if (!self) ce_fail("A thread that isn't explored starts a task.");
  if (main_last - main_first == queue_limit) end(ce_endless, "The main actor has too many jobs.");
  explored_access(main_jobs, true);
  main_jobs[main_last++ % queue_limit] = job;
}

void ce_enqueue_after(void *job, int64_t nanoseconds) {
  if (is_rehearsing) return add_part((struct part){.job = job});
  explored_access(timers, true);
  for (int index = 0; index < queue_limit; ++index) {
    if (timers[index].is_used) continue;
    timers[index] = (struct timer){now + (nanoseconds > 0 ? nanoseconds : 0), job, true};
    return;
  }
  end(ce_endless, "Too many tasks sleep.");
}

static void run_all(void) {
  is_running = true;
  is_over = false;
  for (;;) {
    main_has_job = false;
    hand_over();
    if (is_over) break;
    main_has_job = true;
    record(object_at(main_jobs), ce_changes);
    void *job = main_jobs[main_first++ % queue_limit];
    swift_job_run(job, main_executor);
    if (self->held_count) ce_fail("A job ends that holds a lock.");
  }
  is_running = false;
}

static void rehearse_all(void) {
  while (first_part != last_part) {
    struct part part = parts[first_part++ % queue_limit];
    if (part.job) {
      swift_job_run(part.job, part.is_main ? main_executor : (ce_executor){0, 0});
    } else {
      part.body(part.context);
    }
  }
}

static void rehearse(void (*body)(void)) {
  is_rehearsing = true;
  body();
  is_rehearsing = false;
}

void ce_run_all(void) {
  if (is_rehearsing) return rehearse_all();
  run_all();
}

void ce_settle(void) {
  if (is_rehearsing) return rehearse_all();
  is_settling = true;
  run_all();
}

// MARK: Processes

ce_run *ce_run_make(void) {
  void *memory = mmap(0, sizeof(ce_run), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? 0 : memory;
}

static void use_one_processor(void) {
  cpu_set_t processors;
  CPU_ZERO(&processors);
  CPU_SET(sched_getcpu(), &processors);
  sched_setaffinity(0, sizeof processors, &processors);
}

void ce_prepare(ce_executor executor) {
  static const ob_explorer explorer = {explored_access, explored_lock, explored_unlock};
  main_executor = executor;
  ob_current_explorer = &explorer;
  take_jobs();
  find_observation_library();
}

static struct known {
  uint64_t signature;
  int64_t rest;
} *known;
enum { known_limit = 1 << 23 };
static int known_count;

static struct known *known_at(uint64_t signature) {
  uint64_t place = mixed(signature) % known_limit;
  while (known[place].signature && known[place].signature != signature) place = (place + 1) % known_limit;
  return &known[place];
}

void ce_known_set(uint64_t signature, int32_t rest) {
  struct known *entry = known_at(signature);
  // What there is no room for is found again.
  if (!entry->signature && ++known_count > known_limit / 2) return;
  *entry = (struct known){signature, rest + 1};
}

int32_t ce_known(uint64_t signature) { return (int32_t)known_at(signature)->rest - 1; }

static int requests[2], answers[2];
static pid_t maker;

static void make_run(ce_run *shared, ce_chooser chooser, void (*body)(void)) {
  // Threads that are paused at the end go with the process; one that waits for what nobody does mustn't outlive it.
  alarm(10);
  run = shared;
  writes_text = shared->plan.writes_text;
  choose = chooser;
  self = &threads[thread_count++];
  self->name = self->history = 3;
  sem_init(&self->baton, 0, 0);
  snprintf(self->label, sizeof self->label, "main");
  body();
  end(ce_passed, "");
}

static int wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
  return status;
}

static pid_t fork_now(void) {
  fflush(stdout);
  pid_t process = fork();
  if (process >= 0) return process;
  perror("fork");
  exit(70);
}

static void serve(ce_run *shared, ce_chooser chooser, void (*body)(void)) {
  use_one_processor();
  // From the first moment: what a scenario does before its threads run asks for the time, too.
  has_own_time = true;
  // Nothing waits for what happens elsewhere.
  alarm(20);
  rehearse(body);
  alarm(0);
  char request;
  while (read(requests[0], &request, 1) == 1) {
    pid_t process = fork_now();
    if (process == 0) make_run(shared, chooser, body);
    int status = wait_for(process);
    if (write(answers[1], &status, sizeof status) != sizeof status) break;
  }
  _exit(0);
}

void ce_begin(ce_run *shared, ce_chooser chooser, void (*body)(void)) {
  run = 0;
  if (known) munmap(known, sizeof(struct known) * known_limit);
  known = mmap(0, sizeof(struct known) * known_limit, PROT_READ | PROT_WRITE,
               MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  known_count = 0;
  if (known == MAP_FAILED || pipe(requests) || pipe(answers)) {
    perror("explore");
    exit(70);
  }
  known_run = shared;
  shared->rehearsal[0] = 0;
  // A process that has crashed is asked in vain.
  signal(SIGPIPE, SIG_IGN);
  maker = fork_now();
  if (maker == 0) {
    close(requests[1]);
    close(answers[0]);
    serve(shared, chooser, body);
  }
  close(requests[0]);
  close(answers[1]);
}

void ce_make_run(void) {
  ce_run *shared = known_run;
  shared->outcome = ce_crashed;
  shared->step_count = shared->access_count = shared->text_length = 0;
  shared->message[0] = 0;
  int status = 0;
  if (write(requests[1], "r", 1) != 1 || read(answers[0], &status, sizeof status) != sizeof status) {
    wait_for(maker);
    snprintf(shared->message, sizeof shared->message, "%s",
             shared->rehearsal[0] ? shared->rehearsal : "The scenario crashes when it is rehearsed.");
    return;
  }
  if (!WIFSIGNALED(status)) {
    if (shared->outcome == ce_crashed) snprintf(shared->message, sizeof shared->message, "The process has ended.");
    return;
  }
  if (WTERMSIG(status) == SIGALRM) {
    shared->outcome = ce_stuck;
    snprintf(shared->message, sizeof shared->message, "A thread waits for something that isn't explored.");
  } else {
    shared->outcome = ce_crashed;
    snprintf(shared->message, sizeof shared->message, "The process ended with signal %d.", WTERMSIG(status));
  }
}

void ce_end(void) {
  close(requests[1]);
  close(answers[0]);
  waitpid(maker, 0, 0);
}
