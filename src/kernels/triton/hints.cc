#include "kernels/triton/hints.h"

#include <fmt/format.h>

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

struct KeywordHint {
  std::string_view function, keyword, text;
};
constexpr KeywordHint kKeywordHints[] = {
#define TW_KEYWORD(function, keyword, text) {function, keyword, text},
#include "kernels/triton/keywords.def"
#undef TW_KEYWORD
};

// "input axis? keep_dims? *rest" as a person reads it: "input, axis=, keep_dims=, *rest".
std::string readable(std::string_view signature) {
  std::string text;
  while (!signature.empty()) {
    size_t end = std::min(signature.find(' '), signature.size());
    std::string_view word = signature.substr(0, end);
    bool is_optional = word.ends_with('?');
    if (is_optional) word.remove_suffix(1);
    text += (text.empty() ? "" : ", ") + std::string(word) + (is_optional ? "=" : "");
    signature.remove_prefix(std::min(end + 1, signature.size()));
  }
  return text;
}

}  // namespace

std::vector<Note> hint_for_keyword(std::string_view function, std::string_view keyword, std::string_view signature) {
  for (const KeywordHint& hint : kKeywordHints) {
    bool is_function = hint.function == "*" || hint.function == function;
    if (is_function && hint.keyword == keyword) return {{std::string(hint.text), {}}};
  }
  return {{"its parameters are: " + readable(signature), {}}};
}

std::vector<Note> hint_for_name(std::string_view name) {
  for (const Hint& hint : kHints) {
    if (hint.name == name) return {{std::string(hint.text), {}}};
  }
  int builtin = find_builtin(name);
  if (builtin < 0) return {};
  std::string_view where = builtins()[static_cast<size_t>(builtin)].where;
  if (where.find('l') != std::string_view::npos) return {{fmt::format("it is tl.{}", name), {}}};
  if (where.find('d') == std::string_view::npos) return {};
  return {{fmt::format("use tl.extra.libdevice.{} (from triton.language.extra import libdevice)", name), {}}};
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
