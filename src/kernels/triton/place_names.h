// How reports name a place in a tensor that a kernel was given.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace tilewright::kernels::triton {

struct PointerTarget;

// By axis, of the element that lies `index` elements behind a tensor's first one, which may be outside of it:
// the axis of the largest stride then goes beyond its extent. Empty: strides of 0 or ones that do not reach
// the place.
std::vector<int64_t> indices_of(const PointerTarget& target, int64_t index);
// "index 67 [4, 3]" of a tensor with several axes, else "index 67".
std::string index_name(const PointerTarget& target, int64_t index);
// "'x' is a tensor of shape [4, 16] and dtype fp32", and what is unusual about its strides.
std::vector<Note> tensor_notes(const PointerTarget& target);

}  // namespace tilewright::kernels::triton
