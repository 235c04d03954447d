// A run's record as one self-contained HTML page: no script, nothing loaded from anywhere.
#pragma once

#include <string>
#include <string_view>

#include "report/run_record.h"

namespace tilewright::report {

// Stands near the beginning of every page: how a former one is known.
inline constexpr std::string_view kPageSign = "<title>Tilewright: a taught model</title>";

std::string render_page(const RunRecord& record);

}  // namespace tilewright::report
