#include "CObservationExploring.h"

#if defined(OBSERVATION_BRIDGE_EXPLORE)
const ob_explorer *ob_current_explorer = 0;

const char ob_explored_cancellation = 0;
#else
// A translation unit has to declare something.
typedef int ob_nothing_explored;
#endif
