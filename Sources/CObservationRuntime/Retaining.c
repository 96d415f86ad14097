#include "CObservationRuntime.h"

#if defined(__ELF__)
// Part of the runtime's binary interface. Linked weakly all the same: without it, models are referred to weakly.
extern void *_Nullable swift_tryRetain(void *_Nonnull object) __attribute__((weak));

bool ob_may_try_to_retain(void) { return swift_tryRetain != NULL; }

bool ob_try_to_retain(void *object) { return swift_tryRetain(object) != NULL; }
#else
bool ob_may_try_to_retain(void) { return false; }

bool ob_try_to_retain(void *object) {
  (void)object;
  return false;
}
#endif
