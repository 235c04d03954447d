// Comparing what two runs of a program printed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilewright::kernels::cuda {

// Of each number that a program prints, in order: whether it is another one when the program's clock goes
// faster.
using MovingNumbers = std::vector<bool>;

// Equal but for the last digits of numbers with a point, as sums in another order differ, for the width of
// gaps, and for the numbers that `moving` names.
bool prints_the_same(std::string_view left, std::string_view right, const MovingNumbers& moving = {});

// Which numbers differ; null where more than numbers does.
std::optional<MovingNumbers> moving_numbers(std::string_view left, std::string_view right);

// What kernels print comes in no promised order.
std::string sorted_lines(std::string_view text);

}  // namespace tilewright::kernels::cuda
