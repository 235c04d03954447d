// Memory that a script has asked the address of (tensor.data_ptr()): the only memory that pointers which a kernel
// makes of integers can reach.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/source.h"
#include "kernels/memory/region.h"

namespace tilewright::kernels::memory {

class AddressBook {
 public:
  // The extension of script::Interpreter that holds the book of one run.
  static constexpr const char* kExtension = "memory.addresses";

  // `asked`: where the script asked for the address.
  void add(const std::shared_ptr<Region>& region, Span asked) {
    regions_[reinterpret_cast<uintptr_t>(region->base)] = {region, region->bytes, region->name, asked};
  }
  // The region whose bytes (or end) hold the address; null: none that is alive.
  std::shared_ptr<Region> find(uint64_t address) const {
    auto after = regions_.upper_bound(address);
    if (after == regions_.begin()) return nullptr;
    std::shared_ptr<Region> region = std::prev(after)->second.region.lock();
    if (!region || region->is_released) return nullptr;
    return address - reinterpret_cast<uintptr_t>(region->base) <= region->bytes ? region : nullptr;
  }
  struct Known {
    std::weak_ptr<Region> region;
    size_t bytes;
    std::string name;  // the parameter it had been passed as when the address was asked for; may be empty
    Span asked;
  };
  // What held the address before it was freed; null: nothing did.
  const Known* find_freed(uint64_t address) const {
    auto after = regions_.upper_bound(address);
    if (after == regions_.begin()) return nullptr;
    const auto& [base, known] = *std::prev(after);
    std::shared_ptr<Region> region = known.region.lock();
    bool is_alive = region && !region->is_released;
    return !is_alive && address - base < known.bytes ? &known : nullptr;
  }
  // All that are alive.
  std::vector<std::shared_ptr<Region>> alive() const {
    std::vector<std::shared_ptr<Region>> result;
    for (const auto& [base, known] : regions_) {
      std::shared_ptr<Region> region = known.region.lock();
      if (region && !region->is_released) result.push_back(std::move(region));
    }
    return result;
  }

 private:
  std::map<uint64_t, Known> regions_;  // by base
};

}  // namespace tilewright::kernels::memory
