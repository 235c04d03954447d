// The device side of cuRAND: XORWOW and Philox4x32-10 with cuRAND's own sequences (seeding, subsequences and offsets as its
// documentation and header define them), uniform, normal and integer draws.
#pragma once
#include "tilewright/device.h"

struct curandStateXORWOW {
  unsigned d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  unsigned padding;  // written with the rest, since copies of the whole read it
  double boxmuller_extra_double;
};
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;

struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  unsigned padding;  // written with the rest, since copies of the whole read it
  double boxmuller_extra_double;
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

namespace tilewright {

// XORWOW's step without its counter is linear over GF(2): skipping ahead multiplies by powers of a 160x160 matrix.
struct XorwowMatrix {
  unsigned rows[160][5];
};
TW_INLINE void xorwow_step(unsigned v[5]) {
  unsigned t = v[0] ^ (v[0] >> 2);
  v[0] = v[1];
  v[1] = v[2];
  v[2] = v[3];
  v[3] = v[4];
  v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}
TW_UNCHECKED static inline void xorwow_apply(const XorwowMatrix& matrix, unsigned v[5]) {
  unsigned result[5] = {0, 0, 0, 0, 0};
  for (int bit = 0; bit < 160; ++bit) {
    if ((v[bit / 32] >> (bit % 32) & 1) == 0) continue;
    for (int i = 0; i < 5; ++i) result[i] ^= matrix.rows[bit][i];
  }
  for (int i = 0; i < 5; ++i) v[i] = result[i];
}
extern "C" const void* tw_xorwow_power(int doublings);
// `steps` times 2^shift steps.
static inline void xorwow_skip(curandStateXORWOW* state, unsigned long long steps, int shift) {
  if (steps == 0) return;
  unsigned v[5] = {state->v[0], state->v[1], state->v[2], state->v[3], state->v[4]};
  for (int bit = 0; steps != 0; ++bit, steps >>= 1) {
    if (steps & 1) xorwow_apply(*(const XorwowMatrix*)tw_xorwow_power(bit + shift), v);
  }
  for (int i = 0; i < 5; ++i) state->v[i] = v[i];
}

TW_INLINE void philox_round(uint4& counter, uint2 key) {
  unsigned long long first = (unsigned long long)0xD2511F53u * counter.x, second = (unsigned long long)0xCD9E8D57u * counter.z;
  counter = uint4{(unsigned)(second >> 32) ^ counter.y ^ key.x, (unsigned)second,
                  (unsigned)(first >> 32) ^ counter.w ^ key.y, (unsigned)first};
}
static inline uint4 philox(uint4 counter, uint2 key) {
  for (int i = 0; i < 10; ++i) {
    philox_round(counter, key);
    key.x += 0x9E3779B9u;
    key.y += 0xBB67AE85u;
  }
  return counter;
}
TW_INLINE void philox_add(uint4& counter, unsigned long long low, unsigned long long high) {
  unsigned __int128 value = (unsigned __int128)((unsigned long long)counter.w << 32 | counter.z) << 64 |
                            ((unsigned long long)counter.y << 32 | counter.x);
  value += (unsigned __int128)high << 64 | low;
  counter = uint4{(unsigned)value, (unsigned)(value >> 32), (unsigned)(value >> 64), (unsigned)(value >> 96)};
}

TW_INLINE float uniform_of(unsigned x) { return (float)x * 2.3283064e-10f + (2.3283064e-10f / 2.0f); }
TW_INLINE double uniform_double_of(unsigned x, unsigned y) {
  unsigned long long z = (unsigned long long)x ^ (unsigned long long)y << (53 - 32);
  return (double)z * 1.1102230246251565e-16 + (1.1102230246251565e-16 / 2.0);
}
TW_INLINE float2 box_muller(unsigned x, unsigned y) {
  float u = (float)x * 2.3283064e-10f + (2.3283064e-10f / 2), v = (float)y * (2.3283064e-10f * 6.2831855f) + (2.3283064e-10f * 6.2831855f / 2);
  float s = __builtin_sqrtf(-2.0f * __builtin_logf(u));
  return float2{__builtin_sinf(v) * s, __builtin_cosf(v) * s};
}

}  // namespace tilewright

