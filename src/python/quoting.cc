#include "python/quoting.h"

#include <fmt/format.h>

#include <cmath>

#include "python/identifiers.h"
#include "python/literals.h"

namespace tilewright::python {
namespace {

// One code point where the text may hold surrogates, which no UTF-8 decoder accepts.
CodePoint next_code_point(std::string_view text, size_t at) {
  auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(text[at + i])); };
  if (byte(0) == 0xed && at + 2 < text.size() && byte(1) >= 0xa0) {
    return {((byte(0) & 0xf) << 12) | ((byte(1) & 0x3f) << 6) | (byte(2) & 0x3f), 3};
  }
  return decode_code_point(text, at);
}

std::string escape_code_point(uint32_t value) {
  switch (value) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    case '\\':
      return "\\\\";
    default:
      break;
  }
  if (value < 0x100) return fmt::format("\\x{:02x}", value);
  if (value < 0x10000) return fmt::format("\\u{:04x}", value);
  return fmt::format("\\U{:08x}", value);
}

// Python's choice: single quotes, unless the text has them and no double ones.
bool prefers_double(std::string_view text) {
  return text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos;
}

}  // namespace

bool QuoteRules::allows(std::string_view quotes) const {
  if (quotes == "'") return allows_single;
  if (quotes == "\"") return allows_double;
  return quotes == "'''" ? allows_triple_single : allows_triple_double;
}

QuoteRules QuoteRules::inside(std::string_view quotes) const {
  QuoteRules rules = *this;
  rules.allows_backslash = false;
  if (quotes == "'") rules.allows_single = rules.allows_triple_single = false;
  if (quotes == "\"") rules.allows_double = rules.allows_triple_double = false;
  if (quotes == "'''") rules.allows_triple_single = false;
  if (quotes == "\"\"\"") rules.allows_triple_double = false;
  if (quotes.size() == 1) rules.allows_triple_single = rules.allows_triple_double = false;
  return rules;
}

std::optional<std::string> escape_text(std::string_view utf8, std::string_view quotes,
                                       const QuoteRules& rules) {
  if (!rules.allows_backslash) {
    // The text goes in as it is, or not at all.
    bool has_line_end = utf8.find('\n') != std::string_view::npos;
    if (utf8.find_first_of("\\\r") != std::string_view::npos || utf8.find(quotes) != std::string_view::npos ||
        (has_line_end && quotes.size() == 1) || (!utf8.empty() && utf8.back() == quotes[0])) {
      return std::nullopt;
    }
    return std::string(utf8);
  }
  std::string out;
  for (size_t at = 0; at < utf8.size();) {
    CodePoint point = next_code_point(utf8, at);
    std::string_view bytes = utf8.substr(at, point.length);
    if (point.value == static_cast<uint32_t>(quotes[0])) {
      out += fmt::format("\\{}", quotes[0]);
    } else if (point.value == '\\' || !is_printable(point.value)) {
      out += escape_code_point(point.value);
    } else {
      out += bytes;
    }
    at += point.length;
  }
  return out;
}

std::optional<std::string> quote_text(std::string_view utf8, const QuoteRules& rules) {
  bool first_is_double = prefers_double(utf8);
  for (size_t i = 0; i < 4; ++i) {
    std::string_view quotes = kQuotes[first_is_double && i < 2 ? 1 - i : i];
    if (!rules.allows(quotes)) continue;
    if (auto text = escape_text(utf8, quotes, rules)) return fmt::format("{0}{1}{0}", quotes, *text);
  }
  return std::nullopt;
}

std::optional<std::string> quote_bytes(std::string_view bytes, const QuoteRules& rules) {
  bool first_is_double = prefers_double(bytes);
  for (size_t i = 0; i < 4; ++i) {
    std::string_view quotes = kQuotes[first_is_double && i < 2 ? 1 - i : i];
    if (!rules.allows(quotes)) continue;
    if (!rules.allows_backslash) {
      if (auto text = escape_text(bytes, quotes, rules)) return fmt::format("b{0}{1}{0}", quotes, *text);
      continue;
    }
    std::string out;
    for (char c : bytes) {
      if (c == quotes[0]) {
        out += fmt::format("\\{}", c);
      } else if (c == '\\' || c < ' ' || c > '~') {
        out += escape_code_point(static_cast<unsigned char>(c));
      } else {
        out += c;
      }
    }
    return fmt::format("b{0}{1}{0}", quotes, out);
  }
  return std::nullopt;
}

std::string quote_docstring(std::string_view utf8) {
  std::string out = "\"\"\"";
  for (size_t at = 0; at < utf8.size();) {
    CodePoint point = next_code_point(utf8, at);
    bool is_last = at + point.length == utf8.size();
    bool is_third_quote = point.value == '"' && out.size() >= 5 && out.ends_with("\"\"");
    if (point.value == '\n' || point.value == '\t') {
      out += static_cast<char>(point.value);
    } else if (point.value == '"' && (is_third_quote || is_last)) {
      out += "\\\"";
    } else if (point.value == '\\' || !is_printable(point.value)) {
      out += escape_code_point(point.value);
    } else {
      out += utf8.substr(at, point.length);
    }
    at += point.length;
  }
  return out + "\"\"\"";
}

std::string spell_big_integer(const BigInteger& value) {
  if (value.decimal.size() <= kMaxDecimalDigits) return value.decimal;
  std::vector<uint32_t> limbs;  // least significant first
  for (size_t at = 0; at < value.decimal.size(); at += 9) {
    std::string_view digits = std::string_view(value.decimal).substr(at, 9);
    uint64_t scale = 1, carry = 0;
    for (char digit : digits) {
      scale *= 10;
      carry = carry * 10 + static_cast<uint64_t>(digit - '0');
    }
    for (uint32_t& limb : limbs) {
      carry += limb * scale;
      limb = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) limbs.push_back(static_cast<uint32_t>(carry));
  }
  std::string text = fmt::format("0x{:x}", limbs.back());
  for (size_t i = limbs.size() - 1; i-- > 0;) text += fmt::format("{:08x}", limbs[i]);
  return text;
}

std::string spell_float(double value) {
  if (std::isinf(value)) return "1e309";
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

}  // namespace tilewright::python
