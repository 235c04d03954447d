#include "kernels/triton/hints.h"

#include "base/text.h"
#include "kernels/triton/builtins.h"

namespace tilewright::kernels::triton {
namespace {

struct Hint {
  std::string_view name, text;
};
constexpr Hint kHints[] = {
#define TW_HINT(name, text) {name, text},
#include "kernels/triton/hints.def"
#undef TW_HINT
};

}  // namespace

std::vector<Note> hint_for_name(std::string_view name) {
  for (const Hint& hint : kHints) {
    if (hint.name == name) return {{std::string(hint.text), {}}};
  }
  return {};
}

std::vector<Note> hint_for_method(std::string_view name) {
  std::vector<Note> notes = hint_for_name(name);
  if (!notes.empty()) return notes;
  std::vector<std::string_view> known;
  for (const BuiltinInfo& info : builtins()) {
    if (info.is_method) known.push_back(info.name);
    if (info.name == name && info.where.find('l') != std::string_view::npos) {
      return {{"use tl." + std::string(name) + "(...)", {}}};
    }
  }
  std::string_view near = nearest_name(name, known);
  if (near.empty()) return {};
  return {{"did you mean '" + std::string(near) + "'?", {}}};
}

}  // namespace tilewright::kernels::triton
