#include "kernels/triton/atomic_order.h"

#include <algorithm>

namespace tilewright::kernels::triton {

void ProgramClock::raise(uint32_t program, uint32_t time) {
  size_t chunk = program / kChunk;
  if (chunks_.size() <= chunk) chunks_.resize(chunk + 1);
  auto changed = chunks_[chunk] ? std::make_shared<Chunk>(*chunks_[chunk]) : std::make_shared<Chunk>();
  uint32_t& known = (*changed)[program % kChunk];
  known = std::max(known, time);
  chunks_[chunk] = std::move(changed);
}

void ProgramClock::join(const ProgramClock& other) {
  if (chunks_.size() < other.chunks_.size()) chunks_.resize(other.chunks_.size());
  for (size_t i = 0; i < other.chunks_.size(); ++i) {
    const auto &mine = chunks_[i], &theirs = other.chunks_[i];
    if (mine == theirs || !theirs) continue;
    if (!mine) {
      chunks_[i] = theirs;
      continue;
    }
    Chunk both;
    for (size_t k = 0; k < kChunk; ++k) both[k] = std::max((*mine)[k], (*theirs)[k]);
    if (both == *mine) continue;
    chunks_[i] = both == *theirs ? theirs : std::make_shared<Chunk>(both);
  }
}

uint32_t AtomicOrder::start(uint32_t program) {
  stamps_.push_back({program, 1});
  return static_cast<uint32_t>(stamps_.size() - 1);
}

uint32_t AtomicOrder::release(uint32_t present, uint64_t address) {
  Stamp stamp = stamps_[present];
  ProgramClock& left = published_[address];
  left.join(clock_of(stamp.program));
  left.raise(stamp.program, stamp.time);
  stamps_.push_back({stamp.program, stamp.time + 1});
  return static_cast<uint32_t>(stamps_.size() - 1);
}

void AtomicOrder::acquire(uint32_t present, uint64_t address) {
  auto found = published_.find(address);
  if (found == published_.end()) return;
  uint32_t program = stamps_[present].program;
  ProgramClock& known = known_[program];
  known.join(found->second);
  latest_ = program;
  latest_clock_ = &known;
}

void AtomicOrder::forget(uint32_t program) {
  known_.erase(program);
  latest_ = ~uint32_t{0};
}

const ProgramClock& AtomicOrder::clock_of(uint32_t program) const {
  static const ProgramClock kNothing;
  if (latest_ != program) {
    auto found = known_.find(program);
    latest_ = program;
    latest_clock_ = found == known_.end() ? &kNothing : &found->second;
  }
  return *latest_clock_;
}

bool AtomicOrder::is_known(uint32_t stamp, uint32_t present) const {
  const Stamp& earlier = stamps_[stamp];
  uint32_t program = stamps_[present].program;
  return earlier.program == program || clock_of(program).at(earlier.program) >= earlier.time;
}

bool AtomicOrder::happens_before(uint32_t earlier, uint32_t present) const {
  if (!(earlier & kSet)) return is_known(earlier, present);
  const std::vector<uint32_t>& set = sets_[earlier & ~kSet];
  return std::all_of(set.begin(), set.end(), [&](uint32_t stamp) { return is_known(stamp, present); });
}

uint32_t AtomicOrder::joined(uint32_t earlier, uint32_t present) {
  if (earlier == present) return present;
  uint64_t key = uint64_t{earlier} << 32 | present;
  auto known = joined_.find(key);
  if (known != joined_.end()) return known->second;
  std::vector<uint32_t> kept{earlier};
  if (earlier & kSet) kept = sets_[earlier & ~kSet];
  bool is_member = std::find(kept.begin(), kept.end(), present) != kept.end();
  std::erase_if(kept, [&](uint32_t stamp) { return is_known(stamp, present); });
  uint32_t result = earlier;
  if (kept.empty()) {
    result = present;
  } else if (!is_member && kept.size() < kMostInSet) {
    kept.push_back(present);
    sets_.push_back(std::move(kept));
    result = kSet | static_cast<uint32_t>(sets_.size() - 1);
  }
  joined_.emplace(key, result);
  return result;
}

uint32_t AtomicOrder::offender(uint32_t earlier, uint32_t present) const {
  if (!(earlier & kSet)) return stamps_[earlier].program;
  const std::vector<uint32_t>& set = sets_[earlier & ~kSet];
  auto found =
      std::find_if(set.begin(), set.end(), [&](uint32_t stamp) { return !is_known(stamp, present); });
  return stamps_[found == set.end() ? set.front() : *found].program;
}

}  // namespace tilewright::kernels::triton
