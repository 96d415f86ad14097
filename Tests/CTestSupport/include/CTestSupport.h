#pragma once

#include <stdint.h>

/// How many bytes of the heap are in use in this process, whatever the system has given it; -1 where that isn't known.
int64_t ob_live_heap_bytes(void);
