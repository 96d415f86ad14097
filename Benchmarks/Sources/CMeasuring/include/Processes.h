// Runs a process and tells what it took.

#ifndef C_MEASURING_PROCESSES_H
#define C_MEASURING_PROCESSES_H

#include <stdint.h>

typedef struct {
  /// The most bytes that it had in memory at a time.
  int64_t peak_memory;
  /// On all processors together.
  double processor_seconds;
} process_costs;

/// Runs a program with its output thrown away and waits for its end. `arguments` begins with the program's path and ends
/// with a null pointer. `costs` gets what it took.
/// Returns its exit code, or -1 if it could not be run or was ended by a signal.
int process_run(const char *const *arguments, process_costs *costs);

#endif
