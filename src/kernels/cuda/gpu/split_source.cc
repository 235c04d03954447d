#include "kernels/cuda/gpu/split_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/cuda/lexer.h"

namespace tilewright::kernels::cuda::gpu {
namespace {

bool is_opening(std::string_view word) { return word == "(" || word == "[" || word == "{"; }
bool is_closing(std::string_view word) { return word == ")" || word == "]" || word == "}"; }

// Words before a parenthesis that is no parameter list.
bool takes_parentheses(std::string_view word) {
  return word == "__launch_bounds__" || word == "__attribute__" || word == "alignas" || word == "__align__" ||
         word == "decltype" || word == "noexcept" || word == "__cluster_dims__" || word == "__maxnreg__" ||
         word == "__block_size__" || word == "requires" || word == "explicit" || word == "__declspec";
}

bool is_class_word(std::string_view word) {
  return word == "struct" || word == "class" || word == "union" || word == "enum";
}

// Names of the standard library that CUDA has for devices too (cuda::std).
bool is_standard_on_device(std::string_view name) {
  for (std::string_view prefix : {"is_", "remove_", "add_", "make_", "enable_if", "conditional", "numeric_limits"}) {
    if (name.starts_with(prefix)) return name != "make_unique" && name != "make_shared";
  }
  constexpr std::string_view kNames[] = {
      "integral_constant", "true_type", "false_type", "bool_constant", "index_sequence", "integer_sequence", "forward",
      "move", "declval", "common_type", "common_type_t", "underlying_type", "underlying_type_t", "decay", "decay_t",
      "size_t", "ptrdiff_t", "nullptr_t", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t",
      "uint64_t", "array", "tuple", "pair", "void_t", "conjunction_v", "disjunction_v", "invoke_result_t"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

// What the words of a declaration say.
struct Words {
  bool is_global = false, is_device = false, is_host = false, is_constant = false, is_immutable = false;
  bool is_template = false, is_deduced = false;
};

class Splitter {
 public:
  Splitter(std::string_view source, SourceId id) : source_(source), id_(id), lexed_(lex(source)) {}

  SplitSource run(const std::function<bool(std::string_view)>& keeps_include) {
    for (const std::vector<Token>& directive : lexed_.directives) split_directive(directive, keeps_include);
    split_scope(0, size(), false);
    result_.device = applied(device_edits_);
    const std::vector<Token> device = lex(result_.device).program;
    for (const Token& token : device)
      result_.uses_standard |= std::string_view(result_.device).substr(token.begin, token.end - token.begin) == "std";
    result_.host = applied(host_edits_);
    return std::move(result_);
  }

 private:
  struct Edit {
    uint32_t begin, end;
    std::string text;
  };

  const std::vector<Token>& tokens() const { return lexed_.program; }
  size_t size() const { return tokens().size(); }
  std::string_view text(const Token& token) const { return source_.substr(token.begin, token.end - token.begin); }
  std::string_view text(size_t i) const { return i < size() ? text(tokens()[i]) : std::string_view(); }
  bool is(size_t i, std::string_view word) const { return text(i) == word; }
  bool is_identifier(size_t i) const { return i < size() && tokens()[i].kind == TokenKind::Identifier; }

  // The bracket that closes the one at `open`; size(): none.
  size_t closing(size_t open) const {
    int depth = 0;
    for (size_t i = open; i < size(); ++i) {
      if (tokens()[i].kind != TokenKind::Punctuation) continue;
      if (is_opening(text(i))) ++depth;
      if (is_closing(text(i)) && --depth == 0) return i;
    }
    return size();
  }
  // Past template arguments that begin at `open`; `open`: they do not end.
  size_t past_angles(size_t open) const {
    int depth = 0;
    for (size_t i = open; i < size(); ++i) {
      if (is(i, "<")) ++depth;
      if (is(i, ">") && --depth == 0) return i + 1;
      if (is_opening(text(i))) {
        i = closing(i);
      } else if (is(i, ";") || is_closing(text(i))) {
        return open;
      }
    }
    return open;
  }

  std::string line_ends(uint32_t begin, uint32_t end) const {
    return std::string(static_cast<size_t>(std::count(source_.begin() + begin, source_.begin() + end, '\n')), '\n');
  }
  Edit blank(uint32_t begin, uint32_t end, std::string text = {}) const {
    return {begin, end, std::move(text) + line_ends(begin, end)};
  }
  uint32_t begin_of(size_t i) const { return tokens()[i].begin; }
  uint32_t end_of(size_t i) const { return tokens()[std::min(i, size() - 1)].end; }

  std::string applied(std::vector<Edit>& edits) const {
    std::stable_sort(edits.begin(), edits.end(),
                     [](const Edit& left, const Edit& right) { return left.begin < right.begin; });
    std::string text;
    uint32_t at = 0;
    for (const Edit& edit : edits) {
      if (edit.begin < at) continue;  // inside something that was replaced as a whole
      text += source_.substr(at, edit.begin - at);
      text += edit.text;
      at = edit.end;
    }
    return text + std::string(source_.substr(at));
  }

  void split_directive(const std::vector<Token>& directive, const std::function<bool(std::string_view)>& keeps) {
    if (directive.size() < 2) return;
    bool has_kernel = false, has_body = false;
    for (const Token& token : directive) {
      has_kernel |= text(token) == "__global__";
      has_body |= text(token) == "{";
    }
    if (text(directive[0]) == "define" && has_kernel && has_body)
      result_.refused.push_back({DiagnosticKind::Unsupported,
                                 "a kernel inside a macro, for NVRTC",
                                 {id_, directive[0].begin, directive[0].end},
                                 {}});
    if (text(directive[0]) != "include") return;
    uint32_t begin = directive[1].begin, end = directive.back().end;
    std::string_view written = source_.substr(begin, end - begin);
    std::string_view name = written.size() > 2 ? written.substr(1, written.size() - 2) : std::string_view();
    if (written.front() == '"') {
      result_.refused.push_back({DiagnosticKind::Unsupported,
                                 fmt::format("a program for NVRTC that includes its own {}", written),
                                 {id_, begin, end},
                                 {}});
    } else if (keeps(name)) {
      result_.kept_includes.emplace_back(name);
      if (name == kWholeCub) blank_directive(directive);
    } else {
      blank_directive(directive);
    }
  }
  void blank_directive(const std::vector<Token>& directive) {
    size_t hash = source_.rfind('#', directive[0].begin);
    device_edits_.push_back(blank(static_cast<uint32_t>(hash), directive.back().end));
  }

  Words words_of(size_t begin, size_t end) const {
    Words words;
    for (size_t i = begin; i < end; ++i) {
      if (is_opening(text(i))) {
        i = closing(i);
        continue;
      }
      std::string_view word = text(i);
      words.is_global |= word == "__global__";
      words.is_device |= word == "__device__" || word == "__managed__";
      words.is_host |= word == "__host__";
      words.is_constant |= word == "__constant__";
      words.is_immutable |= word == "const" || word == "constexpr";
      words.is_template |= word == "template";
      words.is_deduced |= word == "auto" || word == "constexpr";
    }
    return words;
  }

  // Host code by what it mentions: NVRTC has neither the standard library nor the runtime's functions.
  bool mentions_host(size_t begin, size_t end) const {
    for (size_t i = begin; i < end; ++i) {
      if (is(i, "<") && is(i + 1, "<") && is(i + 2, "<")) return true;  // a launch
      if (!is_identifier(i)) continue;
      std::string_view word = text(i);
      bool is_runtime = word.size() > 4 && word.starts_with("cuda") && word[4] >= 'A' && word[4] <= 'Z';
      if (is_runtime || word == "FILE" || (word == "std" && is(i + 1, "::") && !is_standard_on_device(text(i + 2)))) return true;
    }
    return false;
  }
  bool mentions(size_t begin, size_t end, std::string_view word) const {
    for (size_t i = begin; i < end; ++i) {
      if (is(i, word)) return true;
    }
    return false;
  }

  void split_scope(size_t begin, size_t end, bool is_class) {
    if (++nesting_ <= kMostNesting) {
      for (size_t at = begin; at < end;) at = split_declaration(at, end, is_class);
    }
    --nesting_;
  }

  // One declaration; the index of the next.
  size_t split_declaration(size_t begin, size_t end, bool is_class) {
    if (is(begin, ";") || is(begin, "}")) return begin + 1;
    if (is_class && is_identifier(begin) && is(begin + 1, ":")) return begin + 2;  // public:
    size_t parameters = size(), class_word = size();
    for (size_t i = begin; i < end; ++i) {
      if (is(i, "template") && is(i + 1, "<")) {
        size_t past = past_angles(i + 1);
        if (past == i + 1) return end;
        i = past - 1;
      } else if (is(i, "namespace") || (is(i, "extern") && tokens()[std::min(i + 1, size() - 1)].kind == TokenKind::String)) {
        size_t open = i + 1;
        while (open < end && !is(open, "{") && !is(open, ";")) ++open;
        if (is(open, "{")) {
          split_scope(open + 1, closing(open), is_class);
          return closing(open) + 1;
        }
        if (i > begin && is(i - 1, "using") && mentions(i, open, "std"))
          device_edits_.push_back(blank(begin_of(begin), end_of(open)));
        return open + 1;
      } else if (is_class_word(text(i)) && parameters == size() && class_word == size()) {
        class_word = i;
      } else if (is(i, "operator") && is(i + 1, "(") && is(i + 2, ")")) {
        i += 2;
      } else if (is_identifier(i) && takes_parentheses(text(i)) && is(i + 1, "(")) {
        i = closing(i + 1);
      } else if (is(i, "(")) {
        if (parameters == size()) parameters = i;
        i = closing(i);
      } else if (is(i, "[")) {
        i = closing(i);
      } else if (is(i, "<") && is_identifier(i - 1) && parameters == size() && i > begin) {
        size_t past = past_angles(i);
        if (past != i) i = past - 1;
      } else if (is(i, ":") && parameters != size()) {
        i = past_initialisers(i + 1, end) - 1;
      } else if (is(i, "=") || is(i, ";")) {
        // "= default", a variable's value, or the end of a declaration.
        while (i < end && !is(i, ";")) i = is_opening(text(i)) ? closing(i) + 1 : i + 1;
        if (!is_class && parameters == size()) split_variable(begin, i);
        else if (!is_class) split_function_declaration(begin, i);
        return i + 1;
      } else if (is(i, "{")) {
        size_t close = closing(i);
        if (parameters != size()) {
          split_function(begin, parameters, i, std::min(close, size() - 1), is_class);
          return close + 1;
        }
        if (class_word != size()) {
          split_class(begin, class_word, i, close, is_class);
          i = close;
          if (!is(i + 1, ";")) continue;
          return i + 2;
        }
        i = close;
      }
    }
    return end;
  }

  // From the first name after a constructor's ':' to its body.
  size_t past_initialisers(size_t at, size_t end) const {
    while (at < end) {
      while (at < end && !is(at, "(") && !is(at, "{")) {
        size_t past = is(at, "<") ? past_angles(at) : at;
        at = past == at ? at + 1 : past;
      }
      at = closing(at) + 1;
      if (!is(at, ",")) return at;
      ++at;
    }
    return end;
  }

  void split_variable(size_t begin, size_t end) {
    Words words = words_of(begin, end);
    if (mentions(begin, end, "__managed__"))
      result_.refused.push_back({DiagnosticKind::Unsupported,
                                 "a __managed__ variable, for NVRTC",
                                 {id_, begin_of(begin), end_of(end)},
                                 {}});
    bool is_type = is(begin, "using") || is(begin, "typedef") || is(begin, "static_assert") || is(begin, "template");
    bool is_kept = words.is_device || words.is_constant ||
                   ((words.is_immutable || is_type || mentions(begin, end, "extern")) && !mentions_host(begin, end)) ||
                   is_class_word(text(begin));
    if (!is_kept) device_edits_.push_back(blank(begin_of(begin), end_of(end)));
  }

  void split_function_declaration(size_t begin, size_t end) {
    Words words = words_of(begin, end);
    bool is_other = is(begin, "static_assert") || is(begin, "typedef") || is(begin, "using");
    if (is_other && !mentions_host(begin, end)) return;
    if (words.is_global) {
      rename_kernel(begin, end);
    } else if (!words.is_device) {
      // A variable with a value in parentheses, or a function.
      bool is_value = words.is_constant || (words.is_immutable && !mentions_host(begin, end));
      if (!is_value) device_edits_.push_back(blank(begin_of(begin), end_of(end)));
    }
  }

  // The host's function of a kernel is a plain one in a section of its own.
  void rename_kernel(size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      if (!is(i, "__global__")) continue;
      Edit edit{begin_of(i), end_of(i), {}};
      edit.text = "TILEWRIGHT_GPU_KERNEL";
      host_edits_.push_back(std::move(edit));
    }
  }

  void split_class(size_t begin, size_t class_word, size_t open, size_t close, bool is_class) {
    if (is(class_word, "enum")) return;
    bool is_device = mentions(open, close, "__device__");
    if (!is_class && !is_device && mentions_host(begin, close)) {
      device_edits_.push_back(blank(begin_of(begin), end_of(is(close + 1, ";") ? close + 1 : close)));
      return;
    }
    split_scope(open + 1, close, true);
  }

  void split_function(size_t begin, size_t parameters, size_t open, size_t close, bool is_class) {
    Words words = words_of(begin, parameters);
    if (words.is_global) return split_kernel(begin, parameters, open, close);
    bool is_for_device = words.is_device || (is_class && !words.is_host) || words.is_deduced;
    if (words.is_device && !words.is_host) {
      // The host never calls it: only its type is needed, unless that is deduced from the body.
      if (!words.is_deduced)
        host_edits_.push_back(blank(begin_of(open), end_of(close), "{ __builtin_unreachable(); }"));
    } else if (!is_for_device || (!words.is_device && mentions_host(begin, close))) {
      device_edits_.push_back(blank(begin_of(begin), end_of(close), is_class ? ";" : ""));
    }
  }

  void split_kernel(size_t begin, size_t parameters, size_t open, size_t close) {
    rename_kernel(begin, open);
    std::string names;
    size_t end = closing(parameters);
    for (size_t at = parameters + 1; at < end;) {
      size_t name = size(), next = at;
      bool is_pack = false, has_value = false;
      for (; next < end && !is(next, ","); ++next) {
        if (is(next, "<")) {
          size_t past = past_angles(next);
          if (past != next) next = past - 1;
        } else if (is_opening(text(next))) {
          next = closing(next);
        } else if (is(next, "=")) {
          has_value = true;
        } else if (is(next, ".") || is(next, "...")) {
          is_pack = true;
        } else if (is_identifier(next) && !has_value) {
          name = next;
        }
      }
      bool is_void = next == at + 1 && is(at, "void");
      bool is_named = name != size() && name > at && !is_class_word(text(name)) && !is(name, "const");
      if (!is_named && !is_void) {
        result_.refused.push_back({DiagnosticKind::Unsupported,
                                   "a kernel's parameter without a name, for NVRTC",
                                   {id_, begin_of(at), end_of(next - 1)},
                                   {}});
        return;
      }
      if (!is_void) names += fmt::format("{}{}{}", names.empty() ? "" : ", ", text(name), is_pack ? "..." : "");
      at = next + 1;
    }
    host_edits_.push_back(
        blank(begin_of(open), end_of(close), fmt::format("{{ ::tilewright::launch_on_gpu({}); }}", names)));
  }

  static constexpr int kMostNesting = 200;

  std::string_view source_;
  SourceId id_;
  Lexed lexed_;
  int nesting_ = 0;
  std::vector<Edit> device_edits_, host_edits_;
  SplitSource result_;
};

}  // namespace

SplitSource split_source(std::string_view source, SourceId id,
                         const std::function<bool(std::string_view)>& keeps_include) {
  return Splitter(source, id).run(keeps_include);
}

}  // namespace tilewright::kernels::cuda::gpu
