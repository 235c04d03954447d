#include "graph/number_text.h"

#include <charconv>
#include <cmath>

namespace tilewright::graph {

std::string python_repr(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char buffer[64];
  // CPython's repr: exponent form when the decimal exponent is below -4 or at least 16.
  auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  std::string scientific(buffer, end);
  size_t mark = scientific.find('e');
  int exponent = std::stoi(scientific.substr(mark + 1));
  if (exponent < -4 || exponent >= 16) return scientific;
  end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed).ptr;
  std::string fixed(buffer, end);
  return fixed.find('.') == std::string::npos ? fixed + ".0" : fixed;
}

}  // namespace tilewright::graph
