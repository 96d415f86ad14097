// The standard library collects tracked reads in a list to which a thread-local pointer points. Setting that pointer to
// a list of one's own gives hold of the registration made from it. Two ways lead there:
// - the static library has a getter and a setter, linked weakly here;
// - in the dynamic library both are hidden, but its thread-local block is that pointer and its initialisation guard.
// Swift checks what it finds before it relies on it (ExactTracking+SelfCheck.swift).

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CObservationRuntime.h"

#if defined(__linux__) && defined(__GLIBC__) && (defined(__x86_64__) || defined(__aarch64__))

#include <link.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

__attribute__((swiftcall, weak)) void *_swift_observation_tls_get(void);
__attribute__((swiftcall, weak)) void _swift_observation_tls_set(void *);

// Part of the ELF thread-local storage ABI; finds the calling thread's copy of a module's block, and makes it if need be.
struct tls_index {
  unsigned long module;
  unsigned long offset;
};
extern void *__tls_get_addr(struct tls_index *);

// Written once, before any reader, under `once`.
static pthread_once_t once = PTHREAD_ONCE_INIT;
static unsigned long observation_tls_module = 0;

static bool is_observation_library(const char *path) {
  if (path == NULL) return false;
  const char *name = strrchr(path, '/');
  return strcmp(name == NULL ? path : name + 1, "libswiftObservation.so") == 0;
}

static int find_module(struct dl_phdr_info *info, size_t size, void *result) {
  (void)size;
  if (!is_observation_library(info->dlpi_name)) return 0;
  for (int index = 0; index < info->dlpi_phnum; ++index) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[index];
    // One pointer and one guard; any other size is a library this was not written for.
    if (header->p_type == PT_TLS && header->p_memsz == 2 * sizeof(void *)) {
      *(unsigned long *)result = info->dlpi_tls_modid;
    }
  }
  return 1;
}

static void find(void) { dl_iterate_phdr(find_module, &observation_tls_module); }

static void **dynamic_slot(void) {
  struct tls_index index = {observation_tls_module, 0};
  return (void **)__tls_get_addr(&index);
}

static bool has_accessors(void) {
  return _swift_observation_tls_get != NULL && _swift_observation_tls_set != NULL;
}

bool ob_tracking_slot_exists(void) {
  if (has_accessors()) return true;
  pthread_once(&once, find);
  return observation_tls_module != 0;
}

void *ob_tracking_slot_get(void) { return has_accessors() ? _swift_observation_tls_get() : *dynamic_slot(); }

void ob_tracking_slot_set(void *list) {
  if (has_accessors()) {
    _swift_observation_tls_set(list);
  } else {
    *dynamic_slot() = list;
  }
}

#else

bool ob_tracking_slot_exists(void) { return false; }
void *ob_tracking_slot_get(void) { return 0; }
void ob_tracking_slot_set(void *list) { (void)list; }

#endif
