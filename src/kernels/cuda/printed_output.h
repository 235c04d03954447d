// Comparing what two runs of a program printed.
#pragma once

#include <string_view>

namespace tilewright::kernels::cuda {

// Equal but for the last digits of numbers with a point, as sums in another order differ.
bool prints_the_same(std::string_view left, std::string_view right);

}  // namespace tilewright::kernels::cuda
