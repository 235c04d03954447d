#include "teach/one_line.h"

#include <fmt/format.h>

namespace tilewright::teach {

std::string one_line(const Diagnostic& diagnostic, const SourceManager& sources) {
  ResolvedDiagnostic resolved = resolve(diagnostic, sources);
  if (resolved.line == 0) return resolved.message;
  return fmt::format("{}:{}:{}: {}", resolved.file, resolved.line, resolved.column, resolved.message);
}

}  // namespace tilewright::teach
