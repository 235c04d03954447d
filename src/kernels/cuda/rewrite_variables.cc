// Shared variables become references into shared memory, device variables go into sections of their own.
#include <fmt/format.h>

#include "kernels/cuda/rewriting.h"

namespace tilewright::kernels::cuda {
namespace {

bool is_specifier_call(std::string_view word) {
  return word == "alignas" || word == "__align__" || word == "__attribute__" || word == "decltype" ||
         word == "__launch_bounds__" || word == "__builtin_align__";
}

}  // namespace

size_t Rewriting::statement_begin(size_t at) const {
  size_t begin = at;
  while (begin > 0) {
    size_t before = begin - 1;
    if (is(before, ")")) {
      size_t open = opening(before);
      if (open == none || open == 0 || !is_specifier_call(text(open - 1))) break;
      begin = open - 1;
    } else if (is(before, ">")) {
      size_t open = angles_opening(before);
      if (open == none) break;
      begin = open;
    } else if (is_identifier(before) || is(before, "::") || is(before, "*")) {
      begin = before;
    } else {
      break;
    }
  }
  return begin;
}

bool Rewriting::find_declarators(size_t begin, size_t end, std::vector<Declarator>& out) const {
  size_t last_word = none;
  bool is_first = true;
  for (size_t i = begin; i < end; ++i) {
    if (is_identifier(i) && is_specifier_call(text(i)) && is(i + 1, "(")) {
      i = closing(i + 1);
    } else if (is_identifier(i)) {
      last_word = i;
    } else if (is(i, "<") && is_first) {
      size_t past = past_angles(i);
      if (past == i) return false;
      i = past - 1;
    } else if (is(i, "{") && is_first && (last_word == none || out.empty())) {
      // The body of a struct or union that is declared on the way; or an initialiser.
      bool is_type = false;
      for (size_t j = begin; j < i; ++j)
        is_type |= is(j, "struct") || is(j, "union") || is(j, "class") || is(j, "enum");
      if (!is_type) return false;
      i = closing(i);
      last_word = none;
    } else if (is(i, "[")) {
      size_t name = last_word;
      while (is(i, "[")) i = closing(i) + 1;
      if (name == none || i > end) return false;
      out.push_back({name, i});
      is_first = false;
      last_word = none;
      if (i < end && !is(i, ",")) return false;
    } else if (is(i, ",")) {
      if (last_word == none) return false;
      out.push_back({last_word, i});
      is_first = false;
      last_word = none;
    } else if (!is(i, "*") && !is(i, "::") && !is(i, "&")) {
      return false;
    }
  }
  if (last_word != none) out.push_back({last_word, end});
  return !out.empty();
}

size_t Rewriting::rewrite_shared(size_t at) {
  size_t begin = statement_begin(at), end = at;
  while (end < size() && !is(end, ";"))
    end = is(end, "{") || is(end, "(") || is(end, "[") ? closing(end) + 1 : end + 1;
  if (end >= size()) return at;
  std::vector<Declarator> declarators;
  if (!find_declarators(begin, end, declarators)) {
    refuse(DiagnosticKind::KernelSyntax, begin, end,
           "a __shared__ declaration that is no plain list of variables (shared variables "
           "have no initial values)");
    return end;
  }
  bool is_dynamic = false;
  std::string base;
  for (size_t i = begin; i < declarators[0].name; ++i) {
    if (is(i, "extern")) is_dynamic = true;
    if (is(i, "extern") || is(i, "static") || is(i, "__shared__")) continue;
    // How dynamic shared memory is aligned is not the pointer's business.
    if (is_dynamic && is_specifier_call(text(i)) && !is(i, "decltype") && is(i + 1, "(")) {
      i = closing(i + 1);
      continue;
    }
    base += base.empty() ? "" : " ";
    base += text(i);
  }
  std::string out;
  for (const Declarator& declarator : declarators) {
    std::string name(text(declarator.name));
    std::string dimensions = joined(declarator.name + 1, declarator.end);
    if (is_dynamic) {
      if (scope() == Scope::Body)
        out +=
            fmt::format("auto* const {} = ::tilewright::dynamic_shared<{} {}>(); ", name, base, dimensions);
      else
        out += fmt::format(
            "static std::remove_extent_t<{0} {1}>* const {2} = (std::remove_extent_t<{0} "
            "{1}>*)TW_DYNAMIC_SHARED; ",
            base, dimensions, name);
    } else {
      std::string holder = fmt::format("tw_shared_{}_{}", ++shared_count_, name);
      out += fmt::format("struct {0} {{ {1} {2} {3}; }}; auto& {2} = ::tilewright::shared<{0}>().{2}; ",
                         holder, base, name, dimensions);
    }
  }
  replace(begin, end + 1, out);
  return end;
}

void Rewriting::rewrite_device_variable(size_t at) {
  if (scope() == Scope::Body && !is_directive_) return;
  bool is_constant_word = is(at, "__constant__"), is_managed = is(at, "__managed__");
  // One declaration may carry two of the words; the first one is rewritten.
  for (size_t i = statement_begin(at); i < at; ++i) {
    if (is(i, "__device__") || is(i, "__constant__") || is(i, "__managed__") || is(i, "__global__")) return;
  }
  bool is_immutable = false, is_extern = false;
  size_t end = at;
  for (size_t i = statement_begin(at); i < size(); ++i) {
    if (is(i, "const") || is(i, "constexpr")) is_immutable = true;
    if (is(i, "extern")) is_extern = true;
    if (is(i, "__managed__")) is_managed = true;
    if (is(i, "__constant__")) is_constant_word = true;
    if (is(i, "*")) is_immutable = false;  // const char* p: the pointer is not
    if (is(i, "operator") || is(i, "template") || is(i, "using") || is(i, "friend")) return;
    if (is_identifier(i) && is_specifier_call(text(i)) && is(i + 1, "(")) {
      i = closing(i + 1);
    } else if (is(i, "<")) {
      size_t past = past_angles(i);
      if (past == i) return;
      i = past - 1;
    } else if (is(i, "(") || is(i, "}") || is(i, ")") || is(i, "]")) {
      return;  // a function, a lambda
    } else if (is(i, ";") || is(i, "=") || is(i, "{") || is(i, "[")) {
      end = i;
      break;
    }
  }
  // Needs a type and a name.
  if (end < at + 3 ||
      (is_identifier(at + 1) && (is(at + 1, "struct") || is(at + 1, "class")) && is(end, "{")))
    return;
  if (is_immutable || is_extern) {
    if (!is_immutable)
      refuse(DiagnosticKind::Unsupported, at, end, "an extern declaration of a device variable");
    else
      replace(at, at + 1, "");
    for (size_t i = at + 1; i < end; ++i) {
      if (is(i, "__device__") || is(i, "__constant__")) replace(i, i + 1, "");
    }
    return;
  }
  replace(at, at + 1,
          is_managed         ? "TILEWRIGHT_MANAGED_VARIABLE"
          : is_constant_word ? "TILEWRIGHT_CONSTANT_VARIABLE"
                             : "TILEWRIGHT_DEVICE_VARIABLE");
  for (size_t i = statement_begin(at); i < end; ++i) {
    // Without static, so that the compiler does not reason about who else could write it.
    bool is_word = is(i, "__device__") || is(i, "__constant__") || is(i, "__managed__");
    if (i != at && (is_word || (is(i, "static") && scope() == Scope::Namespace))) replace(i, i + 1, "");
  }
}

}  // namespace tilewright::kernels::cuda
