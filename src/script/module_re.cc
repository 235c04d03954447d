// _re: regular expressions on PCRE2, whose syntax is Python's but for a few spellings that are rewritten here;
// re.py builds Pattern and Match on it.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <fmt/format.h>
#include <pcre2.h>

#include "script/arguments.h"
#include "script/bytes.h"
#include "script/implementation.h"
#include "script/modules.h"
#include "script/objects.h"
#include "script/text.h"

namespace tilewright::script {

namespace {

// Python's flag numbers.
constexpr int64_t kIgnoreCase = 2, kMultiline = 8, kDotAll = 16, kVerbose = 64, kAscii = 256;
// Steps of one match beyond which it counts as endless, and the memory it may take.
constexpr uint32_t kMatchLimit = 2'000'000, kHeapKibibytes = 64 * 1024;

// Python's spellings that PCRE2 reads otherwise: \Z for the very end, {,n} for {0,n}.
std::string to_pcre(std::string_view pattern) {
  std::string text;
  bool is_in_class = false;
  for (size_t i = 0; i < pattern.size(); ++i) {
    char c = pattern[i];
    if (c == '\\' && i + 1 < pattern.size()) {
      char escaped = pattern[++i];
      text += '\\';
      text += escaped == 'Z' && !is_in_class ? 'z' : escaped;
      continue;
    }
    if (is_in_class) {
      if (c == '[') text += '\\';  // no POSIX classes in Python
      is_in_class = c != ']';
      text += c;
      continue;
    }
    if (c == '[') {
      is_in_class = true;
      text += c;
      if (i + 1 < pattern.size() && pattern[i + 1] == '^') text += pattern[++i];
      if (i + 1 < pattern.size() && pattern[i + 1] == ']') {
        text += "\\]";
        ++i;
      }
      continue;
    }
    text += c;
    if (c == '{' && i + 1 < pattern.size() && pattern[i + 1] == ',') text += '0';
  }
  return text;
}

class CompiledPattern final : public Object {
 public:
  CompiledPattern(pcre2_code* code, bool bytes) : is_bytes(bytes), code_(code) {}
  ~CompiledPattern() override { pcre2_code_free(code_); }
  const bool is_bytes;
  std::string_view type_name() const override { return "re.CompiledPattern"; }
  const pcre2_code* code() const { return code_; }

  std::optional<Value> find_attribute(Interpreter&, std::string_view name) override {
    if (name == "groups") {
      uint32_t count = 0;
      pcre2_pattern_info(code_, PCRE2_INFO_CAPTURECOUNT, &count);
      return Value(static_cast<int64_t>(count));
    }
    if (name == "groupindex") return Value(group_index());
    return std::nullopt;
  }

 private:
  Ref<Dict> group_index() const {
    Ref<Dict> index = make<Dict>();
    uint32_t count = 0, entry_size = 0;
    PCRE2_SPTR table = nullptr;
    pcre2_pattern_info(code_, PCRE2_INFO_NAMECOUNT, &count);
    pcre2_pattern_info(code_, PCRE2_INFO_NAMEENTRYSIZE, &entry_size);
    pcre2_pattern_info(code_, PCRE2_INFO_NAMETABLE, &table);
    std::vector<std::pair<int64_t, std::string>> names;
    for (uint32_t i = 0; i < count; ++i, table += entry_size) {
      names.emplace_back(table[0] << 8 | table[1], reinterpret_cast<const char*>(table + 2));
    }
    std::sort(names.begin(), names.end());
    for (const auto& [number, name] : names) index->set(name, Value(number));
    return index;
  }

