#include "python/literals.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>

#include "python/identifiers.h"

namespace tilewright::python {
namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

// Digits of a power-of-two base (bits a digit) to decimal text: limbs of 10^9, each digit shifted in.
std::string to_decimal(std::string_view digits, int bits) {
  constexpr uint64_t kLimb = 1000000000;
  std::vector<uint32_t> limbs{0};  // least significant first
  uint64_t pending = 0;
  int pending_bits = 0;
  auto flush = [&] {
    uint64_t carry = pending;
    for (uint32_t& limb : limbs) {
      uint64_t value = (static_cast<uint64_t>(limb) << pending_bits) + carry;
      limb = static_cast<uint32_t>(value % kLimb);
      carry = value / kLimb;
    }
    for (; carry != 0; carry /= kLimb) limbs.push_back(static_cast<uint32_t>(carry % kLimb));
    pending = 0, pending_bits = 0;
  };
  for (char c : digits) {
    pending = (pending << bits) | static_cast<uint64_t>(digit_value(c));
    pending_bits += bits;
    if (pending_bits + bits > 30) flush();
  }
  flush();
  std::string text = fmt::format("{}", limbs.back());
  for (size_t i = limbs.size() - 1; i-- > 0;) text += fmt::format("{:09}", limbs[i]);
  return text;
}

std::optional<Constant> integer_value(std::string_view digits, int base) {
  if (digits.size() > (base == 10 ? kMaxDecimalDigits : kMaxOtherDigits)) return std::nullopt;
  while (digits.size() > 1 && digits[0] == '0') digits.remove_prefix(1);
  int64_t value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error == std::errc() && end == digits.data() + digits.size()) return Constant(value);
  if (base == 10) return Constant(BigInteger{std::string(digits)});
  return Constant(BigInteger{to_decimal(digits, base == 16 ? 4 : base == 8 ? 3 : 1)});
}

double float_value(const std::string& digits) {
  double value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  // Out of range: strtod gives infinity or the denormal (the program never leaves the C locale).
  return error == std::errc() ? value : std::strtod(digits.c_str(), nullptr);
}

// Reads escapes of a text or bytes literal, one at a time.
class EscapeReader {
 public:
  EscapeReader(std::string_view content, bool is_bytes) : content_(content), is_bytes_(is_bytes) {}

  std::optional<LiteralError> append(std::string& out) {
    while (at_ < content_.size() && !error_) {
      char c = content_[at_];
      if (c == '\\') {
        read_escape(out);
      } else if (c == '\r') {
        out += '\n';
        at_ += at_ + 1 < content_.size() && content_[at_ + 1] == '\n' ? 2 : 1;
      } else {
        out += c;
        ++at_;
      }
    }
    return error_;
  }

 private:
  char peek(size_t ahead) const { return at_ + ahead < content_.size() ? content_[at_ + ahead] : '\0'; }

  void fail(std::string message, size_t length) {
    error_ = LiteralError{std::move(message), static_cast<uint32_t>(at_),
                          static_cast<uint32_t>(std::min(length, content_.size() - at_))};
  }

  void simple(std::string& out, char value) {
    out += value;
    at_ += 2;
  }

  void read_escape(std::string& out) {
    switch (char c = peek(1)) {
      case '\r':
        at_ += peek(2) == '\n' ? 3 : 2;
        return;
      case '\n':
        at_ += 2;
        return;
      case '\\':
      case '\'':
      case '"':
        return simple(out, c);
      case 'a':
        return simple(out, '\a');
      case 'b':
        return simple(out, '\b');
      case 'f':
        return simple(out, '\f');
      case 'n':
        return simple(out, '\n');
      case 'r':
        return simple(out, '\r');
      case 't':
        return simple(out, '\t');
      case 'v':
        return simple(out, '\v');
      case 'x':
        return read_hexadecimal(out, 2);
      case 'u':
        if (!is_bytes_) return read_hexadecimal(out, 4);
        break;
      case 'U':
        if (!is_bytes_) return read_hexadecimal(out, 8);
        break;
      case 'N':
        if (!is_bytes_) return read_named(out);
        break;
      default:
        if (c >= '0' && c <= '7') return read_octal(out);
    }
    // An unknown escape stays as it is written.
    out += '\\';
    ++at_;
  }

  void emit(std::string& out, uint32_t value) {
    if (is_bytes_) {
      out += static_cast<char>(value & 0xff);
    } else {
      append_code_point(out, value);
    }
  }

