// Small text helpers shared by messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tilewright {

// Optimal string alignment distance (insert, delete, replace, swap of neighbours).
int edit_distance(std::string_view left, std::string_view right);
// The nearest of `names`, if near enough to be a typing mistake; else empty.
std::string_view nearest_name(std::string_view name, const std::vector<std::string_view>& names);
// ": did you mean 'x'?" or "".
std::string suggestion(std::string_view name, const std::vector<std::string_view>& names);

// What stands between separators; nothing after a separator at the end.
std::vector<std::string> split(std::string_view text, char separator);

// The JSON library's message without its own tag: "[json.exception.parse_error.101] parse error at ...".
std::string_view json_mistake(std::string_view message);

}  // namespace tilewright
