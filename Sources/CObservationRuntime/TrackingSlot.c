// The standard library collects tracked reads in a list to which a thread-local pointer leads. Code that sets this
// pointer to a list of its own can make and hold the registration of that list. There are two ways to the pointer:
// - the static library has a getter and a setter, linked weakly here;
// - in the dynamic library both are hidden, but the library's thread-local block consists of the pointer and its
//   initialisation guard.
// Swift finds out which library is present before it touches the pointer (ObservationLibrary.swift), and then checks
// the pointer before it relies on it (ExactTracking+SelfCheck.swift).

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CObservationRuntime.h"

#include <stdlib.h>
#include <string.h>

void *_Nullable ob_unknown_list = &ob_unknown_list;

bool ob_slot_is_reliable = false;

void ob_rely_on_tracking_slot(void) { __atomic_store_n(&ob_slot_is_reliable, true, __ATOMIC_RELEASE); }

#if defined(__linux__) && defined(__GLIBC__) && (defined(__x86_64__) || defined(__aarch64__))

#include <link.h>
#include <pthread.h>

__attribute__((swiftcall, weak)) void *_swift_observation_tls_get(void);
__attribute__((swiftcall, weak)) void _swift_observation_tls_set(void *);

// Part of the ELF thread-local storage ABI: returns the calling thread's copy of a module's block, and creates the copy
// if necessary.
struct tls_index {
  unsigned long module;
  unsigned long offset;
};
extern void *__tls_get_addr(struct tls_index *);

struct library {
  // How many libraries of this name are loaded.
  int count;
  // 0 if the library has no thread-local block of the known size.
  unsigned long tls_module;
  int notes_count;
  // Point into the library's memory.
  ob_notes notes[4];
};

// Written once, before any read, under `once`.
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct library observation_library;

static bool is_observation_library(const char *path) {
  if (path == NULL) return false;
  const char *name = strrchr(path, '/');
  return strcmp(name == NULL ? path : name + 1, "libswiftObservation.so") == 0;
}

static int inspect(struct dl_phdr_info *info, size_t size, void *result) {
  (void)size;
  struct library *library = result;
  if (!is_observation_library(info->dlpi_name)) return 0;
  library->count += 1;
  for (int index = 0; index < info->dlpi_phnum; ++index) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[index];
    // The block has one pointer and one guard. A block of another size belongs to an unknown library.
    if (header->p_type == PT_TLS && header->p_memsz == 2 * sizeof(void *)) library->tls_module = info->dlpi_tls_modid;
    if (header->p_type != PT_NOTE || library->notes_count == sizeof library->notes / sizeof *library->notes) continue;
    const uint8_t *start = (const uint8_t *)(info->dlpi_addr + header->p_vaddr);
    library->notes[library->notes_count++] = (ob_notes){start, header->p_memsz, header->p_align};
  }
  return 0;
}

static void find(void) { dl_iterate_phdr(inspect, &observation_library); }

// Doesn't touch the library's thread-local block.
static const struct library *the_library(void) {
  pthread_once(&once, find);
  return &observation_library;
}

static void **dynamic_slot(void) {
  struct tls_index index = {observation_library.tls_module, 0};
  return (void **)__tls_get_addr(&index);
}

bool ob_observation_is_linked_statically(void) {
  return _swift_observation_tls_get != NULL && _swift_observation_tls_set != NULL;
}

ob_notes ob_observation_library_notes(int index) {
  const struct library *library = the_library();
  return library->count == 1 && index < library->notes_count ? library->notes[index] : (ob_notes){0, 0, 0};
}

bool ob_tracking_slot_exists(void) {
  if (ob_observation_is_linked_statically()) return true;
  const struct library *library = the_library();
  // With two libraries of this name, nothing tells which one is used.
  return library->count == 1 && library->tls_module != 0;
}

void *ob_tracking_slot_find(void) {
  if (ob_observation_is_linked_statically()) return _swift_observation_tls_get();
  void **slot = dynamic_slot();
  // The pointer stays at this address for the lifetime of the thread.
  if (ob_tracking_slot_is_relied_on()) ob_state_of_thread.slot = slot;
  return *slot;
}

void ob_tracking_slot_find_and_set(void *list) {
  if (ob_observation_is_linked_statically()) {
    _swift_observation_tls_set(list);
  } else {
    *dynamic_slot() = list;
  }
}

#else

bool ob_observation_is_linked_statically(void) { return false; }
ob_notes ob_observation_library_notes(int index) { return (void)index, (ob_notes){0, 0, 0}; }
bool ob_tracking_slot_exists(void) { return false; }
void *ob_tracking_slot_find(void) { return 0; }
void ob_tracking_slot_find_and_set(void *list) { (void)list; }

#endif

bool ob_observation_library_is_trusted(void) {
  const char *value = getenv("OBSERVATION_BRIDGE_TRUST_LIBRARY");
  return value != NULL && strcmp(value, "1") == 0;
}
