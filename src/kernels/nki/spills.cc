#include "kernels/nki/spills.h"

#include <algorithm>
#include <set>

namespace tilewright::kernels::nki {

int64_t spilled_bytes(const std::vector<std::shared_ptr<Liveness>>& tiles, Space space, int64_t capacity) {
  std::vector<const Liveness*> order;
  for (const auto& tile : tiles) {
    if (tile->space == space && tile->first != 0) order.push_back(tile.get());
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const Liveness* a, const Liveness* b) { return a->first < b->first; });
  auto ends_earlier = [](const Liveness* a, const Liveness* b) { return a->last < b->last; };
  std::multiset<const Liveness*, decltype(ends_earlier)> live(ends_earlier);
  int64_t used = 0, spilled = 0;
  for (const Liveness* tile : order) {
    while (!live.empty() && (*live.begin())->last < tile->first) {
      used -= (*live.begin())->bytes;
      live.erase(live.begin());
    }
    live.insert(tile);
    used += tile->bytes;
    while (used > capacity) {
      auto furthest = std::prev(live.end());
      used -= (*furthest)->bytes;
      spilled += (*furthest)->bytes * (*furthest)->partitions;
      live.erase(furthest);
    }
  }
  return spilled;
}

}  // namespace tilewright::kernels::nki
