// Names of how matrix products multiply.
#include "base/work_counters.h"

#include <array>

namespace tilewright {
namespace {

constexpr std::array<std::string_view, 5> kPrecisions = {"ieee", "tf32", "tf32x3", "bf16x3", "bf16x6"};

}  // namespace

std::string_view spelling(DotPrecision precision) { return kPrecisions[static_cast<size_t>(precision)]; }

std::optional<DotPrecision> dot_precision_from_spelling(std::string_view text) {
  for (size_t i = 0; i < kPrecisions.size(); ++i) {
    if (kPrecisions[i] == text) return static_cast<DotPrecision>(i);
  }
  return std::nullopt;
}

int parts(DotPrecision precision) {
  switch (precision) {
    case DotPrecision::Ieee:
    case DotPrecision::Tf32:
      return 1;
    case DotPrecision::Tf32x3:
    case DotPrecision::Bf16x3:
      return 3;
    case DotPrecision::Bf16x6:
      return 6;
  }
  return 1;
}

}  // namespace tilewright
