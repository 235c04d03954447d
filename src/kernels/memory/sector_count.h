// Distinct 32-byte sectors that one access of a block touches: what memory moves for it, since the lanes of
// one access are coalesced and repeats are served by the first-level cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tilewright::kernels::memory {

class SectorCount {
 public:
  static constexpr size_t kBytes = 32;

  // Bytes [begin, end) of one region, which must not be empty. Any order; ascending costs least.
  void add(size_t begin, size_t end) {
    size_t first = begin / kBytes, last = (end - 1) / kBytes;
    if (!ranges_.empty() && first >= ranges_.back().first && first <= ranges_.back().second + 1) {
      if (last > ranges_.back().second) ranges_.back().second = last;
      return;
    }
    is_sorted_ = is_sorted_ && (ranges_.empty() || first > ranges_.back().second);
    ranges_.emplace_back(first, last);
  }
  // The sectors since the last call.
  uint64_t take();

 private:
  std::vector<std::pair<size_t, size_t>> ranges_;  // of sectors, both ends included
  bool is_sorted_ = true;
};

}  // namespace tilewright::kernels::memory
