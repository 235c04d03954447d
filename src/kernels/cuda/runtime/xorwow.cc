// Powers of XORWOW's step for curand_init: the matrix of 2^k steps is the square of the one before, made when
// first asked for.
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace {

struct Matrix {
  uint32_t rows[160][5];  // what one bit of the state becomes
};

void step(uint32_t v[5]) {
  uint32_t t = v[0] ^ (v[0] >> 2);
  v[0] = v[1], v[1] = v[2], v[2] = v[3], v[3] = v[4];
  v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}

void apply(const Matrix& matrix, const uint32_t from[5], uint32_t to[5]) {
  std::memset(to, 0, 20);
  for (int bit = 0; bit < 160; ++bit) {
    if ((from[bit / 32] >> (bit % 32) & 1) == 0) continue;
    for (int i = 0; i < 5; ++i) to[i] ^= matrix.rows[bit][i];
  }
}

}  // namespace

extern "C" const void* tw_xorwow_power(int doublings) {
  static std::vector<std::unique_ptr<Matrix>> powers;
  while (static_cast<int>(powers.size()) <= doublings) {
    auto next = std::make_unique<Matrix>();
    for (int bit = 0; bit < 160; ++bit) {
      if (powers.empty()) {
        uint32_t state[5] = {0, 0, 0, 0, 0};
        state[bit / 32] = 1u << (bit % 32);
        step(state);
        std::memcpy(next->rows[bit], state, sizeof state);
      } else {
        apply(*powers.back(), powers.back()->rows[bit], next->rows[bit]);
      }
    }
    powers.push_back(std::move(next));
  }
  return powers[static_cast<size_t>(doublings)].get();
}
