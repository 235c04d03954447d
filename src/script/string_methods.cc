// Methods of str and bytes.
#include <algorithm>

#include <fmt/format.h>
#include <utf8proc.h>

#include "script/arguments.h"
#include "script/builtin_types.h"
#include "script/bytes.h"
#include "script/string_format.h"
#include "script/text.h"

namespace tilewright::script {

namespace {

const std::string& text_of(const Value& self) { return self.as<String>()->text; }

template <class Change>
std::string map_code_points(std::string_view text, const Change& change) {
  std::string result;
  result.reserve(text.size());
  for (size_t i = 0; i < text.size(); i += code_point_bytes(text, i)) change(result, decode_code_point(text, i));
  return result;
}

uint32_t lower_of(uint32_t c) {
  return c < 0x80 ? (c >= 'A' && c <= 'Z' ? c + 32 : c) : static_cast<uint32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c)));
}
uint32_t upper_of(uint32_t c) {
  return c < 0x80 ? (c >= 'a' && c <= 'z' ? c - 32 : c) : static_cast<uint32_t>(utf8proc_toupper(static_cast<utf8proc_int32_t>(c)));
}
uint32_t title_of(uint32_t c) { return static_cast<uint32_t>(utf8proc_totitle(static_cast<utf8proc_int32_t>(c))); }
void append_upper(std::string& text, uint32_t c) {
  if (c == 0xdf) text += "SS";
  else append_code_point(text, upper_of(c));
}
utf8proc_category_t category(uint32_t c) { return utf8proc_category(static_cast<utf8proc_int32_t>(c)); }
bool is_upper(uint32_t c) { return category(c) == UTF8PROC_CATEGORY_LU || category(c) == UTF8PROC_CATEGORY_LT; }
bool is_lower(uint32_t c) { return category(c) == UTF8PROC_CATEGORY_LL; }
bool is_alpha(uint32_t c) {
  auto kind = category(c);
  return kind == UTF8PROC_CATEGORY_LU || kind == UTF8PROC_CATEGORY_LL || kind == UTF8PROC_CATEGORY_LT ||
         kind == UTF8PROC_CATEGORY_LM || kind == UTF8PROC_CATEGORY_LO;
}
bool is_decimal(uint32_t c) { return category(c) == UTF8PROC_CATEGORY_ND; }
bool is_cased(uint32_t c) { return is_upper(c) || is_lower(c); }

Value str_upper(Interpreter&, const Value& self, CallArguments&) { return make_string(map_code_points(text_of(self), append_upper)); }
Value str_lower(Interpreter&, const Value& self, CallArguments&) {
  return make_string(map_code_points(text_of(self), [](std::string& out, uint32_t c) { append_code_point(out, lower_of(c)); }));
}
Value str_casefold(Interpreter&, const Value& self, CallArguments&) {
  return make_string(map_code_points(text_of(self), [](std::string& out, uint32_t c) {
    if (c == 0xdf) out += "ss";
    else append_code_point(out, lower_of(c));
  }));
}
Value str_swapcase(Interpreter&, const Value& self, CallArguments&) {
  return make_string(map_code_points(text_of(self), [](std::string& out, uint32_t c) {
    if (is_upper(c)) append_code_point(out, lower_of(c));
    else append_upper(out, c);
  }));
}
Value str_capitalize(Interpreter&, const Value& self, CallArguments&) {
  bool is_first = true;
  return make_string(map_code_points(text_of(self), [&](std::string& out, uint32_t c) {
    append_code_point(out, is_first ? title_of(c) : lower_of(c));
    is_first = false;
  }));
}
Value str_title(Interpreter&, const Value& self, CallArguments&) {
  bool is_start = true;
  return make_string(map_code_points(text_of(self), [&](std::string& out, uint32_t c) {
    append_code_point(out, is_start ? title_of(c) : lower_of(c));
    is_start = !is_cased(c);
  }));
}

