// printf-style formatting and format strings (Python library reference, "Format String Syntax").
#include "script/string_format.h"

#include <cmath>

#include <fmt/format.h>

#include "script/big_integer.h"
#include "script/bytes.h"
#include "script/implementation.h"
#include "script/names.h"
#include "script/number_format.h"
#include "script/objects.h"
#include "script/text.h"

namespace tilewright::script {

namespace {

struct Conversion {
  bool left = false, plus = false, space = false, alternate = false, zero = false;
  int64_t width = 0, precision = -1;
};

std::string padded(const Conversion& conversion, std::string sign, std::string body, bool is_number) {
  int64_t missing = conversion.width - code_point_count(sign) - code_point_count(body);
  if (missing <= 0) return sign + body;
  std::string fill(static_cast<size_t>(missing), is_number && conversion.zero && !conversion.left ? '0' : ' ');
  if (conversion.left) return sign + body + fill;
  return fill[0] == '0' ? sign + fill + body : fill + sign + body;
}

std::string number_sign(const Conversion& conversion, bool is_negative) {
  return is_negative ? "-" : conversion.plus ? "+" : conversion.space ? " " : "";
}

std::string percent_integer(Interpreter& interpreter, const Conversion& conversion, char type, const Value& value) {
  std::optional<BigInt> number = as_big(value);
  if (!number && value.is_float() && (type == 'd' || type == 'i' || type == 'u')) {
    if (!std::isfinite(value.floating())) {
      if (std::isnan(value.floating())) interpreter.raise("ValueError", "cannot convert float NaN to integer");
      interpreter.raise("OverflowError", "cannot convert float infinity to integer");
    }
    number = BigInt::from_double(value.floating());
  }
  if (!number) {
    std::optional<Value> index = interpreter.call_method(value, names::dunder_index, {});
    if (index) number = as_big(*index);
  }
  if (!number) {
    bool is_decimal = type == 'd' || type == 'i' || type == 'u';
    interpreter.raise("TypeError", fmt::format("%{} format: {} is required, not {}", type,
                                               is_decimal ? "a real number" : "an integer", interpreter.type_name(value)));
  }
  BigInt magnitude = number->is_negative() ? -*number : *number;
  int base = type == 'o' ? 8 : type == 'x' || type == 'X' ? 16 : 10;
  std::string digits = magnitude.to_string(base);
  if (conversion.precision > static_cast<int64_t>(digits.size())) {
    digits.insert(0, static_cast<size_t>(conversion.precision) - digits.size(), '0');
  }
  std::string prefix = !conversion.alternate || base == 10 ? "" : base == 8 ? "0o" : type == 'X' ? "0X" : "0x";
  if (type == 'X') {
    for (char& c : digits) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c);
  }
  return padded(conversion, number_sign(conversion, number->is_negative()) + prefix, digits, true);
}

std::string percent_float(Interpreter& interpreter, const Conversion& conversion, char type, const Value& value) {
  double number = interpreter.to_float(value, "");
  int64_t precision = conversion.precision < 0 ? 6 : conversion.precision;
  if ((type == 'g' || type == 'G') && precision == 0) precision = 1;
  std::string digits = float_digits(number, type, precision, conversion.alternate);
  bool is_negative = digits[0] == '-';
  if (is_negative) digits.erase(0, 1);
  return padded(conversion, number_sign(conversion, is_negative), digits, std::isfinite(number));
}

class PercentFormatter {
 public:
  PercentFormatter(Interpreter& interpreter, std::string_view pattern, const Value& values)
      : interpreter_(interpreter), pattern_(pattern), values_(values), tuple_(values.as<Tuple>()) {}

  std::string run() {
    std::string result;
    while (at_ < pattern_.size()) {
      char c = pattern_[at_++];
      if (c != '%') {
        result += c;
        continue;
      }
      convert(result);
      interpreter_.check_memory(static_cast<int64_t>(result.size()));
    }
    bool is_mapping = values_.as<Dict>() != nullptr;
    bool has_rest = tuple_ != nullptr ? next_ < tuple_->items.size() : next_ == 0 && !is_mapping && !has_named_;
    if (has_rest) {
      interpreter_.raise("TypeError", "not all arguments converted during string formatting");
    }
    return result;
  }

 private:
  char take() {
    if (at_ >= pattern_.size()) interpreter_.raise("ValueError", "incomplete format");
    return pattern_[at_++];
  }
  Value next_value() {
    if (named_) return *named_;
    if (tuple_ != nullptr) {
      if (next_ >= tuple_->items.size()) interpreter_.raise("TypeError", "not enough arguments for format string");
      return tuple_->items[next_++];
    }
    if (next_++ > 0) interpreter_.raise("TypeError", "not enough arguments for format string");
    return values_;
  }
  int64_t number_or_star(char& c) {
    int64_t value = 0;
    if (c == '*') {
      Value given = next_value();
      if (!given.is_int()) interpreter_.raise("TypeError", "* wants int");
      value = given.integer();
      c = take();
    } else {
      while (c >= '0' && c <= '9') {
        value = value * 10 + (c - '0');
        if (value > INT32_MAX) interpreter_.raise("ValueError", "width too big");
        c = take();
      }
    }
    // The digits, the padded text and the result live at one time.
    interpreter_.check_memory(3 * (value < 0 ? -value : value));
    return value;
  }

