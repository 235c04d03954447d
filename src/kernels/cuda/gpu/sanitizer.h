// compute-sanitizer's reports -> our diagnostics, to be printed beside those of the CPU's run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "kernels/cuda/explain.h"

namespace tilewright::kernels::cuda::gpu {

inline constexpr std::string_view kSanitizerTools[] = {"memcheck", "racecheck", "initcheck", "synccheck"};

struct SanitizerReport {
  std::vector<ResolvedDiagnostic> findings;  // one for each place and message, in the order of the report
  uint64_t count = 0;                        // as the tool sums up: every thread's error is one
  std::string failure;                       // the tool could not work, in its words; empty: it could
};

// `text`: what one tool printed. Its lines name files without folders: those of `sources` that end so are meant.
SanitizerReport read_sanitizer_report(std::string_view tool, std::string_view text, const SourceTexts& sources);

}  // namespace tilewright::kernels::cuda::gpu
