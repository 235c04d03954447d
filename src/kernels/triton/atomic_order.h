// The order that atomics make between programs, in time. A stamp is a program between two of its releases; a
// releasing atomic leaves at its address what its program has done and knows up to now, and begins a new
// stamp; an acquiring atomic takes over what has been left there. A relaxed atomic leaves what was there (in
// PTX's memory model reads and writes of one location by atomics go on the chain that a release began).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "kernels/memory/shadow.h"

namespace tilewright::kernels::triton {

// Up to which time of each program something is known; times begin at 1, 0: nothing. Copies share what they
// have alike.
class ProgramClock {
 public:
  uint32_t at(uint32_t program) const {
    size_t chunk = program / kChunk;
    return chunk < chunks_.size() && chunks_[chunk] ? (*chunks_[chunk])[program % kChunk] : 0;
  }
  void raise(uint32_t program, uint32_t time);
  void join(const ProgramClock& other);

 private:
  static constexpr size_t kChunk = 64;
  using Chunk = std::array<uint32_t, kChunk>;
  std::vector<std::shared_ptr<const Chunk>> chunks_;
};

class AtomicOrder final : public memory::Ordering {
 public:
  // Stamps of a program: as it starts; after an atomic that releases.
  uint32_t start(uint32_t program);
  uint32_t release(uint32_t present, uint64_t address);
  void acquire(uint32_t present, uint64_t address);
  // The program has ended.
  void forget(uint32_t program);

  bool happens_before(uint32_t earlier, uint32_t present) const override;
  uint32_t joined(uint32_t earlier, uint32_t present) override;
  // A program that `earlier` stands for and that `present` does not follow.
  uint32_t offender(uint32_t earlier, uint32_t present) const;

 private:
  struct Stamp {
    uint32_t program, time;
  };
  static constexpr uint32_t kSet = 0x80000000u;  // marks ids of sets
  // Readers beyond these are not kept: a write that does not follow all of them mostly misses one of the
  // first too.
  static constexpr size_t kMostInSet = 64;
  bool is_known(uint32_t stamp, uint32_t present) const;
  const ProgramClock& clock_of(uint32_t program) const;

  std::vector<Stamp> stamps_;
  std::vector<std::vector<uint32_t>> sets_;               // of stamps
  std::unordered_map<uint64_t, uint32_t> joined_;         // by both ids
  std::unordered_map<uint32_t, ProgramClock> known_;      // by program
  std::unordered_map<uint64_t, ProgramClock> published_;  // by address
  mutable uint32_t latest_ = ~uint32_t{0};                // program of the latest look-up
  mutable const ProgramClock* latest_clock_ = nullptr;
};

}  // namespace tilewright::kernels::triton
