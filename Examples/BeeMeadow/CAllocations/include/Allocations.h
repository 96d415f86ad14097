#ifndef Allocations_h
#define Allocations_h

#include <stdbool.h>

/// Whether allocations can be counted: with glibc.
bool allocations_can_be_counted(void);

/// Begins to count the allocations of this thread.
void allocations_start(void);

/// Ends that. Returns how many there were.
long allocations_stop(void);

#endif