  void convert(std::string& result) {
    Conversion conversion;
    named_.reset();
    char c = take();
    if (c == '(') {
      if (values_.as<Dict>() == nullptr && !(values_.is_object() && values_.object()->tag() == TypeTag::Instance)) {
        interpreter_.raise("TypeError", "format requires a mapping");
      }
      size_t close = at_;
      int depth = 1;
      while (close < pattern_.size() && depth > 0) {
        if (pattern_[close] == '(') ++depth;
        if (pattern_[close] == ')') --depth;
        ++close;
      }
      if (depth != 0) interpreter_.raise("ValueError", "incomplete format key");
      named_ = interpreter_.get_item(values_, make_string(std::string(pattern_.substr(at_, close - 1 - at_))));
      has_named_ = true;
      at_ = close;
      c = take();
    }
    for (;; c = take()) {
      if (c == '-') conversion.left = true;
      else if (c == '+') conversion.plus = true;
      else if (c == ' ') conversion.space = true;
      else if (c == '#') conversion.alternate = true;
      else if (c == '0') conversion.zero = true;
      else break;
    }
    conversion.width = number_or_star(c);
    if (conversion.width < 0) {
      conversion.left = true;
      conversion.width = -conversion.width;
    }
    if (c == '.') {
      c = take();
      conversion.precision = std::max<int64_t>(0, number_or_star(c));
    }
    while (c == 'h' || c == 'l' || c == 'L') c = take();
    if (c == '%') {
      result += '%';
      return;
    }
    if (std::string_view("diouxXeEfFgGcrsa").find(c) == std::string_view::npos) {
      interpreter_.raise("ValueError", fmt::format("unsupported format character '{}' (0x{:x}) at index {}", c,
                                                   static_cast<int>(c), at_ - 1));
    }
    Value value = next_value();
    switch (c) {
      case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
        result += percent_integer(interpreter_, conversion, c, value);
        return;
      case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
        result += percent_float(interpreter_, conversion, c, value);
        return;
      case 'c': {
        std::string character;
        if (const std::string* text = as_string(value)) {
          if (code_point_count(*text) != 1) interpreter_.raise("TypeError", "%c requires int or char");
          character = *text;
        } else if (value.is_int()) {
          if (value.integer() < 0 || value.integer() > 0x10ffff) interpreter_.raise("OverflowError", "%c arg not in range(0x110000)");
          append_code_point(character, static_cast<uint32_t>(value.integer()));
        } else {
          interpreter_.raise("TypeError", "%c requires int or char");
        }
        result += padded(conversion, "", character, false);
        return;
      }
      default: {
        std::string text = c == 's' ? interpreter_.str(value) : interpreter_.repr(value);
        if (c == 'a') text = interpreter_.str(interpreter_.call_value(*interpreter_.implementation().builtin(hashed("ascii")), {{value}, {}, {}}));
        if (conversion.precision >= 0) text.resize(code_point_offset(text, conversion.precision));
        result += padded(conversion, "", text, false);
        return;
      }
    }
  }

  Interpreter& interpreter_;
  std::string_view pattern_;
  const Value& values_;
  Tuple* tuple_;
  size_t at_ = 0, next_ = 0;
  std::optional<Value> named_;
  bool has_named_ = false;
};

class BraceFormatter {
 public:
  BraceFormatter(Interpreter& interpreter, CallArguments& arguments, const Value* mapping)
      : interpreter_(interpreter), arguments_(arguments), mapping_(mapping) {}

  std::string run(std::string_view pattern, int depth) {
    if (depth < 0) interpreter_.raise("ValueError", "Max string recursion exceeded");
    std::string result;
    for (size_t i = 0; i < pattern.size(); ++i) {
      char c = pattern[i];
      if (c == '}') {
        if (i + 1 < pattern.size() && pattern[i + 1] == '}') {
          result += '}';
          ++i;
          continue;
        }
        interpreter_.raise("ValueError", "Single '}' encountered in format string");
      }
      if (c != '{') {
        result += c;
        continue;
      }
      if (i + 1 < pattern.size() && pattern[i + 1] == '{') {
        result += '{';
        ++i;
        continue;
      }
      if (i + 1 >= pattern.size()) interpreter_.raise("ValueError", "Single '{' encountered in format string");
      size_t end = i + 1;
      int nesting = 1;
      while (end < pattern.size()) {
        if (pattern[end] == '{') ++nesting;
        if (pattern[end] == '}' && --nesting == 0) break;
        ++end;
      }
      if (nesting != 0) interpreter_.raise("ValueError", "expected '}' before end of string");
      result += field(pattern.substr(i + 1, end - i - 1), depth);
      interpreter_.check_memory(static_cast<int64_t>(result.size()));
      i = end;
    }
    return result;
  }

