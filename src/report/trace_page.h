// What kernels read and wrote as one self-contained HTML page: a picture a tensor, the programs to step
// through, the source lines that access memory. Works offline; the same trace gives the same bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/access_trace.h"
#include "base/source.h"
#include "report/engine_timeline.h"

namespace tilewright::report {

// Stands near the beginning of every page: how a former one is known.
inline constexpr std::string_view kTracePageSign = "<title>Tilewright trace: ";

struct TracePageOptions {
  size_t most_bytes = 6 << 20;  // of the launches' data; what does not fit is left out and named
  std::vector<EngineTimeline> timelines = {};  // of launches that have one (NKI)
};

// `name`: of the file that ran.
std::string render_trace_page(std::string_view name, const AccessTrace& trace, const SourceManager& sources,
                              const TracePageOptions& options = {});

}  // namespace tilewright::report
