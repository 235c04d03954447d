// The format mini-language (Python library reference, "Format Specification Mini-Language").
#include "script/number_format.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

#include "script/interpreter.h"
#include "script/text.h"

namespace tilewright::script {
namespace {

std::string group_digits(std::string_view digits, char separator, size_t every) {
  std::string grouped;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % every == 0) grouped += separator;
    grouped += digits[i];
  }
  return grouped;
}

std::string repeat(std::string_view text, int64_t count) {
  std::string result;
  for (int64_t i = 0; i < count; ++i) result += text;
  return result;
}

void check_width(Interpreter& interpreter, const FormatSpec& spec) {
  interpreter.check_memory(std::max(spec.width, spec.precision));
}

// Pads sign + prefix + digits; with '=' the padding goes after the sign, and zero fill keeps grouping.
std::string pad_number(const FormatSpec& spec, std::string sign, std::string_view digits, std::string_view rest,
                       size_t group_size) {
  std::string body(digits);
  bool is_zero_filled = spec.zero && spec.align == 0;
  char align = spec.align != 0 ? spec.align : spec.zero ? '=' : '>';
  if (spec.grouping != 0) {
    std::string plain = body;
    body = group_digits(plain, spec.grouping, group_size);
    if ((is_zero_filled || (align == '=' && spec.fill == "0")) && spec.width > 0) {
      auto wanted = spec.width - static_cast<int64_t>(sign.size() + rest.size());
      while (static_cast<int64_t>(body.size()) < wanted) {
        plain.insert(plain.begin(), '0');
        body = group_digits(plain, spec.grouping, group_size);
      }
    }
  }
  int64_t missing = spec.width - static_cast<int64_t>(sign.size() + body.size() + rest.size());
  std::string fill = is_zero_filled ? "0" : spec.fill;
  std::string text = body + std::string(rest);
  if (missing <= 0) return sign + text;
  switch (align) {
    case '<': return sign + text + repeat(fill, missing);
    case '^': return repeat(fill, missing / 2) + sign + text + repeat(fill, missing - missing / 2);
    case '=': return sign + repeat(fill, missing) + text;
    default: return repeat(fill, missing) + sign + text;
  }
}

std::string sign_text(const FormatSpec& spec, bool is_negative) {
  if (is_negative) return "-";
  return spec.sign == '+' ? "+" : spec.sign == ' ' ? " " : "";
}

[[noreturn]] void unknown_code(Interpreter& interpreter, char code, std::string_view type_name) {
  interpreter.raise("ValueError",
                    fmt::format("Unknown format code '{}' for object of type '{}'", code, type_name));
}

}  // namespace

FormatSpec parse_format_spec(Interpreter& interpreter, std::string_view text, std::string_view type_name) {
  FormatSpec spec;
  size_t at = 0;
  auto is_align = [](char c) { return c == '<' || c == '>' || c == '^' || c == '='; };
  size_t first = text.empty() ? 0 : code_point_bytes(text, 0);
  if (text.size() > first && first > 0 && is_align(text[first])) {
    spec.fill = std::string(text.substr(0, first));
    spec.align = text[first];
    at = first + 1;
  } else if (!text.empty() && is_align(text[0])) {
    spec.align = text[0];
    at = 1;
  }
  auto peek = [&] { return at < text.size() ? text[at] : '\0'; };
  if (peek() == '+' || peek() == '-' || peek() == ' ') spec.sign = text[at++];
  if (peek() == 'z') spec.coerce_zero = true, ++at;
  if (peek() == '#') spec.alternate = true, ++at;
  if (peek() == '0') {
    if (spec.align == 0) spec.zero = true;
    else if (spec.fill == " " && text[0] != ' ') spec.fill = "0";
    ++at;
  }
  auto number = [&]() -> int64_t {
    int64_t value = -1;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
      value = (value < 0 ? 0 : value) * 10 + (text[at++] - '0');
      if (value > 2147483647) interpreter.raise("ValueError", "Too many decimal digits in format string");
    }
    return value;
  };
  spec.width = number();
  if (peek() == ',' || peek() == '_') spec.grouping = text[at++];
  if (spec.grouping != 0 && (peek() == ',' || peek() == '_')) {
    interpreter.raise("ValueError", peek() == spec.grouping && peek() == ','
                                        ? "Cannot specify ',' with ','."
                                        : peek() == spec.grouping ? "Cannot specify '_' with '_'."
                                                                  : "Cannot specify both ',' and '_'.");
  }
  if (peek() == '.') {
    ++at;
    spec.precision = number();
    if (spec.precision < 0) interpreter.raise("ValueError", "Format specifier missing precision");
  }
  if (at < text.size()) {
    if (code_point_bytes(text, at) + at < text.size()) {
      interpreter.raise("ValueError", fmt::format("Invalid format specifier '{}' for object of type '{}'", text,
                                                  type_name));
    }
    spec.type = text[at];
  }
  check_width(interpreter, spec);
  return spec;
}

