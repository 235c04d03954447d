// Counter-based random numbers (Philox-4x32-10, Salmon et al. 2011): a draw is a pure
// function of its key and counter, so results do not depend on the number of workers.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>

namespace tilewright {

std::array<uint32_t, 4> philox4x32(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key);

// What a stream of draws belongs to; equal keys give equal draws.
struct RandomKey {
  uint64_t seed = 0;
  uint64_t step = 0;
  uint64_t task = 0;
  uint64_t sample = 0;
};

// A sequential reader over the stream of one key.
class Random {
 public:
  explicit Random(RandomKey key);

  uint32_t next_u32();
  uint64_t next_u64();
  double uniform();                            // [0, 1), 53 bits
  uint64_t below(uint64_t bound);              // uniform in [0, bound), bound > 0
  int64_t range(int64_t first, int64_t last);  // inclusive
  double normal();                             // standard normal
  bool chance(double probability) { return uniform() < probability; }
  template <class Container>
  const auto& pick(const Container& items) {
    return items[below(std::size(items))];
  }

 private:
  std::array<uint32_t, 2> key_;
  std::array<uint32_t, 4> counter_;
  std::array<uint32_t, 4> block_{};
  int used_ = 4;
};

}  // namespace tilewright
