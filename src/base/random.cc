#include "base/random.h"

#include <cmath>

#include "base/check.h"

namespace tilewright {
namespace {

// SplitMix64's finaliser: spreads the parts of a key over its 64 bits.
uint64_t mix(uint64_t value) {
  value += 0x9e3779b97f4a7c15u;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

}  // namespace

std::array<uint32_t, 4> philox4x32(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    uint64_t first = uint64_t{0xD2511F53u} * counter[0];
    uint64_t second = uint64_t{0xCD9E8D57u} * counter[2];
    counter = {static_cast<uint32_t>(second >> 32) ^ counter[1] ^ key[0], static_cast<uint32_t>(second),
               static_cast<uint32_t>(first >> 32) ^ counter[3] ^ key[1], static_cast<uint32_t>(first)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return counter;
}

Random::Random(RandomKey key) {
  uint64_t stream = mix(key.seed);
  uint64_t position = mix(mix(mix(key.step) ^ key.task) ^ key.sample);
  key_ = {static_cast<uint32_t>(stream), static_cast<uint32_t>(stream >> 32)};
  counter_ = {0, 0, static_cast<uint32_t>(position), static_cast<uint32_t>(position >> 32)};
}

uint32_t Random::next_u32() {
  if (used_ == 4) {
    block_ = philox4x32(counter_, key_);
    if (++counter_[0] == 0) ++counter_[1];
    used_ = 0;
  }
  return block_[static_cast<size_t>(used_++)];
}

uint64_t Random::next_u64() {
  uint64_t high = next_u32();
  return (high << 32) | next_u32();
}

double Random::uniform() { return static_cast<double>(next_u64() >> 11) * 0x1.0p-53; }

uint64_t Random::below(uint64_t bound) {
  TW_CHECK(bound > 0, "empty range");
  // Lemire's multiply-shift with rejection, so that every value is equally likely.
  uint64_t threshold = (0 - bound) % bound;
  while (true) {
    __extension__ unsigned __int128 product = static_cast<unsigned __int128>(next_u64()) * bound;
    if (static_cast<uint64_t>(product) >= threshold) return static_cast<uint64_t>(product >> 64);
  }
}

int64_t Random::range(int64_t first, int64_t last) {
  TW_CHECK(first <= last, "empty range {}..{}", first, last);
  return first + static_cast<int64_t>(below(static_cast<uint64_t>(last - first) + 1));
}

double Random::normal() {
  double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  return radius * std::cos(6.283185307179586 * uniform());
}

}  // namespace tilewright
