// Counts the heap allocations of this process, all threads together.

#ifndef C_MEASURING_ALLOCATIONS_H
#define C_MEASURING_ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations can be counted here: with glibc, whose allocation functions a program may replace.
bool allocations_can_be_counted(void);

/// Starts to count from zero.
void allocations_start(void);
void allocations_stop(void);

/// How many blocks were allocated while counting; a block that `realloc` had to resize counts as one more.
int64_t allocations_count(void);

/// The bytes in blocks allocated while counting, less those in blocks freed, each with its header of one word.
int64_t allocations_live_bytes(void);

#endif
