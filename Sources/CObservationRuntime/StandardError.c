#include "CObservationRuntime.h"

#include <stdio.h>

void ob_write_error_line(const char *line) {
  // A single call, so that the lines of several threads don't mix.
  fprintf(stderr, "%s\n", line);
}
