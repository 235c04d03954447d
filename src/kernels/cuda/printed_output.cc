#include "kernels/cuda/printed_output.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

namespace tilewright::kernels::cuda {
namespace {

struct PrintedNumber {
  double value;
  bool is_whole;
  size_t length;
};

std::optional<PrintedNumber> number_at(std::string_view text, size_t at) {
  bool may_begin = (text[at] >= '0' && text[at] <= '9') || text[at] == '.';
  if (!may_begin) return std::nullopt;
  std::string digits(text.substr(at, 40));
  char* end = nullptr;
  double value = std::strtod(digits.c_str(), &end);
  auto length = static_cast<size_t>(end - digits.c_str());
  if (length == 0) return std::nullopt;
  bool is_whole = digits.substr(0, length).find_first_of(".eE") == std::string::npos;
  return PrintedNumber{value, is_whole, length};
}

bool is_same(const PrintedNumber& left, const PrintedNumber& right) {
  double x = left.value, y = right.value;
  if (left.is_whole) return x == y;
  return std::fabs(x - y) <= 1e-3 * std::max({std::fabs(x), std::fabs(y), 1e-6});
}

size_t gap_at(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && text[end] == ' ') ++end;
  return end - at;
}

// Of each number in turn whether it differs; null where the text between does.
std::optional<std::vector<bool>> compare(std::string_view left, std::string_view right) {
  std::vector<bool> differs;
  size_t i = 0, j = 0;
  while (i < left.size() && j < right.size()) {
    auto x = number_at(left, i), y = number_at(right, j);
    size_t left_gap = gap_at(left, i), right_gap = gap_at(right, j);
    if (x && y) {
      differs.push_back(!is_same(*x, *y));
      i += x->length;
      j += y->length;
    } else if (left_gap > 0 && right_gap > 0) {
      i += left_gap;
      j += right_gap;
    } else {
      if (left[i] != right[j]) return std::nullopt;
      ++i, ++j;
    }
  }
  if (i != left.size() || j != right.size()) return std::nullopt;
  return differs;
}

}  // namespace

bool prints_the_same(std::string_view left, std::string_view right, const MovingNumbers& moving) {
  auto differs = compare(left, right);
  if (!differs) return false;
  for (size_t i = 0; i < differs->size(); ++i) {
    bool is_moving = i < moving.size() && moving[i];
    if ((*differs)[i] && !is_moving) return false;
  }
  return true;
}

std::optional<MovingNumbers> moving_numbers(std::string_view left, std::string_view right) {
  return compare(left, right);
}

std::string sorted_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  std::sort(lines.begin(), lines.end());
  std::string sorted;
  for (std::string_view line : lines) (sorted += line) += '\n';
  return sorted;
}

}  // namespace tilewright::kernels::cuda
