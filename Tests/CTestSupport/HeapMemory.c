#include "CTestSupport.h"

#include <stddef.h>
#if defined(__APPLE__)
#include <malloc/malloc.h>
#elif defined(__linux__)
#include <malloc.h>
#endif

// Sanitizers have allocators of their own, of which the system's knows nothing.
extern size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

int64_t ob_live_heap_bytes(void) {
  if (__sanitizer_get_current_allocated_bytes) return (int64_t)__sanitizer_get_current_allocated_bytes();
#if defined(__APPLE__)
  malloc_statistics_t statistics;
  malloc_zone_statistics(NULL, &statistics);
  return (int64_t)statistics.size_in_use;
#elif defined(__GLIBC__)
  struct mallinfo2 info = mallinfo2();
  return (int64_t)(info.uordblks + info.hblkhd);
#else
  return -1;
#endif
}
