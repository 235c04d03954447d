// The union of ranges; see sector_count.h.
#include "kernels/memory/sector_count.h"

#include <algorithm>

namespace tilewright::kernels::memory {

uint64_t SectorCount::take() {
  if (!is_sorted_) std::sort(ranges_.begin(), ranges_.end());
  uint64_t count = 0;
  size_t next = 0;  // sectors below it are counted
  for (const auto& [first, last] : ranges_) {
    size_t from = std::max(first, next);
    if (from > last) continue;
    count += last - from + 1;
    next = last + 1;
  }
  ranges_.clear();
  is_sorted_ = true;
  return count;
}

}  // namespace tilewright::kernels::memory
