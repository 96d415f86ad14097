#include "CObservationRuntime.h"

#if defined(OBSERVATION_BRIDGE_TESTING) && defined(__linux__)
// The function that the compiler calls to resume a continuation; part of the ABI.
__attribute__((swiftcall)) void swift_continuation_resume(void *continuation);

void ob_continuation_resume(void *continuation) { swift_continuation_resume(continuation); }
#endif
