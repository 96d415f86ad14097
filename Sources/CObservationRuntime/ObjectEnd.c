#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CObservationRuntime.h"

#if defined(__linux__)
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

// Native classes have a record that begins, in front of the address which objects point to, with the function that
// destroys an object and frees its memory. The runtime calls it when the last strong reference goes. It is replaced, once
// for a class, by one that reports the object and then calls the original.
typedef __attribute__((swiftcall)) void (*destroyer)(__attribute__((swift_context)) void *object);

struct watched_class {
  const void *metadata;
  destroyer original;
  struct watched_class *next;
};

// Only ever grows, at its front; guarded by the mutex where it does.
static _Atomic(struct watched_class *) watched_classes;
static pthread_mutex_t watching = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(ob_object_end_handler) end_handler;

static const struct watched_class *find(const void *metadata) {
  for (const struct watched_class *class = atomic_load_explicit(&watched_classes, memory_order_acquire); class;
       class = class->next) {
    if (class->metadata == metadata) return class;
  }
  return 0;
}

static __attribute__((swiftcall)) void destroy(__attribute__((swift_context)) void *object) {
  // Whoever made the runtime call this had entered the class before. But the runtime has read the slot with a plain load,
  // which alone does not keep the loads below from coming earlier on processors that reorder loads.
  atomic_thread_fence(memory_order_acquire);
  const struct watched_class *class = find(*(void **)object);
  ob_object_end_handler handler = atomic_load_explicit(&end_handler, memory_order_acquire);
  if (handler) handler(object);
  class->original(object);
}

// What the images of this process allow at an address.
struct place {
  uintptr_t address;
  bool is_in_image, is_writable, is_executable;
};

static int look(struct dl_phdr_info *image, size_t size, void *context) {
  struct place *place = context;
  bool is_here = false;
  for (int i = 0; i < image->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &image->dlpi_phdr[i];
    if (place->address - (image->dlpi_addr + header->p_vaddr) >= header->p_memsz) continue;
    if (header->p_type == PT_LOAD) {
      is_here = place->is_in_image = true;
      place->is_writable = (header->p_flags & PF_W) != 0;
      place->is_executable = (header->p_flags & PF_X) != 0;
    }
  }
  for (int i = 0; is_here && i < image->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &image->dlpi_phdr[i];
    // Written by the loader, and protected after that: whole pages.
    uintptr_t start = (image->dlpi_addr + header->p_vaddr) & ~(uintptr_t)4095;
    if (header->p_type == PT_GNU_RELRO && place->address >= start &&
        place->address < image->dlpi_addr + header->p_vaddr + header->p_memsz) {
      place->is_writable = false;
    }
  }
  return is_here;
}

static struct place place_of(const void *address) {
  struct place place = {.address = (uintptr_t)address};
  dl_iterate_phdr(look, &place);
  return place;
}

static bool watch(const void *metadata) {
  // The kind of the classes that Swift makes; everything else is larger.
  if (*(const uintptr_t *)metadata != 0) return false;
  _Atomic(destroyer) *slot = (_Atomic(destroyer) *)metadata - 2;
  destroyer original = atomic_load_explicit(slot, memory_order_relaxed);
  struct place place = place_of(slot);
  // Classes that are made while the program runs, like those of generic types, are in no image.
  if ((place.is_in_image && !place.is_writable) || !place_of((void *)original).is_executable) return false;
  struct watched_class *class = malloc(sizeof *class);
  if (!class) return false;
  class->metadata = metadata;
  class->original = original;
  class->next = atomic_load_explicit(&watched_classes, memory_order_relaxed);
  atomic_store_explicit(&watched_classes, class, memory_order_release);
  atomic_store_explicit(slot, destroy, memory_order_release);
  return true;
}

void ob_object_end_set_handler(ob_object_end_handler handler) {
  atomic_store_explicit(&end_handler, handler, memory_order_release);
}

bool ob_object_end_watch(const void *object) {
  const void *metadata = *(const void *const *)object;
  if (find(metadata)) return true;
  pthread_mutex_lock(&watching);
  bool is_watched = find(metadata) || watch(metadata);
  pthread_mutex_unlock(&watching);
  return is_watched;
}

#else

void ob_object_end_set_handler(ob_object_end_handler handler) {}
bool ob_object_end_watch(const void *object) { return false; }

#endif