 private:
  std::string field(std::string_view text, int depth) {
    size_t name_end = 0;
    int brackets = 0;
    while (name_end < text.size()) {
      char c = text[name_end];
      if (c == '[') ++brackets;
      if (c == ']') --brackets;
      if (brackets == 0 && (c == ':' || c == '!')) break;
      ++name_end;
    }
    std::string_view name = text.substr(0, name_end);
    char conversion = 0;
    size_t at = name_end;
    if (at < text.size() && text[at] == '!') {
      if (at + 1 >= text.size()) interpreter_.raise("ValueError", "end of string while looking for conversion specifier");
      conversion = text[at + 1];
      at += 2;
      if (at < text.size() && text[at] != ':') {
        interpreter_.raise("ValueError", "expected ':' after conversion specifier");
      }
    }
    std::string spec;
    if (at < text.size() && text[at] == ':') spec = run(text.substr(at + 1), depth - 1);
    Value value = look_up(name);
    switch (conversion) {
      case 0: break;
      case 's': value = make_string(interpreter_.str(value)); break;
      case 'r': value = make_string(interpreter_.repr(value)); break;
      case 'a': value = interpreter_.call_value(*interpreter_.implementation().builtin(hashed("ascii")), {{value}, {}, {}}); break;
      default:
        interpreter_.raise("ValueError", fmt::format("Unknown conversion specifier '{}'", conversion));
    }
    return interpreter_.format(value, spec);
  }

  Value look_up(std::string_view path) {
    size_t end = path.find_first_of(".[");
    std::string_view first = path.substr(0, end);
    Value value = argument(first);
    while (end < path.size()) {
      if (path[end] == '.') {
        size_t next = path.find_first_of(".[", end + 1);
        std::string_view name = path.substr(end + 1, next == std::string_view::npos ? next : next - end - 1);
        if (name.empty()) interpreter_.raise("ValueError", "Empty attribute in format string");
        value = interpreter_.get_attribute(value, name);
        end = next;
      } else {
        size_t close = path.find(']', end);
        if (close == std::string_view::npos) interpreter_.raise("ValueError", "Missing ']' in format string");
        std::string_view key = path.substr(end + 1, close - end - 1);
        if (key.empty()) interpreter_.raise("ValueError", "Empty attribute in format string");
        bool is_number = key.find_first_not_of("0123456789") == std::string_view::npos;
        std::optional<BigInt> number = is_number ? parse_integer(key, 10) : std::nullopt;
        value = interpreter_.get_item(value, number ? make_integer(*number) : make_string(std::string(key)));
        end = close + 1;
        if (end < path.size() && path[end] != '.' && path[end] != '[') {
          interpreter_.raise("ValueError", "Only '.' or '[' may follow ']' in format field specifier");
        }
      }
    }
    return value;
  }

  Value argument(std::string_view name) {
    bool is_number = name.find_first_not_of("0123456789") == std::string_view::npos;
    if (is_number) {
      if (mapping_ != nullptr) interpreter_.raise("ValueError", "Format string contains positional fields");
      size_t index = 0;
      if (name.empty()) {
        if (is_manual_) interpreter_.raise("ValueError", "cannot switch from manual field specification to automatic field numbering");
        is_automatic_ = true;
        index = next_++;
      } else {
        if (is_automatic_) interpreter_.raise("ValueError", "cannot switch from automatic field numbering to manual field specification");
        is_manual_ = true;
        if (name.size() > 9) interpreter_.raise("ValueError", "Too many decimal digits in format string");
        index = static_cast<size_t>(std::stoul(std::string(name)));
      }
      if (index >= arguments_.positional.size()) {
        interpreter_.raise("IndexError", fmt::format("Replacement index {} out of range for positional args tuple", index));
      }
      return arguments_.positional[index];
    }
    Value key = make_string(std::string(name));
    if (mapping_ != nullptr) return interpreter_.get_item(*mapping_, key);
    for (auto& [keyword, value] : arguments_.keywords) {
      if (keyword == name) return value;
    }
    Ref<Dict> empty = make<Dict>();
    return empty->get_item(interpreter_, key);
  }

  Interpreter& interpreter_;
  CallArguments& arguments_;
  const Value* mapping_;
  size_t next_ = 0;
  bool is_manual_ = false, is_automatic_ = false;
};

}  // namespace

std::string percent_format(Interpreter& interpreter, std::string_view pattern, const Value& values) {
  return PercentFormatter(interpreter, pattern, values).run();
}
std::string brace_format(Interpreter& interpreter, std::string_view pattern, CallArguments& arguments,
                         const Value* mapping) {
  return BraceFormatter(interpreter, arguments, mapping).run(pattern, 2);
}

}  // namespace tilewright::script