template <class Test>
Value all_of(const Value& self, const Test& test) {
  const std::string& text = text_of(self);
  if (text.empty()) return false;
  for (size_t i = 0; i < text.size(); i += code_point_bytes(text, i)) {
    if (!test(decode_code_point(text, i))) return false;
  }
  return true;
}
Value str_isalpha(Interpreter&, const Value& self, CallArguments&) { return all_of(self, is_alpha); }
Value str_isdecimal(Interpreter&, const Value& self, CallArguments&) { return all_of(self, is_decimal); }
Value str_isdigit(Interpreter&, const Value& self, CallArguments&) {
  return all_of(self, [](uint32_t c) { return is_decimal(c) || c == 0xb2 || c == 0xb3 || c == 0xb9 || (c >= 0x2070 && c <= 0x2089 && c != 0x2071); });
}
Value str_isnumeric(Interpreter&, const Value& self, CallArguments&) {
  return all_of(self, [](uint32_t c) {
    auto kind = category(c);
    return kind == UTF8PROC_CATEGORY_ND || kind == UTF8PROC_CATEGORY_NL || kind == UTF8PROC_CATEGORY_NO;
  });
}
Value str_isalnum(Interpreter&, const Value& self, CallArguments&) {
  return all_of(self, [](uint32_t c) {
    auto kind = category(c);
    return is_alpha(c) || kind == UTF8PROC_CATEGORY_ND || kind == UTF8PROC_CATEGORY_NL || kind == UTF8PROC_CATEGORY_NO;
  });
}
Value str_isspace(Interpreter&, const Value& self, CallArguments&) { return all_of(self, is_space); }
Value str_isascii(Interpreter&, const Value& self, CallArguments&) { return self.as<String>()->is_ascii(); }
Value str_isprintable(Interpreter&, const Value& self, CallArguments&) {
  std::string quoted = quote_text(text_of(self));
  std::string plain = text_of(self);
  std::erase_if(plain, [](char c) { return c == '\'' || c == '"' || c == '\\'; });
  return quote_text(plain).size() == plain.size() + 2;
}
Value str_isidentifier(Interpreter&, const Value& self, CallArguments&) {
  const std::string& text = text_of(self);
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  return all_of(self, [](uint32_t c) { return c == '_' || is_alpha(c) || is_decimal(c) || category(c) == UTF8PROC_CATEGORY_MN; });
}
template <bool (*wanted)(uint32_t), bool (*other)(uint32_t)>
Value str_is_case(Interpreter&, const Value& self, CallArguments&) {
  bool has_cased = false;
  const std::string& text = text_of(self);
  for (size_t i = 0; i < text.size(); i += code_point_bytes(text, i)) {
    uint32_t c = decode_code_point(text, i);
    if (other(c)) return false;
    has_cased |= wanted(c);
  }
  return has_cased;
}
Value str_istitle(Interpreter&, const Value& self, CallArguments&) {
  const std::string& text = text_of(self);
  bool is_after_cased = false, has_cased = false;
  for (size_t i = 0; i < text.size(); i += code_point_bytes(text, i)) {
    uint32_t c = decode_code_point(text, i);
    if (is_upper(c)) {
      if (is_after_cased) return false;
      is_after_cased = has_cased = true;
    } else if (is_lower(c)) {
      if (!is_after_cased) return false;
      has_cased = true;
    } else {
      is_after_cased = false;
    }
  }
  return has_cased;
}

enum class Side { Left, Right, Both };

template <Side side>
Value str_strip(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  std::string_view text = text_of(self);
  auto matches = [&](uint32_t c) { return is_space(c); };
  std::vector<uint32_t> set;
  bool has_set = !arguments.positional.empty() && !arguments.positional[0].is_none();
  if (has_set) {
    const std::string* characters = as_string(arguments.positional[0]);
    if (characters == nullptr) interpreter.raise("TypeError", "strip arg must be None or str");
    for (size_t i = 0; i < characters->size(); i += code_point_bytes(*characters, i)) set.push_back(decode_code_point(*characters, i));
  }
  auto strips = [&](uint32_t c) { return has_set ? std::find(set.begin(), set.end(), c) != set.end() : matches(c); };
  size_t begin = 0, end = text.size();
  while (side != Side::Right && begin < end && strips(decode_code_point(text, begin))) begin += code_point_bytes(text, begin);
  while (side != Side::Left && end > begin) {
    size_t last = end - 1;
    while (last > begin && (static_cast<uint8_t>(text[last]) & 0xc0) == 0x80) --last;
    if (!strips(decode_code_point(text, last))) break;
    end = last;
  }
  return make_string(std::string(text.substr(begin, end - begin)));
}

