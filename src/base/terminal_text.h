// Text that others wrote, as it goes to a terminal: what would steer the terminal (escape sequences, carriage
// returns, signs that turn the direction of writing) or is no UTF-8 is written as an escape.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace tilewright {

// Calls visit(bytes, code point) for each code point; -1 for a byte that is no part of UTF-8.
void for_each_point(std::string_view text, const std::function<void(std::string_view, int32_t)>& visit);
bool is_printed(int32_t point);
// "\x1b", "\u202e"; for bytes outside UTF-8 "\xff".
std::string escaped(std::string_view bytes, int32_t point);
// Line feeds and tabs stay.
std::string printable(std::string_view text);

}  // namespace tilewright
