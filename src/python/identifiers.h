// Identifiers beyond ASCII: which code points may form them (XID_Start, XID_Continue and '_') and their
// normal form (NFKC), as PEP 3131 defines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tilewright::python {

// Byte offset of the first code point that may not stand there, or nothing for an identifier.
std::optional<size_t> find_non_identifier(std::string_view utf8);
std::string normalize_identifier(std::string_view utf8);

// The code point at `at` and how many bytes it takes; an invalid byte gives U+FFFD and 1.
struct CodePoint {
  uint32_t value;
  uint32_t length;
};
CodePoint decode_code_point(std::string_view utf8, size_t at);
// Surrogates are written as three bytes each (WTF-8).
void append_code_point(std::string& out, uint32_t value);
bool is_printable(uint32_t code_point);
// The code point of a Unicode character's name or alias, upper or lower case.
std::optional<uint32_t> code_point_named(std::string_view name);

}  // namespace tilewright::python