TW_INLINE unsigned curand(curandStateXORWOW* state) {
  ::tilewright::xorwow_step(state->v);
  state->d += 362437;
  return state->v[4] + state->d;
}
static inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                               curandStateXORWOW* state) {
  unsigned s0 = (unsigned)seed ^ 0xaad26b49u, s1 = (unsigned)(seed >> 32) ^ 0xf7dcefddu;
  unsigned t0 = 1099087573u * s0, t1 = 2591861531u * s1;
  state->d = 6615241 + t1 + t0;
  state->v[0] = 123456789u + t0;
  state->v[1] = 362436069u ^ t0;
  state->v[2] = 521288629u + t1;
  state->v[3] = 88675123u ^ t1;
  state->v[4] = 5783321u + t0;
  ::tilewright::xorwow_skip(state, subsequence, 67);
  ::tilewright::xorwow_skip(state, offset, 0);
  state->d += 362437u * (unsigned)offset;
  state->boxmuller_flag = state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
  state->padding = 0;
}
static inline void skipahead(unsigned long long n, curandStateXORWOW* state) {
  ::tilewright::xorwow_skip(state, n, 0);
  state->d += 362437u * (unsigned)n;
}

static inline void skipahead(unsigned long long n, curandStatePhilox4_32_10* state) {
  state->STATE += (unsigned)(n & 3);
  n /= 4;
  if (state->STATE > 3) {
    ++n;
    state->STATE -= 4;
  }
  ::tilewright::philox_add(state->ctr, n, 0);
  state->output = ::tilewright::philox(state->ctr, state->key);
}
static inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                               curandStatePhilox4_32_10* state) {
  state->ctr = uint4{0, 0, 0, 0};
  state->key = uint2{(unsigned)seed, (unsigned)(seed >> 32)};
  state->STATE = 0;
  state->boxmuller_flag = state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
  state->padding = 0;
  ::tilewright::philox_add(state->ctr, 0, subsequence);
  state->output = ::tilewright::philox(state->ctr, state->key);
  skipahead(offset, state);
}
TW_INLINE unsigned curand(curandStatePhilox4_32_10* state) {
  unsigned result = state->STATE == 0 ? state->output.x : state->STATE == 1 ? state->output.y : state->STATE == 2 ? state->output.z : state->output.w;
  if (++state->STATE == 4) {
    ::tilewright::philox_add(state->ctr, 1, 0);
    state->output = ::tilewright::philox(state->ctr, state->key);
    state->STATE = 0;
  }
  return result;
}
static inline uint4 curand4(curandStatePhilox4_32_10* state) {
  uint4 now = state->output;
  ::tilewright::philox_add(state->ctr, 1, 0);
  state->output = ::tilewright::philox(state->ctr, state->key);
  uint4 next = state->output;
  switch (state->STATE) {
    case 1:
      return uint4{now.y, now.z, now.w, next.x};
    case 2:
      return uint4{now.z, now.w, next.x, next.y};
    case 3:
      return uint4{now.w, next.x, next.y, next.z};
    default:
      return now;
  }
}

template <class State>
TW_INLINE float curand_uniform(State* state) {
  return ::tilewright::uniform_of(curand(state));
}
template <class State>
TW_INLINE double curand_uniform_double(State* state) {
  unsigned x = curand(state), y = curand(state);
  return ::tilewright::uniform_double_of(x, y);
}
template <class State>
TW_INLINE float2 curand_normal2(State* state) {
  unsigned x = curand(state), y = curand(state);
  return ::tilewright::box_muller(x, y);
}
template <class State>
static inline float curand_normal(State* state) {
  if (state->boxmuller_flag != 1) {
    float2 both = curand_normal2(state);
    state->boxmuller_extra = both.y;
    state->boxmuller_flag = 1;
    return both.x;
  }
  state->boxmuller_flag = 0;
  return state->boxmuller_extra;
}
template <class State>
static inline double curand_normal_double(State* state) {
  double u = curand_uniform_double(state), v = curand_uniform_double(state);
  return __builtin_sqrt(-2.0 * __builtin_log(u)) * __builtin_sin(6.283185307179586 * v);
}
template <class State>
TW_INLINE float curand_log_normal(State* state, float mean, float deviation) {
  return __builtin_expf(mean + deviation * curand_normal(state));
}
TW_INLINE float4 curand_uniform4(curandStatePhilox4_32_10* state) {
  uint4 x = curand4(state);
  return float4{::tilewright::uniform_of(x.x), ::tilewright::uniform_of(x.y), ::tilewright::uniform_of(x.z),
                ::tilewright::uniform_of(x.w)};
}
TW_INLINE float4 curand_normal4(curandStatePhilox4_32_10* state) {
  uint4 x = curand4(state);
  float2 first = ::tilewright::box_muller(x.x, x.y), second = ::tilewright::box_muller(x.z, x.w);
  return float4{first.x, first.y, second.x, second.y};
}
template <class State>
static inline unsigned curand_poisson(State* state, double lambda) {
  // Knuth's product of uniforms; exact for any lambda, slow for large ones.
  double limit = __builtin_exp(-lambda), product = 1;
  unsigned count = 0;
  for (;; ++count) {
    product *= curand_uniform_double(state);
    if (product <= limit) return count;
  }
}
