// Fuel (counted steps) and memory: what ends untrusted work. Rewards never depend on the clock.
#pragma once

#include <cstdint>

namespace tilewright {

struct BudgetLimits {
  uint64_t fuel = 2'000'000'000;              // evaluator steps plus block elements processed
  uint64_t memory_bytes = uint64_t{4} << 30;  // live tensor and object bytes
};

class Budget {
 public:
  explicit Budget(BudgetLimits limits = {}) : limits_(limits) {}

  // False once the fuel is used up.
  [[nodiscard]] bool spend(uint64_t steps) { return (used_ += steps) <= limits_.fuel; }
  [[nodiscard]] bool allocate(uint64_t bytes) {
    memory_ += bytes;
    if (memory_ > peak_) peak_ = memory_;
    return memory_ <= limits_.memory_bytes;
  }
  void release(uint64_t bytes) { memory_ -= bytes < memory_ ? bytes : memory_; }
  uint64_t fuel_used() const { return used_; }
  uint64_t peak_bytes() const { return peak_; }
  const BudgetLimits& limits() const { return limits_; }

 private:
  BudgetLimits limits_;
  uint64_t used_ = 0;
  uint64_t memory_ = 0;
  uint64_t peak_ = 0;
};

}  // namespace tilewright
