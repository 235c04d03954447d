#include "kernels/memory/rehearsal.h"

#include <algorithm>

namespace tilewright::kernels::memory {

void Rehearsal::begin_notes() { *this = Rehearsal(); }

void Rehearsal::begin_replay(uint64_t key) {
  is_replay_ = true;
  key_ = key;
  launches_.clear();
  unfilled_.clear();
}

void Rehearsal::begin_launch(size_t launch) {
  launches_.resize(launch);
  launches_.emplace_back();
  if (!is_replay_) found_.erase(found_.lower_bound({launch, 0}), found_.end());
}

// Arguments, what launches wrote in part, and copies that the host made of either. Integers that the host
// made are as they should be (offsets, counters): they do not come from what was left out.
bool Rehearsal::lacks_values(const std::shared_ptr<Region>& region, DType dtype) const {
  if (std::find(unfilled_.begin(), unfilled_.end(), region) != unfilled_.end()) return true;
  bool is_stored = false;
  for (size_t i = 0; i + 1 < launches_.size(); ++i) {
    for (const Use& use : launches_[i].uses) {
      if (use.region != region || use.use.bytes_stored == 0) continue;
      if (!use.is_whole) return true;
      is_stored = true;
    }
  }
  return !is_stored && is_float(dtype);
}

StandIn* Rehearsal::meet(size_t target, const std::shared_ptr<Region>& region, DType dtype) {
  std::pair<size_t, size_t> place{launches_.size() - 1, target};
  if (!is_replay_) {
    // Before anything is written there is nothing to stand in for.
    if (region->tracks_initialised() && region->initialised.none(0, region->bytes)) return nullptr;
    found_[place] = std::make_shared<const ValueSample>(sample_values(*region, size_of(dtype)));
    return nullptr;
  }
  auto& stand_ins = launches_.back().stand_ins;
  for (const auto& [known, stand_in] : stand_ins) {
    if (known == region.get()) return stand_in.get();
  }
  auto found = found_.find(place);
  if (found == found_.end() || found->second->element != size_of(dtype) || !lacks_values(region, dtype))
    return nullptr;
  uint64_t key = key_ + (place.first << 32) + place.second;
  stand_ins.emplace_back(region.get(), std::make_unique<StandIn>(*region, found->second, key));
  return stand_ins.back().second.get();
}

void Rehearsal::note_use(const std::shared_ptr<Region>& region, const TensorTraffic& traffic, bool is_whole) {
  RegionUse use{traffic.bytes_loaded, traffic.bytes_stored, is_whole ? traffic.unique_bytes : 0};
  launches_.back().uses.push_back({region, use, is_whole});
}

RegionUse Rehearsal::use_of(const Region& region) const {
  RegionUse sum;
  for (const LaunchNotes& launch : launches_) {
    for (const Use& use : launch.uses) {
      if (use.region.get() != &region) continue;
      sum.bytes_loaded += use.use.bytes_loaded;
      sum.bytes_stored += use.use.bytes_stored;
      sum.distinct_bytes += use.use.distinct_bytes;
    }
  }
  return sum;
}

bool Rehearsal::is_whole() const {
  return std::all_of(launches_.begin(), launches_.end(), [](const LaunchNotes& launch) {
    return std::all_of(launch.uses.begin(), launch.uses.end(), [](const Use& use) { return use.is_whole; });
  });
}

}  // namespace tilewright::kernels::memory
