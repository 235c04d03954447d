// Values for memory of which a run leaves most unwritten, since only a few of its programs run: those that
// the same memory held in a smaller run that was whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/memory/region.h"

namespace tilewright::kernels::memory {

// Some of the bytes of a region, from places spread evenly over it; whole elements.
struct ValueSample {
  static constexpr size_t kMostBytes = 16 << 10;
  std::vector<std::byte> bytes;
  size_t element = 1;  // bytes of one
};
ValueSample sample_values(const Region& region, size_t element);

// Fills a region page by page, each before it is first used: each page is the sample from an element on that
// `key` decides, over and over.
class StandIn {
 public:
  StandIn(Region& region, std::shared_ptr<const ValueSample> sample, uint64_t key);
  // Before anything reads or writes these bytes of the region.
  void fill(size_t begin, size_t end) {
    for (size_t page = begin / kPage; page * kPage < end; ++page) {
      if (!(filled_[page / 64] >> page % 64 & 1)) fill_page(page);
    }
  }

 private:
  static constexpr size_t kPage = 4096;
  void fill_page(size_t page);
  Region& region_;
  std::shared_ptr<const ValueSample> sample_;
  uint64_t key_;
  std::vector<uint64_t> filled_;
};

}  // namespace tilewright::kernels::memory