std::string float_repr(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char buffer[64];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  *end = '\0';  // atoi below reads up to it
  std::string_view text(buffer, static_cast<size_t>(end - buffer));
  std::string sign;
  if (text[0] == '-') sign = "-", text.remove_prefix(1);
  size_t e = text.find('e');
  std::string digits(text.substr(0, 1));
  if (e > 2) digits += text.substr(2, e - 2);
  int exponent = std::atoi(text.data() + e + 1);
  if (exponent < -4 || exponent >= 16) {
    std::string result = sign + digits.substr(0, 1);
    if (digits.size() > 1) result += "." + digits.substr(1);
    return result + fmt::format("e{}{:02d}", exponent < 0 ? '-' : '+', std::abs(exponent));
  }
  if (exponent < 0) return sign + "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
  auto whole = static_cast<size_t>(exponent) + 1;
  if (digits.size() <= whole) return sign + digits + std::string(whole - digits.size(), '0') + ".0";
  return sign + digits.substr(0, whole) + "." + digits.substr(whole);
}

std::string float_digits(double value, char style, int64_t precision, bool alternate) {
  bool is_upper = style >= 'A' && style <= 'Z';
  if (std::isnan(value)) return is_upper ? "NAN" : "nan";
  if (std::isinf(value)) return std::string(value < 0 ? "-" : "") + (is_upper ? "INF" : "inf");
  std::string pattern = fmt::format("%{}.*{}", alternate ? "#" : "", style);
  int size = std::snprintf(nullptr, 0, pattern.c_str(), static_cast<int>(precision), value);
  std::string text(static_cast<size_t>(size), '\0');
  std::snprintf(text.data(), text.size() + 1, pattern.c_str(), static_cast<int>(precision), value);
  return text;
}

std::string format_integer(Interpreter& interpreter, const BigInt& value, std::string_view text) {
  FormatSpec spec = parse_format_spec(interpreter, text, "int");
  if (spec.type == 0) spec.type = 'd';
  if (std::strchr("eEfFgG%", spec.type) != nullptr) {
    double floating = value.to_double();
    if (std::isinf(floating)) interpreter.raise("OverflowError", "int too large to convert to float");
    return format_float(interpreter, floating, text);
  }
  if (std::strchr("bcdoxXn", spec.type) == nullptr) unknown_code(interpreter, spec.type, "int");
  if (spec.precision >= 0) interpreter.raise("ValueError", "Precision not allowed in integer format specifier");
  if (spec.coerce_zero) {
    interpreter.raise("ValueError", "Negative zero coercion (z) not allowed in format specifier with integer format code 'd'");
  }
  if (spec.type == 'c') {
    if (spec.sign != '-') interpreter.raise("ValueError", "Sign not allowed with integer format specifier 'c'");
    if (spec.alternate) {
      interpreter.raise("ValueError", "Alternate form (#) not allowed with integer format specifier 'c'");
    }
    auto code = value.to_int64();
    if (!code || *code < 0 || *code > 0x10ffff) interpreter.raise("OverflowError", "%c arg not in range(0x110000)");
    std::string character;
    append_code_point(character, static_cast<uint32_t>(*code));
    FormatSpec padded = spec;
    int64_t missing = padded.width - 1;
    if (missing <= 0) return character;
    if (padded.align == '>' ) return repeat(padded.fill, missing) + character;
    if (padded.align == '^') return repeat(padded.fill, missing / 2) + character + repeat(padded.fill, missing - missing / 2);
    return character + repeat(padded.fill, missing);
  }
  if (spec.grouping == ',' && spec.type != 'd') {
    interpreter.raise("ValueError", fmt::format("Cannot specify ',' with '{}'.", spec.type));
  }
  int base = spec.type == 'b' ? 2 : spec.type == 'o' ? 8 : spec.type == 'x' || spec.type == 'X' ? 16 : 10;
  BigInt magnitude = value.is_negative() ? -value : value;
  std::string digits = magnitude.to_string(base);
  std::string prefix = !spec.alternate ? "" : base == 2 ? "0b" : base == 8 ? "0o" : base == 16 ? "0x" : "";
  if (spec.type == 'X') {
    for (char& c : digits) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c);
    if (!prefix.empty()) prefix = "0X";
  }
  return pad_number(spec, sign_text(spec, value.is_negative()) + prefix, digits, "", base == 10 ? 3 : 4);
}

