// What some of a launch's programs counted, as if more of them had.
#pragma once

#include "base/work_counters.h"

namespace tilewright {

// Multiplies every total over programs; what is said of one program or one access stays. How many bytes are
// distinct is not known afterwards.
void scale_work(WorkCounters& work, double factor);

}  // namespace tilewright
