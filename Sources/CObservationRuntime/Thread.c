#include "CObservationRuntime.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

const ob_link ob_no_link = {ob_no_node, 0, 0};

OB_THREAD_LOCAL ob_thread ob_state_of_thread = {
  .slot = &ob_unknown_list,
  .reading = {0, (ob_link *)&ob_no_link},
  .context = {.main_thread_answer = -1},
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static void (*release_asker)(void *_Nonnull asker);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/// The counts of threads that have ended.
static ob_change_count *_Nullable unused_counts = 0;

static void put_back(ob_change_count *_Nonnull count) {
  pthread_mutex_lock(&lock);
  count->next = unused_counts;
  unused_counts = count;
  pthread_mutex_unlock(&lock);
}

static void thread_ends(void *_Nonnull state) {
  ob_thread *thread = state;
  ob_known_link *links = thread->known_links;
  ob_change_count *count = thread->change_count;
  void *asker = thread->asker;
  // The thread may still read models while it ends. What such a read makes anew is freed by the next round of
  // destructors.
  thread->known_links = 0;
  thread->change_count = 0;
  thread->asker = 0;
  free(links);
  if (count) put_back(count);
  if (asker) __atomic_load_n(&release_asker, __ATOMIC_RELAXED)(asker);
}

static void make_key(void) {
  if (pthread_key_create(&key, thread_ends) != 0) abort();
}

/// Makes the end of this thread free what its state has allocated.
static void notice_end_of_thread(void) {
  pthread_once(&once, make_key);
  if (pthread_setspecific(key, ob_this_thread()) != 0) abort();
}

ob_known_link *ob_known_links_make(void) {
  notice_end_of_thread();
  ob_known_link *links = calloc(ob_known_link_count, sizeof *links);
  if (!links) abort();
  ob_this_thread()->known_links = links;
  return links;
}

ob_change_count *ob_change_count_make(void) {
  notice_end_of_thread();
  pthread_mutex_lock(&lock);
  ob_change_count *count = unused_counts;
  if (count) unused_counts = count->next;
  pthread_mutex_unlock(&lock);
  if (!count && !(count = calloc(1, sizeof *count))) abort();
  ob_this_thread()->change_count = count;
  return count;
}

void ob_asker_set(void *asker, void (*release)(void *)) {
  // All threads set the same function, before they have an asker.
  __atomic_store_n(&release_asker, release, __ATOMIC_RELAXED);
  notice_end_of_thread();
  ob_this_thread()->asker = asker;
}

#if defined(OBSERVATION_BRIDGE_TESTING) && defined(__linux__)
// The function that the compiler calls to resume a continuation; part of the ABI.
__attribute__((swiftcall)) void swift_continuation_resume(void *continuation);

void ob_continuation_resume(void *continuation) { swift_continuation_resume(continuation); }
#endif

#if defined(OBSERVATION_BRIDGE_EXPLORE)
const ob_explorer *ob_current_explorer = 0;
const char ob_explored_cancellation = 0;
#endif

void ob_write_error_line(const char *line) {
  // A single call, so that the lines of several threads don't mix.
  fprintf(stderr, "%s\n", line);
}