const std::string& text_argument(Interpreter& interpreter, const Value& value, std::string_view what) {
  const std::string* text = as_string(value);
  if (text == nullptr) interpreter.raise("TypeError", fmt::format("{} must be str, not {}", what, interpreter.type_name(value)));
  return *text;
}

Value str_split(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "split", arguments);
  Value separator = reader.optional("sep").value_or(Value());
  int64_t limit = reader.integer("maxsplit", -1);
  reader.finish();
  std::string_view text = text_of(self);
  interpreter.spend(text.size() / 16);
  std::vector<Value> parts;
  if (separator.is_none()) {
    size_t i = 0;
    while (true) {
      while (i < text.size() && is_space(decode_code_point(text, i))) i += code_point_bytes(text, i);
      if (i >= text.size()) break;
      if (limit >= 0 && static_cast<int64_t>(parts.size()) == limit) {
        std::string rest(text.substr(i));
        while (!rest.empty() && is_space(static_cast<uint8_t>(rest.back()))) rest.pop_back();
        parts.push_back(make_string(rest));
        break;
      }
      size_t start = i;
      while (i < text.size() && !is_space(decode_code_point(text, i))) i += code_point_bytes(text, i);
      parts.push_back(make_string(std::string(text.substr(start, i - start))));
    }
    return make_list(std::move(parts));
  }
  const std::string& by = text_argument(interpreter, separator, "sep");
  if (by.empty()) interpreter.raise("ValueError", "empty separator");
  size_t start = 0;
  while (limit < 0 || static_cast<int64_t>(parts.size()) < limit) {
    size_t at = text.find(by, start);
    if (at == std::string_view::npos) break;
    parts.push_back(make_string(std::string(text.substr(start, at - start))));
    start = at + by.size();
  }
  parts.push_back(make_string(std::string(text.substr(start))));
  return make_list(std::move(parts));
}

Value str_rsplit(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "rsplit", arguments);
  Value separator = reader.optional("sep").value_or(Value());
  int64_t limit = reader.integer("maxsplit", -1);
  reader.finish();
  if (limit < 0) {
    CallArguments plain{{separator}, {}, {}};
    return str_split(interpreter, self, plain);
  }
  std::string_view text = text_of(self);
  std::vector<Value> parts;
  size_t end = text.size();
  if (separator.is_none()) {
    auto space_before = [&](size_t at) { return at > 0 && is_space(static_cast<uint8_t>(text[at - 1])); };
    while (true) {
      while (space_before(end)) --end;
      if (end == 0) break;
      if (static_cast<int64_t>(parts.size()) == limit) {
        size_t begin = 0;
        while (begin < end && is_space(static_cast<uint8_t>(text[begin]))) ++begin;
        parts.push_back(make_string(std::string(text.substr(begin, end - begin))));
        break;
      }
      size_t start = end;
      while (start > 0 && !space_before(start)) --start;
      parts.push_back(make_string(std::string(text.substr(start, end - start))));
      end = start;
    }
  } else {
    const std::string& by = text_argument(interpreter, separator, "sep");
    if (by.empty()) interpreter.raise("ValueError", "empty separator");
    while (static_cast<int64_t>(parts.size()) < limit && end >= by.size()) {
      size_t at = text.rfind(by, end - by.size());
      if (at == std::string_view::npos) break;
      parts.push_back(make_string(std::string(text.substr(at + by.size(), end - at - by.size()))));
      end = at;
    }
    parts.push_back(make_string(std::string(text.substr(0, end))));
  }
  std::reverse(parts.begin(), parts.end());
  return make_list(std::move(parts));
}

