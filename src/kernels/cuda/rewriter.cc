#include "kernels/cuda/rewriter.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/cuda/rewriting.h"

namespace tilewright::kernels::cuda {
namespace {

bool is_opening(std::string_view word) { return word == "(" || word == "[" || word == "{"; }
bool is_closing(std::string_view word) { return word == ")" || word == "]" || word == "}"; }

// Words before a parenthesis that belongs to them and is no parameter list.
bool takes_parentheses(std::string_view word) {
  return word == "__launch_bounds__" || word == "__attribute__" || word == "alignas" || word == "__align__" ||
         word == "decltype" || word == "noexcept" || word == "__cluster_dims__" || word == "__maxnreg__" ||
         word == "__block_size__";
}

std::string applied(std::string_view source, std::vector<Edit>& edits) {
  std::stable_sort(edits.begin(), edits.end(),
                   [](const Edit& left, const Edit& right) { return left.begin < right.begin; });
  std::vector<Edit> kept;
  std::string text;
  uint32_t at = 0;
  for (Edit& edit : edits) {
    if (edit.begin < at) continue;  // inside something that was replaced as a whole
    text += source.substr(at, edit.begin - at);
    text += edit.text;
    at = edit.end;
    kept.push_back(std::move(edit));
  }
  text += source.substr(at);
  edits = std::move(kept);
  return text;
}

// The bytes of the name after #include, with its quotes or angle brackets; empty: the directive is another.
std::string_view included_name(std::string_view source, const std::vector<Token>& directive) {
  auto text = [&](size_t i) {
    return source.substr(directive[i].begin, directive[i].end - directive[i].begin);
  };
  if (directive.size() < 2 || text(0) != "include") return {};
  if (directive[1].kind == TokenKind::String) return text(1);
  if (text(1) != "<") return {};
  for (size_t i = 2; i < directive.size(); ++i) {
    if (text(i) == ">") return source.substr(directive[1].begin, directive[i].end - directive[1].begin);
  }
  return {};
}

}  // namespace

std::vector<std::string> find_includes(std::string_view source) {
  std::vector<std::string> includes;
  for (const std::vector<Token>& directive : lex(source).directives) {
    std::string_view name = included_name(source, directive);
    if (!name.empty()) includes.emplace_back(name);
  }
  return includes;
}

bool Rewriting::is_launch_open(size_t index) const {
  return index + 3 < size() && is(index, "<") && is(index + 1, "<") && is(index + 2, "<") &&
         are_adjacent(index) && are_adjacent(index + 1);
}
bool Rewriting::is_launch_close(size_t index) const {
  return index + 2 < size() && is(index, ">") && is(index + 1, ">") && is(index + 2, ">") &&
         are_adjacent(index) && are_adjacent(index + 1);
}

size_t Rewriting::closing(size_t open) const {
  int depth = 0;
  for (size_t i = open; i < size(); ++i) {
    if (tokens_[i].kind != TokenKind::Punctuation) continue;
    if (is_opening(text(i))) ++depth;
    if (is_closing(text(i)) && --depth == 0) return i;
  }
  return size();
}

size_t Rewriting::opening(size_t close) const {
  int depth = 0;
  for (size_t i = close + 1; i-- > 0;) {
    if (tokens_[i].kind != TokenKind::Punctuation) continue;
    if (is_closing(text(i))) ++depth;
    if (is_opening(text(i)) && --depth == 0) return i;
  }
  return none;
}

size_t Rewriting::past_angles(size_t open) const {
  int depth = 0;
  for (size_t i = open; i < size(); ++i) {
    if (is(i, "<")) ++depth;
    if (is(i, ">") && --depth == 0) return i + 1;
    if (is(i, "(") || is(i, "[") || is(i, "{")) {
      i = closing(i);
      if (i >= size()) return open;
    } else if (is(i, ";") || is(i, ")") || is(i, "}")) {
      return open;
    }
  }
  return open;
}

size_t Rewriting::angles_opening(size_t close) const {
  int depth = 0;
  for (size_t i = close + 1; i-- > 0;) {
    if (is(i, ">")) ++depth;
    if (is(i, "<") && --depth == 0) return i;
    if (is(i, ")") || is(i, "]") || is(i, "}")) {
      i = opening(i);
      if (i == none) return none;
    } else if (is(i, ";") || is(i, "(") || is(i, "{")) {
      return none;
    }
  }
  return none;
}

std::string Rewriting::joined(size_t begin, size_t end) const {
  std::string result;
  for (size_t i = begin; i < end; ++i) {
    if (i > begin && !(tokens_[i].kind == TokenKind::Punctuation && tokens_[i - 1].end == tokens_[i].begin))
      result += ' ';
    result += text(i);
  }
  return result;
}

std::string Rewriting::line_ends(uint32_t begin, uint32_t end) const {
  std::string result;
  for (uint32_t i = begin; i < end; ++i) {
    if (source_[i] == '\n') result += is_directive_ ? "\\\n" : "\n";
  }
  return result;
}

void Rewriting::replace(size_t begin, size_t end, std::string text) {
  uint32_t from = tokens_[begin].begin, to = tokens_[end - 1].end;
  result_.edits.push_back({from, to, std::move(text) + line_ends(from, to)});
}

void Rewriting::refuse(DiagnosticKind kind, size_t begin, size_t end, std::string message) {
  result_.refused.push_back(
      {kind, std::move(message), {id_, tokens_[begin].begin, tokens_[end - 1].end}, {}});
}

void Rewriting::note_brace(size_t at) {
  if (is(at, "}")) {
    if (!scopes_.empty()) scopes_.pop_back();
    return;
  }
  // What the brace belongs to stands between it and the end of the statement before.
  Scope kind = Scope::Body;
  for (size_t i = at; i-- > 0;) {
    if (is(i, ";") || is(i, "}") || is(i, "{")) break;
    if (is(i, ")")) {
      // A function, a lambda, an if: but "struct alignas(16) S {" goes on.
      size_t open = opening(i);
      if (open == none || open == 0 || !takes_parentheses(text(open - 1))) break;
      i = open;
      continue;
    }
    if (is(i, "=") || is(i, "return")) break;
    if (is(i, "namespace") ||
        (is(i, "extern") && i + 1 < size() && tokens_[i + 1].kind == TokenKind::String)) {
      kind = Scope::Namespace;
      break;
    }
    if (is(i, "struct") || is(i, "class") || is(i, "union")) kind = Scope::Class;
  }
  if (scope() == Scope::Body && kind == Scope::Namespace) kind = Scope::Body;
  scopes_.push_back(kind);
}

// `__PRETTY_FUNCTION__` names a kernel in reports; pointers are named after the parameters they were passed
// as.
void Rewriting::name_parameters(size_t open, size_t close, std::string& out) const {
  size_t begin = open + 1;
  while (begin < close) {
    size_t end = begin, name = none;
    bool is_pointer = false, is_plain = true;
    for (; end < close && !is(end, ","); ++end) {
      if (is(end, "<")) {
        size_t past = past_angles(end);
        if (past == end) return;
        end = past - 1;
      } else if (is(end, "(") || is(end, ".") || is(end, "...")) {
        is_plain = false;
        if (is(end, "(")) end = closing(end);
      } else if (is(end, "*")) {
        is_pointer = true;
        name = none;
      } else if (is(end, "=") || is(end, "[")) {
        if (is(end, "[")) is_pointer = true;
        while (end < close && !is(end, ",")) end = is_opening(text(end)) ? closing(end) + 1 : end + 1;
        break;
      } else if (is_identifier(end) && !is(end, "const") && !is(end, "__restrict__") &&
                 !is(end, "__restrict") && !is(end, "restrict") && !is(end, "volatile")) {
        name = end;
      }
    }
    if (is_pointer && is_plain && name != none && name > begin)
      out += fmt::format(" ::tilewright::name_argument(\"{0}\", {0});", text(name));
    begin = end + 1;
  }
}

size_t Rewriting::rewrite_kernel(size_t at) {
  std::string bounds;
  size_t parameters = none;
  for (size_t i = at + 1; i < size(); ++i) {
    if (is(i, ";") || is(i, "}")) return at + 1;  // a declaration
    if (is(i, "__launch_bounds__") && is(i + 1, "(")) bounds = joined(i + 2, closing(i + 1));
    if (is_identifier(i) && takes_parentheses(text(i)) && is(i + 1, "(")) {
      i = closing(i + 1);
    } else if (is(i, "<") && parameters == none) {
      size_t past = past_angles(i);
      if (past == i) return at + 1;
      i = past - 1;
    } else if (is(i, "(")) {
      if (parameters == none) parameters = i;
      i = closing(i);
    } else if (is(i, "{")) {
      size_t end = closing(i);
      if (parameters == none || end >= size()) return at + 1;
      std::string opening;
      if (is(at, "__global__")) name_parameters(parameters, closing(parameters), opening);
      insert(tokens_[i].end, fmt::format("{} ::tilewright::run_kernel(__PRETTY_FUNCTION__, "
                                         "::tilewright::launch_bound({}), [=]() mutable {{",
                                         opening, bounds));
      insert(tokens_[end].begin, "}); ");
      return at + 1;
    }
  }
  return at + 1;
}

void Rewriting::rewrite_launch(size_t open) {
  size_t close = open + 3;
  while (close < size() && !(is_launch_close(close) && is(close + 3, "("))) {
    if (is(close, ";")) return;
    close = is_opening(text(close)) ? closing(close) + 1 : close + 1;
  }
  if (close >= size() || open == 0) return;
  // The callee: names with template arguments, joined by :: . ->, or something in brackets.
  size_t begin = open;
  for (;;) {
    size_t part = begin - 1;
    if (is(part, ">")) {
      part = angles_opening(part);
      if (part == none || part == 0) return;
      --part;
    }
    while (is(part, ")") || is(part, "]")) {
      part = opening(part);
      if (part == none) return;
      if (is_identifier(part - 1) && part > 0) --part;
    }
    begin = part;
    // A name that a macro makes of parts.
    while (begin >= 3 && is(begin - 1, "#") && is(begin - 2, "#")) begin -= 3;
    if (begin >= 2 && (is(begin - 1, "::") || is(begin - 1, ".") || is(begin - 1, "->")) &&
        (is_identifier(begin - 2) || is(begin - 2, ">") || is(begin - 2, ")"))) {
      --begin;
      continue;
    }
    if (begin >= 1 && is(begin - 1, "::")) --begin;
    break;
  }
  size_t end = closing(close + 3);
  if (end >= size()) return;
  insert(tokens_[begin].begin, fmt::format("(::tilewright::push_launch({}), ", joined(open + 3, close)));
  replace(open, close + 3, "");
  insert(tokens_[end].end, ")");
}

// cudaLaunchKernel((void*)kernel, ...): our function takes the kernel with its type.
void Rewriting::strip_cast(size_t at) {
  if (!is(at + 1, "(")) return;
  size_t first = at + 2;
  if (is(first, "(")) {
    size_t close = closing(first);
    bool is_void = close < size() && is(close - 1, "*") && (is(close - 2, "void") || is(close - 2, "const"));
    // Before a name rewrite_erasure does more.
    if (is_void && !is_identifier(close + 1)) replace(first, close + 1, "");
  } else if ((is(first, "reinterpret_cast") || is(first, "static_cast")) && is(first + 1, "<")) {
    size_t past = past_angles(first + 1);
    if (past != first + 1 && is(past, "(")) replace(first, past, "");
  }
}

// (void*)name, which may take a kernel's type away: what is launched through such a pointer must be known.
void Rewriting::rewrite_erasure(size_t at) {
  size_t open = is(at - 1, "const") ? at - 2 : at - 1, star = is(at + 1, "const") ? at + 2 : at + 1;
  if (at < 2 || !is(open, "(") || !is(star, "*") || !is(star + 1, ")") || !is_identifier(star + 2)) return;
  bool follows_operand = open > 0 && ((is_identifier(open - 1) && !is(open - 1, "return")) || is(open - 1, ")") ||
                                      is(open - 1, "]") || is(open - 1, ">"));
  if (follows_operand) return;
  size_t end = star + 2;
  for (std::string_view word : {"const", "noexcept", "NULL", "nullptr", "this", "new", "sizeof", "override"}) {
    if (is(end, word)) return;
  }
  while (is_identifier(end) && is(end + 1, "::")) end += 2;
  if (!is_identifier(end++)) return;
  if (is(end, "<")) end = past_angles(end);
  if (!is(end, ",") && !is(end, ")") && !is(end, ";")) return;
  replace(open, star + 2, "::tilewright::erased(");
  insert(tokens_[end - 1].end, ")");
}

void Rewriting::run(const std::vector<Token>& tokens, bool is_directive) {
  tokens_ = tokens;
  is_directive_ = is_directive;
  scopes_.clear();
  if (is_directive) {
    std::string_view name = included_name(source_, tokens_);
    auto other = includes_.find(name);
    auto begin = static_cast<uint32_t>(name.data() - source_.data());
    if (!name.empty() && other != includes_.end())
      result_.edits.push_back({begin, begin + static_cast<uint32_t>(name.size()), other->second});
  }
  if (is_directive && !is(0, "define")) return;
  if (is_directive) {
    bool has_kernel = false, has_body = false;
    for (size_t i = 2; i < size(); ++i) {
      has_kernel |= is(i, "__global__");
      has_body |= is(i, "{");
    }
    if (has_kernel && !has_body) kernel_macros_.insert(std::string(text(1)));
  }
  for (size_t i = 0; i < size(); ++i) {
    if (is(i, "{") || is(i, "}")) note_brace(i);
    if (is_launch_open(i)) {
      rewrite_launch(i);
      i += 2;
      continue;
    }
    if (!is_identifier(i)) continue;
    std::string_view word = text(i);
    if (word == "__global__" || (!is_directive && kernel_macros_.contains(std::string(word)))) {
      rewrite_kernel(i);
    } else if (word == "__shared__") {
      i = rewrite_shared(i);
    } else if (word == "__device__" || word == "__constant__" || word == "__managed__") {
      rewrite_device_variable(i);
    } else if (word == "__noinline__" && !(i > 0 && is(i - 1, "("))) {
      replace(i, i + 1, "TILEWRIGHT_NOINLINE");
    } else if (word == "asm" || word == "__asm__" || word == "__asm") {
      i = rewrite_assembly(i);
    } else if (word == "for") {
      rewrite_for(i);
    } else if (word == "while") {
      rewrite_while(i);
    } else if (word == "cudaLaunchKernel" || word == "cudaLaunchCooperativeKernel") {
      strip_cast(i);
    } else if (word == "void" && i > 0) {
      rewrite_erasure(i);
    }
  }
}

Rewritten rewrite(std::string_view source, SourceId id, const Rewriting::IncludeNames& includes) {
  Rewritten result;
  Lexed lexed = lex(source);
  Rewriting rewriting(source, id, includes, result);
  for (const std::vector<Token>& directive : lexed.directives) rewriting.run(directive, true);
  rewriting.run(lexed.program, false);
  // A byte order mark is nobody's character; ours would stand before it.
  if (source.starts_with("\xef\xbb\xbf")) result.edits.insert(result.edits.begin(), {0, 3, ""});
  result.text = applied(source, result.edits);
  return result;
}

uint32_t original_column(std::string_view source, const std::vector<Edit>& edits, uint32_t line,
                         uint32_t column) {
  // The byte at which the line begins in the source; the same line begins there in the rewritten text, since
  // no edit changes the number of lines.
  uint32_t begin = 0;
  for (uint32_t i = 1; i < line && begin < source.size(); ++begin) {
    if (source[begin] == '\n') ++i;
  }
  uint32_t at = begin, written = 0;  // bytes of the rewritten line so far
  for (const Edit& edit : edits) {
    if (edit.end < begin) continue;
    size_t last_line = edit.text.rfind('\n');
    if (edit.begin < begin) {
      // Began on an earlier line: only what follows its last line end is on this one.
      written =
          static_cast<uint32_t>(edit.text.size() - (last_line == std::string::npos ? 0 : last_line + 1));
      at = edit.end;
      continue;
    }
    uint32_t plain = edit.begin - at;
    if (written + plain >= column) break;
    written += plain + static_cast<uint32_t>(std::min(edit.text.size(), edit.text.find('\n')));
    at = edit.end;
    if (written >= column) return edit.begin - begin + 1;
  }
  return at - begin + (column - written);
}

}  // namespace tilewright::kernels::cuda
