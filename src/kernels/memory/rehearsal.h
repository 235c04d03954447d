// A call whose launches ran whole, at a small size, is the rehearsal of the same call at a large size, of
// whose launches only a few programs run: what was in memory when each launch began, and how much of it the
// launches loaded and stored.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "base/work_counters.h"
#include "kernels/memory/region.h"
#include "kernels/memory/stand_in.h"

namespace tilewright::kernels::memory {

// Of one region, over the launches of a call.
struct RegionUse {
  uint64_t bytes_loaded = 0, bytes_stored = 0;
  uint64_t distinct_bytes = 0;  // summed over launches; those that did not run whole add nothing
};

class Rehearsal {
 public:
  // A call begins that runs whole: what its launches find is noted.
  void begin_notes();
  // A call begins that runs a few programs of each launch: where values are missing, regions get stand-ins
  // drawn with `key`.
  void begin_replay(uint64_t key);
  // Of the call's argument that holds no values.
  void add_unfilled(std::shared_ptr<Region> region) { unfilled_.push_back(std::move(region)); }

  // Launch number `launch` of the call begins; what was known of it and of later ones is forgotten (tuners
  // launch again).
  void begin_launch(size_t launch);
  // For each of its targets in order: what stands in for missing values while the launch runs, or null.
  StandIn* meet(size_t target, const std::shared_ptr<Region>& region, DType dtype);
  // After it, for each target.
  void note_use(const std::shared_ptr<Region>& region, const TensorTraffic& traffic, bool is_whole);

  // Of the call that began last.
  RegionUse use_of(const Region& region) const;
  bool is_whole() const;  // every program of every launch ran
  uint64_t key() const { return key_; }

 private:
  struct Use {
    std::shared_ptr<Region> region;  // kept: its address names it
    RegionUse use;
    bool is_whole;
  };
  struct LaunchNotes {
    std::vector<Use> uses;
    std::vector<std::pair<const Region*, std::unique_ptr<StandIn>>> stand_ins;
  };
  bool lacks_values(const std::shared_ptr<Region>& region, DType dtype) const;

  bool is_replay_ = false;
  uint64_t key_ = 0;
  std::map<std::pair<size_t, size_t>, std::shared_ptr<const ValueSample>>
      found_;  // by launch and target, of the noted call
  std::vector<LaunchNotes> launches_;
  std::vector<std::shared_ptr<Region>> unfilled_;
};

}  // namespace tilewright::kernels::memory
