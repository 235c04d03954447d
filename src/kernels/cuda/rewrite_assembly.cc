// Inline PTX.
#include <fmt/format.h>

#include "kernels/cuda/rewriting.h"

namespace tilewright::kernels::cuda {

size_t Rewriting::rewrite_assembly(size_t at) {
  size_t open = at + 1;
  while (is(open, "volatile") || is(open, "__volatile__") || is(open, "__volatile")) ++open;
  if (!is(open, "(")) return at;
  size_t close = closing(open);
  if (close >= size()) return at;
  refuse(DiagnosticKind::Unsupported, at, close + 1, fmt::format("inline PTX: {}", joined(open + 1, close)));
  return close;
}

}  // namespace tilewright::kernels::cuda
