#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "Allocations.h"

#include <stdlib.h>

#if defined(__GLIBC__)

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

// glibc lets a program define the allocation functions; the definitions in the executable then serve its libraries, too.
// These are the originals, exported for that purpose.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static atomic_bool is_counting;
static atomic_int_fast64_t count;
static atomic_int_fast64_t live_bytes;

static int64_t size_of(void *block) { return (int64_t)(malloc_usable_size(block) + sizeof(size_t)); }

static void *allocated(void *block) {
  if (block != NULL && atomic_load_explicit(&is_counting, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&live_bytes, size_of(block), memory_order_relaxed);
  }
  return block;
}

static void freed(void *block) {
  if (block != NULL && atomic_load_explicit(&is_counting, memory_order_relaxed)) {
    atomic_fetch_sub_explicit(&live_bytes, size_of(block), memory_order_relaxed);
  }
}

void *malloc(size_t size) { return allocated(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return allocated(__libc_calloc(number, size)); }

void *realloc(void *block, size_t size) {
  freed(block);
  return allocated(__libc_realloc(block, size));
}

void *memalign(size_t alignment, size_t size) { return allocated(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return allocated(__libc_memalign(alignment, size)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment == 0 || alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *block = allocated(__libc_memalign(alignment, size));
  if (block == NULL) return ENOMEM;
  *result = block;
  return 0;
}

void free(void *block) {
  freed(block);
  __libc_free(block);
}

bool allocations_can_be_counted(void) { return true; }

void allocations_start(void) {
  atomic_store(&count, 0);
  atomic_store(&live_bytes, 0);
  atomic_store(&is_counting, true);
}

void allocations_stop(void) { atomic_store(&is_counting, false); }
int64_t allocations_count(void) { return atomic_load(&count); }
int64_t allocations_live_bytes(void) { return atomic_load(&live_bytes); }

#else

bool allocations_can_be_counted(void) { return false; }
void allocations_start(void) {}
void allocations_stop(void) {}
int64_t allocations_count(void) { return 0; }
int64_t allocations_live_bytes(void) { return 0; }

#endif
