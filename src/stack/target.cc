#include "stack/target.h"

#include <fmt/format.h>

#include <iterator>

namespace tilewright::stack {
namespace {

constexpr TargetInfo kTargets[] = {
#define TW_TARGET(identifier, name, ending, title) {name, ending, title},
#include "stack/targets.def"
#undef TW_TARGET
};

}  // namespace

const TargetInfo& info(Target target) { return kTargets[static_cast<size_t>(target)]; }

Result<Target> target_named(std::string_view name) {
  for (size_t i = 0; i < std::size(kTargets); ++i) {
    if (kTargets[i].name == name) return static_cast<Target>(i);
  }
  return fail(DiagnosticKind::BadOption, fmt::format("--lang {}: not {}", name, target_names()));
}

std::string target_names() {
  std::string text;
  for (size_t i = 0; i < std::size(kTargets); ++i) {
    text += i == 0 ? "" : i + 1 == std::size(kTargets) ? " or " : ", ";
    text += kTargets[i].name;
  }
  return text;
}

}  // namespace tilewright::stack
