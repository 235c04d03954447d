// A run's record as one self-contained HTML page: no script, nothing loaded from anywhere.
#pragma once

#include <string>

#include "report/run_record.h"

namespace tilewright::report {

std::string render_page(const RunRecord& record);

}  // namespace tilewright::report
