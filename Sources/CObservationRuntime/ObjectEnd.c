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
  // Written last; null where there is none.
  _Atomic(const void *) metadata;
  destroyer original;
};

// A hash table with open addressing, of which at most half is used. Nothing is ever taken out.
struct class_table {
  // Freed never, for readers may be in it. All together are smaller than the newest.
  struct class_table *older;
  size_t count;
  int bits;
  struct watched_class classes[];
};

// Guarded by the mutex where it changes; read without.
static _Atomic(struct class_table *) watched_classes;
static pthread_mutex_t watching = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(ob_object_end_handler) end_handler;

// Where a class is, or would be.
static struct watched_class *place_in(struct class_table *table, const void *metadata) {
  size_t mask = ((size_t)1 << table->bits) - 1;
  // The upper bits of the product with the golden ratio, which depend on all bits of the address.
  size_t index = (size_t)((uint64_t)(uintptr_t)metadata * 0x9E3779B97F4A7C15u >> (64 - table->bits));
  while (true) {
    const void *other = atomic_load_explicit(&table->classes[index].metadata, memory_order_acquire);
    if (other == metadata || !other) return &table->classes[index];
    index = (index + 1) & mask;
  }
}

static const struct watched_class *find(const void *metadata) {
  struct class_table *table = atomic_load_explicit(&watched_classes, memory_order_acquire);
  if (!table) return 0;
  const struct watched_class *class = place_in(table, metadata);
  // Where there was none, another may have been entered meanwhile.
  return atomic_load_explicit(&class->metadata, memory_order_acquire) == metadata ? class : 0;
}

static void enter(struct class_table *table, const void *metadata, destroyer original) {
  struct watched_class *class = place_in(table, metadata);
  class->original = original;
  atomic_store_explicit(&class->metadata, metadata, memory_order_release);
  table->count++;
}

// The table with room for one more; null where there is no memory. Call with the mutex.
static struct class_table *table_with_room(void) {
  struct class_table *table = atomic_load_explicit(&watched_classes, memory_order_relaxed);
  if (table && table->count < (size_t)1 << (table->bits - 1)) return table;
  int bits = table ? table->bits + 1 : 5;
  struct class_table *larger = calloc(1, sizeof *larger + (sizeof *larger->classes << bits));
  if (!larger) return 0;
  larger->older = table;
  larger->bits = bits;
  for (size_t index = 0; table && index < (size_t)1 << table->bits; index++) {
    const struct watched_class *class = &table->classes[index];
    const void *metadata = atomic_load_explicit(&class->metadata, memory_order_relaxed);
    if (metadata) enter(larger, metadata, class->original);
  }
  atomic_store_explicit(&watched_classes, larger, memory_order_release);
  return larger;
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

// Where the function stands that destroys the objects of a class; null for what Swift has not made.
static _Atomic(destroyer) *slot_of(const void *metadata) {
  // The kind of the classes that Swift makes; everything else is larger.
  return *(const uintptr_t *)metadata == 0 ? (_Atomic(destroyer) *)metadata - 2 : 0;
}

static bool watch(const void *metadata) {
  _Atomic(destroyer) *slot = slot_of(metadata);
  if (!slot) return false;
  destroyer original = atomic_load_explicit(slot, memory_order_relaxed);
  struct place place = place_of(slot);
  // Classes that are made while the program runs, like those of generic types, are in no image.
  if ((place.is_in_image && !place.is_writable) || !place_of((void *)original).is_executable) return false;
  struct class_table *table = table_with_room();
  if (!table) return false;
  enter(table, metadata, original);
  atomic_store_explicit(slot, destroy, memory_order_release);
  return true;
}

void ob_object_end_set_handler(ob_object_end_handler handler) {
  atomic_store_explicit(&end_handler, handler, memory_order_release);
}

bool ob_object_end_watch(const void *object) {
  const void *metadata = *(const void *const *)object;
  // What is in the table may still have to be put in place.
  _Atomic(destroyer) *slot = slot_of(metadata);
  if (slot && atomic_load_explicit(slot, memory_order_acquire) == destroy) return true;
  pthread_mutex_lock(&watching);
  bool is_watched = find(metadata) || watch(metadata);
  pthread_mutex_unlock(&watching);
  return is_watched;
}

#else

void ob_object_end_set_handler(ob_object_end_handler handler) {}
bool ob_object_end_watch(const void *object) { return false; }

#endif
