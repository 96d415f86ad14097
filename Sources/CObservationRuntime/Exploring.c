#include "CObservationExploring.h"

#if defined(OBSERVATION_BRIDGE_EXPLORE)
const ob_explorer *ob_current_explorer = 0;
#else
// A translation unit has to declare something.
typedef int ob_nothing_explored;
#endif
