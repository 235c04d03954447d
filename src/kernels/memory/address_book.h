// Memory that a script has asked the address of (tensor.data_ptr()): the only memory that pointers which a kernel
// makes of integers can reach.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "kernels/memory/region.h"

namespace tilewright::kernels::memory {

class AddressBook {
 public:
  // The extension of script::Interpreter that holds the book of one run.
  static constexpr const char* kExtension = "memory.addresses";

  void add(const std::shared_ptr<Region>& region) {
    regions_[reinterpret_cast<uintptr_t>(region->base)] = region;
  }
  // The region whose bytes (or end) hold the address; null: none that is alive.
  std::shared_ptr<Region> find(uint64_t address) const {
    auto after = regions_.upper_bound(address);
    if (after == regions_.begin()) return nullptr;
    std::shared_ptr<Region> region = std::prev(after)->second.lock();
    if (!region || region->is_released) return nullptr;
    return address - reinterpret_cast<uintptr_t>(region->base) <= region->bytes ? region : nullptr;
  }
  // All that are alive.
  std::vector<std::shared_ptr<Region>> alive() const {
    std::vector<std::shared_ptr<Region>> result;
    for (const auto& [base, weak] : regions_) {
      std::shared_ptr<Region> region = weak.lock();
      if (region && !region->is_released) result.push_back(std::move(region));
    }
    return result;
  }

 private:
  std::map<uint64_t, std::weak_ptr<Region>> regions_;  // by base
};

}  // namespace tilewright::kernels::memory
