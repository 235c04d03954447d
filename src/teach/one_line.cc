#include "teach/one_line.h"

#include <fmt/format.h>

namespace tilewright::teach {

std::string one_line(const Diagnostic& diagnostic, const SourceManager& sources) {
  if (!diagnostic.span) return diagnostic.message;
  return fmt::format("{}: {}", sources.describe(diagnostic.span), diagnostic.message);
}

}  // namespace tilewright::teach
