// Diagnostics as JSON (kDiagnosticSchema), for verdicts, samples and machine-readable output.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"

namespace tilewright {

nlohmann::json diagnostic_to_json(const ResolvedDiagnostic& diagnostic);
// Fields of another type or beyond sensible sizes are a BadFormat diagnostic.
Result<ResolvedDiagnostic> diagnostic_from_json(const nlohmann::json& value);

}  // namespace tilewright
