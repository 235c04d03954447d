// The values of number and string literals.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "python/ast.h"

namespace tilewright::python {

// The most digits of an integer literal: of base ten as CPython has it, of others to bound the work.
inline constexpr size_t kMaxDecimalDigits = 4300;
inline constexpr size_t kMaxOtherDigits = 40000;

// The value of a Number token; nothing if it has too many digits.
std::optional<Constant> number_value(std::string_view spelling);

struct StringPrefix {
  bool is_bytes = false, is_raw = false, is_formatted = false, is_unicode = false;
  uint32_t content_begin = 0, content_end = 0;  // of the text between the quotes, relative to the token
};
StringPrefix read_prefix(std::string_view token);

// A fault inside a literal, at a byte of the text given.
struct LiteralError {
  std::string message;
  uint32_t at = 0, length = 1;
};

// The value of the text between the quotes: escapes taken away unless `is_raw`, line ends made '\n'.
// Appended to `out`; text strings in UTF-8, lone surrogates as WTF-8.
std::optional<LiteralError> append_text(std::string& out, std::string_view content, bool is_raw);
std::optional<LiteralError> append_bytes(std::string& out, std::string_view content, bool is_raw);

}  // namespace tilewright::python