  void read_octal(std::string& out) {
    uint32_t value = 0;
    size_t count = 0;
    while (count < 3 && peek(1 + count) >= '0' && peek(1 + count) <= '7') {
      value = value * 8 + static_cast<uint32_t>(peek(1 + count) - '0');
      ++count;
    }
    at_ += 1 + count;
    emit(out, value);
  }

  void read_hexadecimal(std::string& out, size_t digits) {
    uint32_t value = 0;
    for (size_t i = 0; i < digits; ++i) {
      int digit = digit_value(peek(2 + i));
      if (digit > 15) {
        if (is_bytes_)
          return fail(fmt::format("(value error) invalid \\x escape at position {}", at_), 2 + i);
        return fail(fmt::format("(unicode error) truncated \\{}{} escape", peek(1), std::string(digits, 'X')),
                    2 + i);
      }
      value = value * 16 + static_cast<uint32_t>(digit);
    }
    if (value > 0x10ffff) return fail("(unicode error) illegal Unicode character", 2 + digits);
    at_ += 2 + digits;
    emit(out, value);
  }

  void read_named(std::string& out) {
    size_t close = content_.find('}', at_);
    if (peek(2) != '{' || close == std::string_view::npos || close == at_ + 3) {
      return fail("(unicode error) malformed \\N character escape", 2);
    }
    std::string_view name = content_.substr(at_ + 3, close - at_ - 3);
    auto value = code_point_named(name);
    if (!value)
      return fail(fmt::format("(unicode error) unknown Unicode character name '{}'", name), close + 1 - at_);
    at_ = close + 1;
    append_code_point(out, *value);
  }

  std::string_view content_;
  bool is_bytes_;
  size_t at_ = 0;
  std::optional<LiteralError> error_;
};

void append_raw(std::string& out, std::string_view content) {
  for (size_t i = 0; i < content.size(); ++i) {
    if (content[i] == '\r') {
      out += '\n';
      i += i + 1 < content.size() && content[i + 1] == '\n';
    } else {
      out += content[i];
    }
  }
}

}  // namespace

std::optional<Constant> number_value(std::string_view spelling) {
  std::string digits;
  digits.reserve(spelling.size());
  for (char c : spelling) {
    if (c != '_') digits += c;
  }
  char second = digits.size() > 1 && digits[0] == '0' ? static_cast<char>(digits[1] | 0x20) : '\0';
  if (second == 'x' || second == 'o' || second == 'b') {
    return integer_value(std::string_view(digits).substr(2), second == 'x' ? 16 : second == 'o' ? 8 : 2);
  }
  if ((digits.back() | 0x20) == 'j') {
    digits.pop_back();
    return Constant(ImaginaryConstant{float_value(digits)});
  }
  if (digits.find_first_of(".eE") != std::string::npos) return Constant(float_value(digits));
  return integer_value(digits, 10);
}

StringPrefix read_prefix(std::string_view token) {
  StringPrefix prefix;
  uint32_t at = 0;
  for (; token[at] != '"' && token[at] != '\''; ++at) {
    switch (token[at] | 0x20) {
      case 'b':
        prefix.is_bytes = true;
        break;
      case 'r':
        prefix.is_raw = true;
        break;
      case 'f':
        prefix.is_formatted = true;
        break;
      case 'u':
        prefix.is_unicode = true;
        break;
    }
  }
  char quote = token[at];
  bool is_triple = token.size() >= at + 6 && token[at + 1] == quote && token[at + 2] == quote;
  uint32_t quotes = is_triple ? 3 : 1;
  prefix.content_begin = at + quotes;
  prefix.content_end = static_cast<uint32_t>(token.size()) - quotes;
  return prefix;
}

std::optional<LiteralError> append_text(std::string& out, std::string_view content, bool is_raw) {
  if (is_raw || content.find('\\') == std::string_view::npos) {
    if (content.find('\r') == std::string_view::npos) {
      out += content;
    } else {
      append_raw(out, content);
    }
    return std::nullopt;
  }
  return EscapeReader(content, false).append(out);
}

std::optional<LiteralError> append_bytes(std::string& out, std::string_view content, bool is_raw) {
  for (size_t i = 0; i < content.size(); ++i) {
    if (static_cast<unsigned char>(content[i]) >= 0x80) {
      return LiteralError{"bytes can only contain ASCII literal characters", static_cast<uint32_t>(i), 1};
    }
  }
  if (is_raw) {
    append_raw(out, content);
    return std::nullopt;
  }
  return EscapeReader(content, true).append(out);
}

}  // namespace tilewright::python
