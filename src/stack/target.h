// The languages that the stack writes (targets.def).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tilewright::stack {

enum class Target : uint8_t {
#define TW_TARGET(identifier, name, ending, title) identifier,
#include "stack/targets.def"
#undef TW_TARGET
};

struct TargetInfo {
  std::string_view name;    // of options: "cuda"
  std::string_view ending;  // of files: ".cu"
  std::string_view title;   // in sentences: "CUDA"
};
const TargetInfo& info(Target target);
// The target of this name, as an option --lang gives it; BadOption for another.
Result<Target> target_named(std::string_view name);
std::string target_names();  // "triton or cuda"

}  // namespace tilewright::stack
