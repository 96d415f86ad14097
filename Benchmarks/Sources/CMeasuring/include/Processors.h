// Chooses the processors of this process.

#ifndef C_MEASURING_PROCESSORS_H
#define C_MEASURING_PROCESSORS_H

#include <stdbool.h>

/// Confines all threads, those of the future included, to the processor that runs the caller.
/// False where the system can't do that.
bool processors_use_one(void);

/// Undoes that.
void processors_use_all(void);

#endif