std::string format_float(Interpreter& interpreter, double value, std::string_view text) {
  FormatSpec spec = parse_format_spec(interpreter, text, "float");
  char type = spec.type;
  if (type != 0 && std::strchr("eEfFgGn%", type) == nullptr) unknown_code(interpreter, type, "float");
  std::string digits;
  std::string suffix;
  if (type == 0) {
    if (spec.precision < 0) {
      digits = float_repr(value);
    } else {  // like 'g', but fixed notation keeps at least one digit past the point
      int64_t precision = spec.precision == 0 ? 1 : spec.precision;
      digits = float_digits(value, 'g', precision, spec.alternate);
      if (std::isfinite(value) && value != 0) {
        int exponent = std::atoi(float_digits(value, 'e', precision - 1, false).substr(
                                     float_digits(value, 'e', precision - 1, false).find('e') + 1).c_str());
        if (exponent == precision - 1 && digits.find('e') == std::string::npos &&
            digits.find('.') == std::string::npos) {
          digits = float_digits(value, 'e', precision - 1, spec.alternate);
          if (size_t dot = digits.find('.'); dot != std::string::npos && !spec.alternate) {
            size_t e = digits.find('e'), last = e;
            while (digits[last - 1] == '0') --last;
            if (digits[last - 1] == '.') --last;
            digits.erase(last, e - last);
          }
        }
      }
      if (std::isfinite(value) && digits.find_first_of(".e") == std::string::npos) digits += ".0";
    }
  } else if (type == '%') {
    digits = float_digits(value * 100, 'f', spec.precision < 0 ? 6 : spec.precision, spec.alternate);
    suffix = "%";
  } else {
    char style = type == 'n' ? 'g' : type;
    int64_t precision = spec.precision < 0 ? 6 : spec.precision;
    if ((style == 'g' || style == 'G') && precision == 0) precision = 1;
    digits = float_digits(value, style, precision, spec.alternate);
  }
  bool is_negative = !digits.empty() && digits[0] == '-';
  if (is_negative) digits.erase(0, 1);
  if (spec.coerce_zero && digits.find_first_of("123456789nNiI") == std::string::npos) is_negative = false;
  size_t whole = 0;
  while (whole < digits.size() && digits[whole] >= '0' && digits[whole] <= '9') ++whole;
  std::string rest = digits.substr(whole) + suffix;
  if (whole == 0) {  // inf, nan: padded as a whole
    std::string name = digits + suffix;
    FormatSpec plain = spec;
    plain.grouping = 0;
    return pad_number(plain, sign_text(spec, is_negative), name, "", 3);
  }
  return pad_number(spec, sign_text(spec, is_negative), digits.substr(0, whole), rest, 3);
}

