// Work that a script does for its time alone: functions handed to a benchmark, and what a profiler's session
// repeats. Times are estimates from counters, so past a first share of the run such work is sampled or counted
// without being done, and the memory that it would have written is known to hold no values.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "kernels/memory/region.h"

namespace tilewright::kernels::memory {

class Measurement {
 public:
  // Steps of fuel that measured work takes in full, a run; small benchmarks never get past it.
  static constexpr uint64_t kStepsInFull = 300'000'000;

  // `fuel_used`: of the run so far.
  void begin(bool is_benchmark, uint64_t fuel_used) {
    if (!is_active()) since_ = fuel_used;
    ++(is_benchmark ? benchmarks_ : sessions_);
  }
  void end(bool is_benchmark, uint64_t fuel_used) {
    int& open = is_benchmark ? benchmarks_ : sessions_;
    if (open == 0) return;
    --open;
    if (!is_active()) spent_ += fuel_used - since_;
  }
  bool is_active() const { return benchmarks_ > 0 || sessions_ > 0; }
  bool is_benchmark() const { return benchmarks_ > 0; }
  // Whether the work that is done now counts for estimates alone.
  bool is_estimate(uint64_t fuel_used) const {
    return is_active() && spent_ + (fuel_used - since_) > kStepsInFull;
  }

  // Regions whose values were left out. What nothing has written in them is no fault of the script.
  void leave_out(const std::shared_ptr<Region>& region) {
    region->initialised = ByteSet();
    left_out_[region.get()] = region;
  }
  void complete(const Region& region) { left_out_.erase(&region); }
  bool leaves_out(const Region& region) const {
    if (left_out_.empty()) return false;
    auto found = left_out_.find(&region);
    return found != left_out_.end() && found->second.lock().get() == &region;
  }
  bool leaves_out_any() const { return !left_out_.empty(); }

 private:
  int benchmarks_ = 0, sessions_ = 0;
  uint64_t since_ = 0, spent_ = 0;
  std::unordered_map<const Region*, std::weak_ptr<Region>> left_out_;
};

// What a run says when it comes to need such values.
inline constexpr const char* kLeftOut =
    "holds no values: it was written in a benchmark or profiler session, where work past the first steps is only "
    "estimated; compute it outside of them";
// Key of the run's Measurement among an interpreter's extensions.
inline constexpr const char* kMeasurementKey = "measured";

}  // namespace tilewright::kernels::memory
