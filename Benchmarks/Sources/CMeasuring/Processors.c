#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "Processors.h"

#if defined(__linux__)

#include <dirent.h>
#include <sched.h>
#include <stdlib.h>

static cpu_set_t all;

/// New threads inherit the set of the thread that makes them.
static bool set_for_all_threads(const cpu_set_t *set) {
  DIR *threads = opendir("/proc/self/task");
  if (threads == NULL) return false;
  bool succeeded = true;
  for (struct dirent *entry = readdir(threads); entry != NULL; entry = readdir(threads)) {
    int thread = atoi(entry->d_name);
    // A thread that has ended meanwhile is no failure, but none can be told from one; callers only report it.
    if (thread > 0 && sched_setaffinity(thread, sizeof *set, set) != 0) succeeded = false;
  }
  closedir(threads);
  return succeeded;
}

bool processors_use_one(void) {
  int current = sched_getcpu();
  if (current < 0 || sched_getaffinity(0, sizeof all, &all) != 0) return false;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(current, &one);
  return set_for_all_threads(&one);
}

void processors_use_all(void) {
  if (CPU_COUNT(&all) > 0) set_for_all_threads(&all);
}

#else

bool processors_use_one(void) { return false; }
void processors_use_all(void) {}

#endif