std::string format_text(Interpreter& interpreter, std::string_view text, std::string_view spec_text) {
  FormatSpec spec = parse_format_spec(interpreter, spec_text, "str");
  if (spec.type != 0 && spec.type != 's') unknown_code(interpreter, spec.type, "str");
  if (spec.sign != '-') {
    interpreter.raise("ValueError", spec.sign == ' ' ? "Space not allowed in string format specifier"
                                                     : "Sign not allowed in string format specifier");
  }
  if (spec.alternate) interpreter.raise("ValueError", "Alternate form (#) not allowed in string format specifier");
  if (spec.align == '=' ) interpreter.raise("ValueError", "'=' alignment not allowed in string format specifier");
  if (spec.grouping != 0) {
    interpreter.raise("ValueError", fmt::format("Cannot specify '{}' with 's'.", spec.grouping));
  }
  std::string body(text);
  if (spec.precision >= 0) body = std::string(text.substr(0, code_point_offset(text, spec.precision)));
  int64_t missing = spec.width - code_point_count(body);
  if (missing <= 0) return body;
  std::string fill = spec.zero ? "0" : spec.fill;
  if (spec.align == '>') return repeat(fill, missing) + body;
  if (spec.align == '^') return repeat(fill, missing / 2) + body + repeat(fill, missing - missing / 2);
  return body + repeat(fill, missing);
}

std::optional<BigInt> parse_integer(std::string_view text, int base) {
  text = strip_whitespace(text);
  bool is_negative = false;
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
    is_negative = text[0] == '-';
    text.remove_prefix(1);
  }
  bool after_prefix = false;
  if (text.size() >= 2 && text[0] == '0') {
    char kind = static_cast<char>(text[1] | 0x20);
    int prefix_base = kind == 'x' ? 16 : kind == 'o' ? 8 : kind == 'b' ? 2 : 0;
    if (prefix_base != 0 && (base == 0 || base == prefix_base)) {
      base = prefix_base;
      text.remove_prefix(2);
      after_prefix = true;
    }
  }
  bool is_zero_only = base == 0;
  if (base == 0) base = 10;
  std::string digits;
  bool may_underscore = after_prefix;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '_') {
      if (!may_underscore || i + 1 == text.size()) return std::nullopt;
      may_underscore = false;
      continue;
    }
    int digit = c >= '0' && c <= '9' ? c - '0' : (c | 0x20) >= 'a' && (c | 0x20) <= 'z' ? (c | 0x20) - 'a' + 10 : 99;
    if (digit >= base) return std::nullopt;
    digits += c;
    may_underscore = true;
  }
  if (digits.empty()) return std::nullopt;
  if (is_zero_only && digits.size() > 1 && digits[0] == '0' &&
      digits.find_first_not_of('0') != std::string::npos) {
    return std::nullopt;  // int("010", 0)
  }
  BigInt value = BigInt::from_digits(digits, base);
  return is_negative ? -value : value;
}

std::optional<double> parse_float(std::string_view text) {
  text = strip_whitespace(text);
  std::string clean;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '_') {
      bool is_between = i > 0 && i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i - 1])) &&
                        std::isdigit(static_cast<unsigned char>(text[i + 1]));
      if (!is_between) return std::nullopt;
      continue;
    }
    clean += static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
  }
  std::string_view body = clean;
  bool is_negative = false;
  if (!body.empty() && (body[0] == '+' || body[0] == '-')) {
    is_negative = body[0] == '-';
    body.remove_prefix(1);
  }
  if (body.empty()) return std::nullopt;
  if (body == "inf" || body == "infinity") return is_negative ? -HUGE_VAL : HUGE_VAL;
  if (body == "nan") return is_negative ? -std::nan("") : std::nan("");
  if (body.find_first_not_of("0123456789.e+-") != std::string_view::npos) return std::nullopt;
  if (body[0] == 'e' || body[0] == '+' || body[0] == '-') return std::nullopt;
  double value = 0;
  auto [end, error] = std::from_chars(body.data(), body.data() + body.size(), value);
  if (end != body.data() + body.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) value = std::strtod(std::string(body).c_str(), nullptr);
  else if (error != std::errc()) return std::nullopt;
  return is_negative ? -value : value;
}

}  // namespace tilewright::script
