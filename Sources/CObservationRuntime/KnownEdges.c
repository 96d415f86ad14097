#include "CObservationRuntime.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;

static void free_at_end_of_thread(void *_Nonnull edges) {
  // What the thread still reads while it ends gets new ones, which are freed in the next round of destructors.
  ob_known_edges = 0;
  free(edges);
}

static void make_key(void) {
  if (pthread_key_create(&key, free_at_end_of_thread) != 0) abort();
}

ob_known_edge *ob_known_edges_make(void) {
  pthread_once(&once, make_key);
  ob_known_edge *edges = calloc(ob_known_edge_count, sizeof *edges);
  // Without the key, the memory would never be freed.
  if (!edges || pthread_setspecific(key, edges) != 0) abort();
  ob_known_edges = edges;
  return edges;
}
