#include "kernels/cuda/printed_output.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

namespace tilewright::kernels::cuda {

bool prints_the_same(std::string_view left, std::string_view right) {
  size_t i = 0, j = 0;
  auto is_number = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
  while (i < left.size() && j < right.size()) {
    if (is_number(left[i]) && is_number(right[j])) {
      char *left_end = nullptr, *right_end = nullptr;
      std::string a(left.substr(i, 40)), b(right.substr(j, 40));
      double x = std::strtod(a.c_str(), &left_end), y = std::strtod(b.c_str(), &right_end);
      if (left_end == a.c_str() || right_end == b.c_str()) return false;
      bool is_whole =
          a.substr(0, static_cast<size_t>(left_end - a.c_str())).find_first_of(".eE") == std::string::npos;
      if (is_whole ? x != y : std::fabs(x - y) > 1e-3 * std::max({std::fabs(x), std::fabs(y), 1e-6}))
        return false;
      i += static_cast<size_t>(left_end - a.c_str());
      j += static_cast<size_t>(right_end - b.c_str());
      continue;
    }
    if (left[i] != right[j]) return false;
    ++i, ++j;
  }
  return i == left.size() && j == right.size();
}

}  // namespace tilewright::kernels::cuda
