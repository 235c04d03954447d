// The rows of instructions.def and language.def as values.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "kernels/nki/call.h"

namespace tilewright::kernels::nki {

#define TW_INSTRUCTION(name, signature, generation, engines, doc) script::Value isa_##name(Call& call);
#define TW_ABSENT(name, signature, generation, engines, doc)
#include "kernels/nki/instructions.def"
#undef TW_INSTRUCTION
#undef TW_ABSENT
#define TW_FUNCTION(name, signature, doc) script::Value language_##name(Call& call);
#include "kernels/nki/language.def"
#undef TW_FUNCTION

namespace {

constexpr FunctionInfo kInstructions[] = {
#define TW_INSTRUCTION(name, signature, generation, engines, doc) \
  {#name, signature, generation, engines, doc, isa_##name, true},
#define TW_ABSENT(name, signature, generation, engines, doc) \
  {#name, signature, generation, engines, doc, nullptr, true},
#include "kernels/nki/instructions.def"
#undef TW_INSTRUCTION
#undef TW_ABSENT
};

constexpr FunctionInfo kFunctions[] = {
#define TW_FUNCTION(name, signature, doc) {#name, signature, 2, "", doc, language_##name, false},
#include "kernels/nki/language.def"
#undef TW_FUNCTION
};

const FunctionInfo* find(std::span<const FunctionInfo> rows, std::string_view name) {
  auto row =
      std::find_if(rows.begin(), rows.end(), [&](const FunctionInfo& info) { return info.name == name; });
  return row == rows.end() ? nullptr : &*row;
}

std::string engine_names(std::string_view letters) {
  std::string text;
  for (char letter : letters) {
    std::string_view name = letter == 'P'   ? "Tensor"
                            : letter == 'V' ? "Vector"
                            : letter == 'A' ? "Scalar"
                            : letter == 'G' ? "GpSimd"
                            : letter == 'D' ? "DMA"
                                            : "sequencer";
    text += fmt::format("{}{}", text.empty() ? "" : ", ", name);
  }
  return text;
}

}  // namespace

std::span<const FunctionInfo> instructions() { return kInstructions; }
std::span<const FunctionInfo> functions() { return kFunctions; }
const FunctionInfo* find_instruction(std::string_view name) { return find(kInstructions, name); }
std::string_view instruction_name(uint16_t row) { return kInstructions[row].name; }
const FunctionInfo* find_function(std::string_view name) { return find(kFunctions, name); }

std::string instruction_table() {
  std::string text = "| instruction | from | engines | what it does | runs |\n|---|---|---|---|---|\n";
  for (const FunctionInfo& info : kInstructions) {
    text += fmt::format("| `{}` | trn{} | {} | {} | {} |\n", info.name, info.generation - 1,
                        engine_names(info.engines), info.doc, info.body ? "yes" : "no");
  }
  return text;
}

}  // namespace tilewright::kernels::nki
