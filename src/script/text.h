// UTF-8 text by code points, as str sees it (lone surrogates are kept in the same encoding).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tilewright::script {

// Bytes of the code point that starts at `offset` (at least 1, never past the end).
size_t code_point_bytes(std::string_view text, size_t offset);
uint32_t decode_code_point(std::string_view text, size_t offset);
void append_code_point(std::string& text, uint32_t code_point);
int64_t code_point_count(std::string_view text);
// Byte offset of the code point number `index` (the text's size if there are fewer).
size_t code_point_offset(std::string_view text, int64_t index);

bool is_space(uint32_t code_point);
std::string_view strip_whitespace(std::string_view text);

// repr() of a str: quotes chosen and characters escaped as CPython does; `is_ascii_only` as ascii().
std::string quote_text(std::string_view text, bool is_ascii_only = false);
std::string quote_bytes(std::string_view bytes);

}  // namespace tilewright::script
