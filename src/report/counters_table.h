// Counters of launches as text for a person.
#pragma once

#include <string>
#include <vector>

#include "base/work_counters.h"

namespace tilewright::report {

// A block of lines a launch; launches that follow each other with equal counters share one.
std::string counters_table(const std::vector<WorkCounters>& launches);

}  // namespace tilewright::report
