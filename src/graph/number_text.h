// Numbers as Python's repr writes them: the shortest text that reads back as the same double.
#pragma once

#include <cstdint>
#include <string>

namespace tilewright::graph {

// 0.37, 2.0, 1e-05, 1e+16, inf, -inf, nan.
std::string python_repr(double value);

}  // namespace tilewright::graph