Value str_splitlines(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "splitlines", arguments);
  std::optional<Value> keep = reader.optional("keepends");
  reader.finish();
  bool keeps = keep && interpreter.truthy(*keep);
  std::string_view text = text_of(self);
  std::vector<Value> lines;
  size_t start = 0;
  for (size_t i = 0; i < text.size();) {
    uint32_t c = decode_code_point(text, i);
    size_t size = code_point_bytes(text, i);
    bool ends = c == '\n' || c == '\r' || c == 0xb || c == 0xc || (c >= 0x1c && c <= 0x1e) || c == 0x85 || c == 0x2028 || c == 0x2029;
    if (!ends) {
      i += size;
      continue;
    }
    size_t stop = i;
    i += size;
    if (c == '\r' && i < text.size() && text[i] == '\n') ++i;
    lines.push_back(make_string(std::string(text.substr(start, (keeps ? i : stop) - start))));
    start = i;
  }
  if (start < text.size()) lines.push_back(make_string(std::string(text.substr(start))));
  return make_list(std::move(lines));
}

Value str_join(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  if (arguments.positional.size() != 1) interpreter.raise("TypeError", fmt::format("str.join() takes exactly one argument ({} given)", arguments.positional.size()));
  if (!arguments.positional[0].is_object()) interpreter.raise("TypeError", "can only join an iterable");
  std::string result;
  size_t index = 0;
  interpreter.for_each(arguments.positional[0], [&](Value item) {
    const std::string* part = as_string(item);
    if (part == nullptr) {
      interpreter.raise("TypeError", fmt::format("sequence item {}: expected str instance, {} found", index, interpreter.type_name(item)));
    }
    if (index++ != 0) result += text_of(self);
    interpreter.check_memory(static_cast<int64_t>(result.size() + part->size()));
    result += *part;
    return true;
  });
  return make_string(std::move(result));
}

