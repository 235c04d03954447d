// Result<T>: a value, or the diagnostic of a user's mistake. Our own bugs are TW_CHECKs.
#pragma once

#include <tl/expected.hpp>

#include "base/diagnostic.h"

namespace tilewright {

template <class T>
using Result = tl::expected<T, Diagnostic>;

inline tl::unexpected<Diagnostic> fail(DiagnosticKind kind, std::string message, Span span = {}) {
  return tl::unexpected<Diagnostic>(Diagnostic{kind, std::move(message), span, {}});
}
inline tl::unexpected<Diagnostic> fail(Diagnostic diagnostic) {
  return tl::unexpected<Diagnostic>(std::move(diagnostic));
}

}  // namespace tilewright
