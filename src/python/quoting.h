// Spells the values of constants as Python literals.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "python/ast.h"

namespace tilewright::python {

// What a literal may look like where it stands: between the braces of a formatted string there is no
// backslash and the quotes around are taken.
struct QuoteRules {
  bool allows_single = true, allows_double = true;                // 'x' and "x"
  bool allows_triple_single = true, allows_triple_double = true;  // '''x''' and """x"""
  bool allows_backslash = true;

  bool allows(std::string_view quotes) const;
  // Inside the braces of a formatted string with these quotes.
  QuoteRules inside(std::string_view quotes) const;
};

inline constexpr std::string_view kQuotes[] = {"'", "\"", "'''", "\"\"\""};

// The text with escapes for `quotes`, without the quotes; nothing if the rules forbid what it needs.
std::optional<std::string> escape_text(std::string_view utf8, std::string_view quotes,
                                       const QuoteRules& rules);
// The whole literal; nothing where the rules leave no way to write it.
std::optional<std::string> quote_text(std::string_view utf8, const QuoteRules& rules);
std::optional<std::string> quote_bytes(std::string_view bytes, const QuoteRules& rules);
// In three double quotes, its line ends as they are.
std::string quote_docstring(std::string_view utf8);
// In hexadecimal where the decimal digits are more than a decimal literal may have.
std::string spell_big_integer(const BigInteger& value);
// The shortest text that reads back as the same number; 1e309 for infinity.
std::string spell_float(double value);

}  // namespace tilewright::python