uint64_t occurrences(const std::string& text, const std::string& part) {
  uint64_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

Value str_replace(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  if (arguments.positional.size() < 2) interpreter.raise("TypeError", fmt::format("replace expected at least 2 arguments, got {}", arguments.positional.size()));
  const std::string& from = text_argument(interpreter, arguments.positional[0], "replace() argument 1");
  const std::string& to = text_argument(interpreter, arguments.positional[1], "replace() argument 2");
  int64_t limit = arguments.positional.size() > 2 ? interpreter.to_int(arguments.positional[2], "") : -1;
  const std::string& text = text_of(self);
  interpreter.spend(text.size() / 16);
  std::string result;
  size_t start = 0;
  int64_t count = 0;
  uint64_t most = from.empty() ? static_cast<uint64_t>(self.as<String>()->size()) + 1 : occurrences(text, from);
  if (limit >= 0) most = std::min(most, static_cast<uint64_t>(limit));
  __int128 bytes = static_cast<__int128>(most) * static_cast<int64_t>(to.size()) + static_cast<int64_t>(text.size());
  if (bytes > INT64_MAX) interpreter.raise("MemoryError", "");
  interpreter.check_memory(static_cast<int64_t>(bytes));
  interpreter.spend(static_cast<uint64_t>(bytes) / 64);
  result.reserve(static_cast<size_t>(bytes));
  if (from.empty()) {
    for (size_t i = 0; i <= text.size() && (limit < 0 || count < limit); ++count) {
      result += to;
      start = i;
      if (i == text.size()) break;
      size_t size = code_point_bytes(text, i);
      result += text.substr(i, size);
      i += size;
      start = i;
    }
    return make_string(std::move(result.append(text, start)));
  }
  while (limit < 0 || count < limit) {
    size_t at = text.find(from, start);
    if (at == std::string::npos) break;
    result.append(text, start, at - start);
    result += to;
    start = at + from.size();
    ++count;
  }
  return make_string(std::move(result.append(text, start)));
}

// [start, stop) in code points -> bytes.
std::pair<size_t, size_t> byte_range(Interpreter& interpreter, const String& string, const CallArguments& arguments, size_t first) {
  int64_t size = string.size();
  auto bound = [&](size_t i, int64_t fallback) {
    if (arguments.positional.size() <= i || arguments.positional[i].is_none()) return fallback;
    int64_t value = interpreter.to_int(arguments.positional[i], "");
    if (value < 0) value = std::max<int64_t>(0, value + size);
    return value;
  };
  int64_t start = bound(first, 0), stop = std::min(bound(first + 1, size), size);
  if (start > size) return {std::string::npos, 0};
  return {code_point_offset(string.text, start), code_point_offset(string.text, std::max(stop, int64_t{0}))};
}

template <bool is_last, bool raises>
Value str_find(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  if (arguments.positional.empty()) interpreter.raise("TypeError", "find() takes at least 1 argument (0 given)");
  const String& string = *self.as<String>();
  const std::string& part = text_argument(interpreter, arguments.positional[0], "find() argument");
  auto [begin, end] = byte_range(interpreter, string, arguments, 1);
  interpreter.spend(string.text.size() / 64);
  size_t at = std::string::npos;
  if (begin != std::string::npos && end >= begin) {
    std::string_view area = std::string_view(string.text).substr(begin, end - begin);
    at = is_last ? area.rfind(part) : area.find(part);
  }
  if (at == std::string::npos) {
    if (raises) interpreter.raise("ValueError", "substring not found");
    return -1;
  }
  return code_point_count(std::string_view(string.text).substr(0, begin + at));
}

Value str_count(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  if (arguments.positional.empty()) interpreter.raise("TypeError", "count() takes at least 1 argument (0 given)");
  const String& string = *self.as<String>();
  const std::string& part = text_argument(interpreter, arguments.positional[0], "count() argument");
  auto [begin, end] = byte_range(interpreter, string, arguments, 1);
  if (begin == std::string::npos || end < begin) return 0;
  std::string_view area = std::string_view(string.text).substr(begin, end - begin);
  if (part.empty()) return code_point_count(area) + 1;
  int64_t count = 0;
  for (size_t at = area.find(part); at != std::string_view::npos; at = area.find(part, at + part.size())) ++count;
  return count;
}

template <bool is_end>
Value str_affix(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  std::string_view method = is_end ? "endswith" : "startswith";
  if (arguments.positional.empty()) interpreter.raise("TypeError", fmt::format("{}() takes at least 1 argument (0 given)", method));
  const String& string = *self.as<String>();
  auto [begin, end] = byte_range(interpreter, string, arguments, 1);
  if (begin == std::string::npos || end < begin) return false;
  std::string_view area = std::string_view(string.text).substr(begin, end - begin);
  auto test = [&, area = area](const Value& value) {
    const std::string* affix = as_string(value);
    if (affix == nullptr) {
      interpreter.raise("TypeError", arguments.positional[0].as<Tuple>() != nullptr
                                         ? fmt::format("tuple for {} must only contain str, not {}", method, interpreter.type_name(value))
                                         : fmt::format("{} first arg must be str or a tuple of str, not {}", method, interpreter.type_name(value)));
    }
    return is_end ? area.ends_with(*affix) : area.starts_with(*affix);
  };
  if (auto* tuple = arguments.positional[0].as<Tuple>()) {
    for (const Value& item : tuple->items) {
      if (test(item)) return true;
    }
    return false;
  }
  return test(arguments.positional[0]);
}

Value str_removeprefix(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  const std::string& prefix = text_argument(interpreter, arguments.positional.at(0), "removeprefix() argument");
  return text_of(self).starts_with(prefix) ? make_string(text_of(self).substr(prefix.size())) : self;
}
Value str_removesuffix(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  const std::string& suffix = text_argument(interpreter, arguments.positional.at(0), "removesuffix() argument");
  bool has = !suffix.empty() && text_of(self).ends_with(suffix);
  return has ? make_string(text_of(self).substr(0, text_of(self).size() - suffix.size())) : self;
}

template <bool from_right>
Value str_partition(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  const std::string& separator = text_argument(interpreter, arguments.positional.at(0), "partition() argument");
  if (separator.empty()) interpreter.raise("ValueError", "empty separator");
  const std::string& text = text_of(self);
  size_t at = from_right ? text.rfind(separator) : text.find(separator);
  if (at == std::string::npos) {
    if (from_right) return make_tuple({make_string(""), make_string(""), make_string(text)});
    return make_tuple({make_string(text), make_string(""), make_string("")});
  }
  return make_tuple({make_string(text.substr(0, at)), make_string(separator), make_string(text.substr(at + separator.size()))});
}

template <Side side>
Value str_justify(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  if (arguments.positional.empty()) interpreter.raise("TypeError", "ljust expected at least 1 argument, got 0");
  int64_t width = interpreter.to_int(arguments.positional[0], "");
  std::string fill = arguments.positional.size() > 1 ? text_argument(interpreter, arguments.positional[1], "fill character") : " ";
  if (code_point_count(fill) != 1) interpreter.raise("TypeError", "The fill character must be exactly one character long");
  int64_t missing = width - self.as<String>()->size();
  if (missing <= 0) return self;
  interpreter.check_memory(missing * static_cast<int64_t>(fill.size()));
  int64_t left = side == Side::Left ? 0 : side == Side::Right ? missing : missing / 2 + (missing & width & 1);
  std::string result;
  for (int64_t i = 0; i < left; ++i) result += fill;
  result += text_of(self);
  for (int64_t i = left; i < missing; ++i) result += fill;
  return make_string(std::move(result));
}
Value str_zfill(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  int64_t width = interpreter.to_int(arguments.positional.at(0), "");
  int64_t missing = width - self.as<String>()->size();
  if (missing <= 0) return self;
  interpreter.check_memory(missing);
  std::string text = text_of(self);
  size_t at = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  return make_string(text.insert(at, static_cast<size_t>(missing), '0'));
}
Value str_expandtabs(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "expandtabs", arguments);
  int64_t size = reader.integer("tabsize", 8);
  reader.finish();
  std::string result;
  int64_t column = 0;
  for (char c : text_of(self)) {
    if (c == '\t') {
      int64_t spaces = size > 0 ? size - column % size : 0;
      interpreter.check_memory(static_cast<int64_t>(result.size()) + spaces);
      result.append(static_cast<size_t>(spaces), ' ');
      column += spaces;
    } else {
      result += c;
      column = c == '\n' || c == '\r' ? 0 : column + ((static_cast<uint8_t>(c) & 0xc0) != 0x80);
    }
  }
  return make_string(std::move(result));
}
Value str_format(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  return make_string(brace_format(interpreter, text_of(self), arguments));
}
Value str_format_map(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  CallArguments none;
  return make_string(brace_format(interpreter, text_of(self), none, &arguments.positional.at(0)));
}
Value str_encode(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "encode", arguments);
  std::string encoding = interpreter.str(reader.optional("encoding").value_or(make_string("utf-8")));
  std::string errors = interpreter.str(reader.optional("errors").value_or(make_string("strict")));
  reader.finish();
  std::transform(encoding.begin(), encoding.end(), encoding.begin(), [](char c) { return c == '_' ? '-' : static_cast<char>(std::tolower(c)); });
  if (encoding == "utf-8" || encoding == "utf8") return make<Bytes>(text_of(self));
  uint32_t limit = encoding == "ascii" ? 0x80 : encoding == "latin-1" || encoding == "iso-8859-1" ? 0x100 : 0;
  if (limit == 0) interpreter.unsupported(fmt::format("encoding '{}' is not supported", encoding));
  std::string bytes;
  int64_t position = 0;
  const std::string& text = text_of(self);
  for (size_t i = 0; i < text.size(); i += code_point_bytes(text, i), ++position) {
    uint32_t c = decode_code_point(text, i);
    if (c < limit) bytes += static_cast<char>(c);
    else if (errors == "replace") bytes += '?';
    else if (errors != "ignore") {
      interpreter.raise("UnicodeEncodeError", fmt::format("'{}' codec can't encode character '\\x{:02x}' in position {}: ordinal not in range({})", encoding, c, position, limit));
    }
  }
  return make<Bytes>(std::move(bytes));
}
Value str_maketrans(Interpreter& interpreter, const Value&, CallArguments& arguments) {
  Ref<Dict> table = make<Dict>();
  if (arguments.positional.size() == 1) {
    auto* source = arguments.positional[0].as<Dict>();
    if (source == nullptr) interpreter.raise("TypeError", "if you give only one argument to maketrans it must be a dict");
    for (auto& [key, value] : source->entries()) {
      const std::string* text = as_string(key);
      table->set(interpreter, text != nullptr ? Value(static_cast<int64_t>(decode_code_point(*text, 0))) : key, value);
    }
    return table;
  }
  auto points = [&](size_t i) {
    std::vector<int64_t> list;
    const std::string& text = text_argument(interpreter, arguments.positional.at(i), "maketrans() argument");
    for (size_t at = 0; at < text.size(); at += code_point_bytes(text, at)) list.push_back(decode_code_point(text, at));
    return list;
  };
  std::vector<int64_t> from = points(0), to = points(1);
  if (from.size() != to.size()) interpreter.raise("ValueError", "the first two maketrans arguments must have equal length");
  for (size_t i = 0; i < from.size(); ++i) table->set(interpreter, Value(from[i]), Value(to[i]));
  if (arguments.positional.size() > 2) {
    for (int64_t c : points(2)) table->set(interpreter, Value(c), Value());
  }
  return table;
}
Value str_translate(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  const Value& table = arguments.positional.at(0);
  auto* dict = table.as<Dict>();
  if (dict == nullptr) interpreter.unsupported("str.translate with a table that is no dict is not supported");
  return make_string(map_code_points(text_of(self), [&](std::string& out, uint32_t c) {
    auto value = dict->find(interpreter, Value(static_cast<int64_t>(c)));
    if (!value) return append_code_point(out, c);
    if (value->is_none()) return;
    if (const std::string* text = as_string(*value)) {
      interpreter.check_memory(static_cast<int64_t>(out.size() + text->size()));
      out += *text;
    } else append_code_point(out, static_cast<uint32_t>(interpreter.to_int(*value, "")));
  }));
}

}  // namespace