  pcre2_code* code_;
};

std::string_view text_of(Interpreter& interpreter, const Value& value, bool& is_bytes) {
  is_bytes = false;
  if (const std::string* text = as_string(value)) return *text;
  if (auto* bytes = value.as<Bytes>()) {
    is_bytes = true;
    return bytes->bytes;
  }
  interpreter.raise("TypeError",
                    fmt::format("expected string or bytes-like object, got '{}'", interpreter.type_name(value)));
}

// compile(pattern, flags) -> CompiledPattern, or the text of what is wrong with it.
Value compile_pattern(Interpreter& interpreter, CallArguments& arguments) {
  bool is_bytes = false;
  std::string pattern = to_pcre(text_of(interpreter, arguments.positional.at(0), is_bytes));
  int64_t flags = interpreter.to_int(arguments.positional.at(1), "flags");
  uint32_t options = PCRE2_ALT_BSUX;
  if (flags & kIgnoreCase) options |= PCRE2_CASELESS;
  if (flags & kMultiline) options |= PCRE2_MULTILINE;
  if (flags & kDotAll) options |= PCRE2_DOTALL;
  if (flags & kVerbose) options |= PCRE2_EXTENDED;
  if (!is_bytes) options |= PCRE2_UTF;
  if (!is_bytes && !(flags & kAscii)) options |= PCRE2_UCP;
  interpreter.spend(16 + pattern.size());
  pcre2_compile_context* context = pcre2_compile_context_create(nullptr);
  pcre2_set_newline(context, PCRE2_NEWLINE_LF);
  int error = 0;
  size_t place = 0;
  pcre2_code* code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(), options, &error,
                                   &place, context);
  pcre2_compile_context_free(context);
  if (code == nullptr) {
    unsigned char message[256] = {};
    pcre2_get_error_message(error, message, sizeof message);
    return make_string(fmt::format("{} at position {}", reinterpret_cast<const char*>(message), place));
  }
  return make<CompiledPattern>(code, is_bytes);
}

// Positions of scripts count code points.
class Positions {
 public:
  Positions(std::string_view text, bool is_bytes)
      : text_(text), is_plain_(is_bytes || code_point_count(text) == static_cast<int64_t>(text.size())) {}
  size_t offset(int64_t position) const {
    if (position < 0) position = 0;
    return is_plain_ ? std::min(static_cast<size_t>(position), text_.size()) : code_point_offset(text_, position);
  }
  int64_t position(size_t offset) const {
    return is_plain_ ? static_cast<int64_t>(offset) : code_point_count(text_.substr(0, offset));
  }

 private:
  std::string_view text_;
  bool is_plain_;
};

// match(pattern, text, start, end, mode): ends of every group as a flat tuple (-1: took no part), or None.
// mode: 0 search, 1 match at start, 2 match from start to end, 3 search that skips an empty match at start.
Value run_match(Interpreter& interpreter, CallArguments& arguments) {
  const auto& given = arguments.positional;
  auto* pattern = given.at(0).as<CompiledPattern>();
  if (pattern == nullptr) interpreter.raise("TypeError", "expected a compiled pattern");
  bool is_bytes = false;
  std::string_view text = text_of(interpreter, given.at(1), is_bytes);
  if (is_bytes != pattern->is_bytes) {
    interpreter.raise("TypeError", is_bytes ? "cannot use a string pattern on a bytes-like object"
                                            : "cannot use a bytes pattern on a string-like object");
  }
  Positions positions(text, is_bytes);
  size_t start = positions.offset(interpreter.to_int(given.at(2), "pos"));
  size_t end = given.at(3).is_none() ? text.size() : positions.offset(interpreter.to_int(given.at(3), "endpos"));
  if (start > end) return {};
  int64_t mode = interpreter.to_int(given.at(4), "mode");
  uint32_t options = PCRE2_NO_UTF_CHECK;
  if (mode == 1 || mode == 2) options |= PCRE2_ANCHORED;
  if (mode == 2) options |= PCRE2_ENDANCHORED;
  if (mode == 3) options |= PCRE2_NOTEMPTY_ATSTART;
  interpreter.spend(4 + (end - start) / 16);
  pcre2_match_data* data = pcre2_match_data_create_from_pattern(pattern->code(), nullptr);
  pcre2_match_context* context = pcre2_match_context_create(nullptr);
  pcre2_set_match_limit(context, kMatchLimit);
  pcre2_set_heap_limit(context, kHeapKibibytes);
  int count = pcre2_match(pattern->code(), reinterpret_cast<PCRE2_SPTR>(text.data()), end, start, options, data,
                          context);
  Value result;
  if (count > 0) {
    uint32_t groups = pcre2_get_ovector_count(data);
    const size_t* ends = pcre2_get_ovector_pointer(data);
    std::vector<Value> items;
    for (uint32_t i = 0; i < 2 * groups; ++i) {
      items.emplace_back(ends[i] == PCRE2_UNSET ? int64_t{-1} : positions.position(ends[i]));
    }
    result = make_tuple(std::move(items));
  }
  pcre2_match_context_free(context);
  pcre2_match_data_free(data);
  if (count < 0 && count != PCRE2_ERROR_NOMATCH) {
    interpreter.abort(DiagnosticKind::FuelExhausted, "a regular expression tried too many ways to match");
  }
  return result;
}

}  // namespace

Ref<Module> make_re_module(Interpreter&) {
  Ref<Module> module = make<Module>("_re");
  module->set("compile", make_function("compile", compile_pattern));
  module->set("match", make_function("match", run_match));
  return module;
}

}  // namespace tilewright::script
