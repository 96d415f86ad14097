#include "CObservationRuntime.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
/// The counts of threads that have ended.
static ob_change_count *_Nullable unused = 0;

static void put_back(void *_Nonnull value) {
  ob_change_count *count = value;
  pthread_mutex_lock(&lock);
  count->next = unused;
  unused = count;
  pthread_mutex_unlock(&lock);
}

static void make_key(void) {
  if (pthread_key_create(&key, put_back) != 0) abort();
}

ob_change_count *ob_change_count_make(void) {
  pthread_once(&once, make_key);
  pthread_mutex_lock(&lock);
  ob_change_count *count = unused;
  if (count) unused = count->next;
  pthread_mutex_unlock(&lock);
  if (!count && !(count = calloc(1, sizeof *count))) abort();
  // If the end of the thread can't be noticed, its count isn't reused.
  pthread_setspecific(key, count);
  ob_state_of_thread.change_count = count;
  return count;
}