const NativeMethodTable& str_methods() {
  static const NativeMethodTable table{
      "str",
      {{"join", str_join},
       {"format", str_format},
       {"split", str_split},
       {"strip", str_strip<Side::Both>},
       {"replace", str_replace},
       {"startswith", str_affix<false>},
       {"endswith", str_affix<true>},
       {"lower", str_lower},
       {"upper", str_upper},
       {"capitalize", str_capitalize},
       {"casefold", str_casefold},
       {"center", str_justify<Side::Both>},
       {"count", str_count},
       {"encode", str_encode},
       {"expandtabs", str_expandtabs},
       {"find", str_find<false, false>},
       {"format_map", str_format_map},
       {"index", str_find<false, true>},
       {"isalnum", str_isalnum},
       {"isalpha", str_isalpha},
       {"isascii", str_isascii},
       {"isdecimal", str_isdecimal},
       {"isdigit", str_isdigit},
       {"isidentifier", str_isidentifier},
       {"islower", str_is_case<is_lower, is_upper>},
       {"isnumeric", str_isnumeric},
       {"isprintable", str_isprintable},
       {"isspace", str_isspace},
       {"istitle", str_istitle},
       {"isupper", str_is_case<is_upper, is_lower>},
       {"ljust", str_justify<Side::Left>},
       {"lstrip", str_strip<Side::Left>},
       {"maketrans", str_maketrans, true},
       {"partition", str_partition<false>},
       {"removeprefix", str_removeprefix},
       {"removesuffix", str_removesuffix},
       {"rfind", str_find<true, false>},
       {"rindex", str_find<true, true>},
       {"rjust", str_justify<Side::Right>},
       {"rpartition", str_partition<true>},
       {"rsplit", str_rsplit},
       {"rstrip", str_strip<Side::Right>},
       {"splitlines", str_splitlines},
       {"swapcase", str_swapcase},
       {"title", str_title},
       {"translate", str_translate},
       {"zfill", str_zfill}}};
  return table;
}

}  // namespace tilewright::script
