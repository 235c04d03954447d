// What to write instead of a name that triton.language does not have (hints.def), or of an argument (keywords.def).
#pragma once

#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace tilewright::kernels::triton {

std::vector<Note> hint_for_name(std::string_view name);  // empty if none is known
std::vector<Note> hint_for_method(std::string_view name);
// For an argument that a function does not have; lists its parameters if nothing better is known.
std::vector<Note> hint_for_keyword(std::string_view function, std::string_view keyword, std::string_view signature);

}  // namespace tilewright::kernels::triton
