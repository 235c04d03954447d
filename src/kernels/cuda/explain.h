// Fault records of a run -> diagnostics with lines of the sources.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "kernels/cuda/report.h"

namespace tilewright::kernels::cuda {

// The texts that diagnostics may quote, by the names that the compiler knows them under.
using SourceTexts = std::map<std::string, std::string>;

std::vector<ResolvedDiagnostic> explain(const RunReport& report, const std::filesystem::path& image,
                                        const SourceTexts& sources, bool drops_handled_errors);
// A diagnostic at a whole line; `line` 0: without a place.
ResolvedDiagnostic at_line(std::string_view kind, std::string message, const std::string& file, uint32_t line,
                           const SourceTexts& sources);

}  // namespace tilewright::kernels::cuda
