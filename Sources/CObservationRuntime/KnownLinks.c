#include "CObservationRuntime.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;

static void free_at_end_of_thread(void *_Nonnull links) {
  // The thread may still read models while it ends. Such a read allocates new links, which the next round of
  // destructors frees.
  ob_state_of_thread.known_links = 0;
  free(links);
}

static void make_key(void) {
  if (pthread_key_create(&key, free_at_end_of_thread) != 0) abort();
}

ob_known_link *ob_known_links_make(void) {
  pthread_once(&once, make_key);
  ob_known_link *links = calloc(ob_known_link_count, sizeof *links);
  // Without the key, the memory would never be freed.
  if (!links || pthread_setspecific(key, links) != 0) abort();
  ob_state_of_thread.known_links = links;
  return links;
}
