// What to write instead of a name that triton.language does not have (hints.def).
#pragma once

#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace tilewright::kernels::triton {

std::vector<Note> hint_for_name(std::string_view name);  // empty if none is known
std::vector<Note> hint_for_method(std::string_view name);

}  // namespace tilewright::kernels::triton
