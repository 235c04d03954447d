// fp32 functions without branches, so that loops over them vectorise. Errors in units in the last
// place are measured against double in vector_kernels_test. Methods: Cody-Waite reduction with
// minimax polynomials; log, erf, tanh and trigonometric coefficients after N. Juffa's published
// single-precision routines (forum posts and Stack Overflow answers, BSD-2).
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace tilewright::kernels::triton::math {

inline int32_t bits_of(float x) {
  int32_t bits;
  __builtin_memcpy(&bits, &x, 4);
  return bits;
}
inline float float_of(int32_t bits) {
  float x;
  __builtin_memcpy(&x, &bits, 4);
  return x;
}
inline float fused(float x, float y, float z) { return __builtin_fmaf(x, y, z); }

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr float kRoundMagic = 12582912.0f;  // 1.5 * 2^23: adding it rounds to an integer

// e**r * 2**n for |r| <= ln2/2 and n an integer in [-252, 252], given as a float plus kRoundMagic.
inline float scaled_exp(float r, float shifted) {
  float p = 1.37805939e-3f;
  p = fused(p, r, 8.37312452e-3f);
  p = fused(p, r, 4.16695364e-2f);
  p = fused(p, r, 1.66664720e-1f);
  p = fused(p, r, 4.99999851e-1f);
  p = fused(p, r, 1.0f);
  p = fused(p, r, 1.0f);
  int32_t n = bits_of(shifted) - bits_of(kRoundMagic);
  int32_t half = n >> 1;
  return p * float_of((half + 127) << 23) * float_of((n - half + 127) << 23);
}

inline float exp(float x) {
  float bounded = x > 89.0f ? 89.0f : x;
  bounded = bounded < -104.0f ? -104.0f : bounded;
  float shifted = fused(bounded, 1.44269502f, kRoundMagic);
  float n = shifted - kRoundMagic;
  float r = fused(n, -6.93145752e-1f, bounded);
  r = fused(n, -1.42860677e-6f, r);
  return scaled_exp(r, shifted);
}

inline float exp2(float x) {
  float bounded = x > 129.0f ? 129.0f : x;
  bounded = bounded < -151.0f ? -151.0f : bounded;
  float shifted = bounded + kRoundMagic;
  float r = (bounded - (shifted - kRoundMagic)) * 0.693147182f;
  return scaled_exp(r, shifted);
}

// ln of m in [2/3, 4/3] and the exponent i with x = m * 2**i.
inline float log_parts(float x, float& exponent) {
  bool is_small = x < 1.17549435e-38f;
  float scaled = is_small ? x * 8388608.0f : x;
  int32_t e = (bits_of(scaled) - 0x3f2aaaab) & static_cast<int32_t>(0xff800000u);
  float m = float_of(bits_of(scaled) - e) - 1.0f;
  exponent = fused(static_cast<float>(e), 1.19209290e-7f, is_small ? -23.0f : 0.0f);
  float s = m * m;
  float r = -0.130310059f, t = 0.140869141f;
  r = fused(r, s, -0.121483512f);
  t = fused(t, s, 0.139814854f);
  r = fused(r, s, -0.166846126f);
  t = fused(t, s, 0.200120345f);
  r = fused(r, s, -0.249996200f);
  r = fused(t, m, r);
  r = fused(r, m, 0.333331972f);
  r = fused(r, m, -0.500000000f);
  return fused(r, s, m);
}

inline float log_special(float x, float regular) {
  float r = x < kInfinity ? regular : x + x;  // infinity and NaN
  r = x == 0.0f ? -kInfinity : r;
  return x < 0.0f ? std::numeric_limits<float>::quiet_NaN() : r;
}

inline float log(float x) {
  float exponent;
  float r = log_parts(x, exponent);
  return log_special(x, fused(exponent, 0.693147182f, r));
}
inline float log2(float x) {
  float exponent;
  float r = log_parts(x, exponent);
  return log_special(x, fused(r, 1.44269504f, exponent));
}
inline float log10(float x) {
  float exponent;
  float r = log_parts(x, exponent);
  return log_special(x, fused(r, 0.434294482f, exponent * 0.301029996f));
}
inline float log1p(float x) {
  float u = 1.0f + x;
  float correction = (u - 1.0f - x) / u;
  float r = log(u) - correction;
  r = x < kInfinity ? r : x;
  r = x == -1.0f ? -kInfinity : r;
  return x < 1e-7f && x > -1e-7f ? x : r;
}

inline float tanh(float x) {
  float t = x < 0.0f ? -x : x;
  float large = 1.0f - 2.0f / (1.0f + exp(t + t));
  large = x < 0.0f ? -large : large;
  float s = x * x;
  float r = 1.57394409e-2f;
  r = fused(r, s, -5.23025580e-2f);
  r = fused(r, s, 1.33152470e-1f);
  r = fused(r, s, -3.33327681e-1f);
  float small = fused(r * s, x, x);
  return t >= 0.55f ? large : t < 0.55f ? small : x;
}

inline float erf(float x) {
  float t = x < 0.0f ? -x : x;
  float s = x * x;
  float r = fused(-1.72853470e-5f, t, 3.83197126e-4f);
  float u = fused(-3.88396438e-3f, t, 2.42546219e-2f);
  r = fused(r, s, u);
  r = fused(r, t, -1.06777877e-1f);
  r = fused(r, t, -6.34846687e-1f);
  r = fused(r, t, -1.28717512e-1f);
  r = fused(r, t, -t);
  float large = 1.0f - exp(r);
  large = t > 9.0f ? 1.0f : large;  // the polynomial overflows far out
  large = x < 0.0f ? -large : large;
  float q = -5.96761703e-4f;
  q = fused(q, s, 4.99119423e-3f);
  q = fused(q, s, -2.67681349e-2f);
  q = fused(q, s, 1.12819925e-1f);
  q = fused(q, s, -3.76125336e-1f);
  q = fused(q, s, 1.28379166e-1f);
  float small = fused(q, x, x);
  return t > 0.927734375f ? large : small;
}

// Valid for |x| <= kTrigonometricLimit. `quadrant_offset`: 0 sine, 1 cosine.
inline constexpr float kTrigonometricLimit = 48000.0f;
inline float sin_or_cos(float x, int32_t quadrant_offset) {
  float shifted = fused(x, 0.636619747f, kRoundMagic);
  int32_t quadrant = bits_of(shifted) + quadrant_offset;
  float j = shifted - kRoundMagic;
  float r = fused(j, -1.57079601e+00f, x);
  r = fused(j, -3.13916473e-07f, r);
  r = fused(j, -5.39030253e-15f, r);
  float s = r * r;
  float c = 2.44677067e-5f;
  c = fused(c, s, -1.38877297e-3f);
  c = fused(c, s, 4.16666567e-2f);
  c = fused(c, s, -5.00000000e-1f);
  c = fused(c, s, 1.0f);
  float p = 2.86567956e-6f;
  p = fused(p, s, -1.98559923e-4f);
  p = fused(p, s, 8.33338592e-3f);
  p = fused(p, s, -1.66666672e-1f);
  p = fused(p, r * s, r);
  float value = quadrant & 1 ? c : p;
  return quadrant & 2 ? -value : value;
}

inline float erfinv(float x) {  // M. Giles, "Approximating the erfinv function" (2011)
  float w = -std::log((1.0f - x) * (1.0f + x));
  float p;
  if (w < 5.0f) {
    w = w - 2.5f;
    p = 2.81022636e-08f;
    p = fused(p, w, 3.43273939e-07f);
    p = fused(p, w, -3.5233877e-06f);
    p = fused(p, w, -4.39150654e-06f);
    p = fused(p, w, 0.00021858087f);
    p = fused(p, w, -0.00125372503f);
    p = fused(p, w, -0.00417768164f);
    p = fused(p, w, 0.246640727f);
    p = fused(p, w, 1.50140941f);
  } else {
    w = std::sqrt(w) - 3.0f;
    p = -0.000200214257f;
    p = fused(p, w, 0.000100950558f);
    p = fused(p, w, 0.00134934322f);
    p = fused(p, w, -0.00367342844f);
    p = fused(p, w, 0.00573950773f);
    p = fused(p, w, -0.0076224613f);
    p = fused(p, w, 0.00943887047f);
    p = fused(p, w, 1.00167406f);
    p = fused(p, w, 2.83297682f);
  }
  float magnitude = x < 0 ? -x : x;
  return magnitude == 1.0f ? x * kInfinity : p * x;
}

}  // namespace tilewright::kernels::triton::math
