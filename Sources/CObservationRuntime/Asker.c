#include "CObservationRuntime.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static void (*release)(void *_Nonnull asker);

static void release_at_end_of_thread(void *_Nonnull asker) {
  // The thread may still read models while it ends. Such a read creates another asker, which the next round of
  // destructors releases.
  ob_state_of_thread.asker = 0;
  __atomic_load_n(&release, __ATOMIC_RELAXED)(asker);
}

static void make_key(void) {
  if (pthread_key_create(&key, release_at_end_of_thread) != 0) abort();
}

void ob_asker_set(void *asker, void (*function)(void *)) {
  // All threads set the same function, before they have an asker.
  __atomic_store_n(&release, function, __ATOMIC_RELAXED);
  pthread_once(&once, make_key);
  // Without the key, the asker would never be released.
  if (pthread_setspecific(key, asker) != 0) abort();
  ob_state_of_thread.asker = asker;
}
