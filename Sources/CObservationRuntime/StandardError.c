#include "CObservationRuntime.h"

#include <stdio.h>

void ob_write_error_line(const char *line) {
  // One call, so that lines of several threads don't mix.
  fprintf(stderr, "%s\n", line);
}
