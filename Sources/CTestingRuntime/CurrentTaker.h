#ifndef CURRENT_TAKER_H
#define CURRENT_TAKER_H

#include "CTestingRuntime.h"

extern _Thread_local const ct_taker *ct_current_taker __attribute__((visibility("hidden")));

// The calling conventions of Swift's functions, and of those of its asynchronous functions' parts.
#define SWIFT __attribute__((swiftcall))
#define SWIFT_ASYNC __attribute__((swiftasynccall))
#define SWIFT_ASYNC_CONTEXT __attribute__((swift_async_context))

#endif
