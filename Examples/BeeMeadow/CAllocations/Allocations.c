#include "Allocations.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__GLIBC__)

// glibc lets a program define these functions, and offers its own under these names.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static _Thread_local bool is_counting;
static _Thread_local long count;

void *malloc(size_t size) {
  if (is_counting) count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  if (is_counting) count++;
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  if (is_counting) count++;
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  if (is_counting) count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *block = aligned_alloc(alignment, size);
  if (block == NULL) return ENOMEM;
  *result = block;
  return 0;
}

bool allocations_can_be_counted(void) { return true; }

void allocations_start(void) {
  count = 0;
  is_counting = true;
}

long allocations_stop(void) {
  is_counting = false;
  return count;
}

#else

bool allocations_can_be_counted(void) { return false; }
void allocations_start(void) {}
long allocations_stop(void) { return 0; }

#endif
