// What regions of device memory held at one moment: to be put back, or compared with.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "kernels/memory/region.h"

namespace tilewright::kernels::memory {

class SavedRegions {
 public:
  // Keeps which bytes of the region are initialised and, if asked, all values. A region that is known already
  // stays as it was kept; one that is read-only cannot change and is known without a copy.
  void add(const std::shared_ptr<Region>& region, bool with_values = true);
  bool knows(const Region& region) const { return find(region) != nullptr; }

  // Values come back where they were kept.
  void restore() const;
  void restore(const Region& region) const;

  // The first byte from `begin` on at which the region differs from what it held; its size if none. Values
  // were kept.
  size_t first_difference(const Region& region, size_t begin = 0) const;
  const std::byte* values(const Region& region) const;
  const ByteSet& initialised(const Region& region) const;

 private:
  struct Kept {
    std::shared_ptr<Region> region;
    ByteSet initialised;
    KernelWork work;
    uint64_t kernel_bytes = 0;
    std::unique_ptr<std::byte[]> values;
  };
  static void put_back(const Kept& kept);
  const Kept* find(const Region& region) const;
  const Kept& kept(const Region& region) const;
  std::vector<Kept> kept_;
};

}  // namespace tilewright::kernels::memory
