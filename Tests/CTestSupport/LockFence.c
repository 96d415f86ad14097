#include <stdbool.h>

#include "CTestSupport.h"

// The library's own.
extern bool ob_lock_sleepers_fence;

void ob_lock_forgo_fence(void) { ob_lock_sleepers_fence = false; }
