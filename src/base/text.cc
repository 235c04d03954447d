#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace tilewright {

int edit_distance(std::string_view left, std::string_view right) {
  std::vector<std::vector<int>> cost(left.size() + 1, std::vector<int>(right.size() + 1));
  for (size_t i = 0; i <= left.size(); ++i) {
    for (size_t j = 0; j <= right.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = static_cast<int>(i + j);
        continue;
      }
      cost[i][j] = std::min(
          {cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (left[i - 1] != right[j - 1])});
      if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[left.size()][right.size()];
}

std::string_view nearest_name(std::string_view name, const std::vector<std::string_view>& names) {
  std::string_view best;
  int best_distance = static_cast<int>(name.size()) / 3 + 1;
  for (std::string_view candidate : names) {
    int distance = edit_distance(name, candidate);
    if (distance <= best_distance && (best.empty() || distance < best_distance)) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view name, const std::vector<std::string_view>& names) {
  std::string_view best = nearest_name(name, names);
  return best.empty() ? "" : fmt::format(": did you mean '{}'?", best);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find(separator, begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string_view json_mistake(std::string_view message) {
  size_t end = message.starts_with("[json.") ? message.find("] ") : std::string_view::npos;
  return end == std::string_view::npos ? message : message.substr(end + 2);
}

}  // namespace tilewright
