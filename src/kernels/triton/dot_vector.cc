// Block matrix products: register tiles of 6 rows by 16 columns, operands straight from the blocks
// (which fit the second-level cache), accumulating in fp32.
#include <immintrin.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "kernels/triton/vector_kernels.h"

namespace tilewright::kernels::triton {
namespace {

typedef float Vector8 __attribute__((vector_size(32), aligned(4), may_alias));

template <int rows>
inline void tile(const float* a, const float* b, float* c, size_t n, size_t k) {
  Vector8 sum[rows][2];
  for (int i = 0; i < rows; ++i) {
    sum[i][0] = *reinterpret_cast<const Vector8*>(c + static_cast<size_t>(i) * n);
    sum[i][1] = *reinterpret_cast<const Vector8*>(c + static_cast<size_t>(i) * n + 8);
  }
  for (size_t p = 0; p < k; ++p) {
    Vector8 b0 = *reinterpret_cast<const Vector8*>(b + p * n);
    Vector8 b1 = *reinterpret_cast<const Vector8*>(b + p * n + 8);
    for (int i = 0; i < rows; ++i) {
      float x = a[static_cast<size_t>(i) * k + p];
      Vector8 ax = {x, x, x, x, x, x, x, x};
      sum[i][0] = __builtin_ia32_vfmaddps256(ax, b0, sum[i][0]);
      sum[i][1] = __builtin_ia32_vfmaddps256(ax, b1, sum[i][1]);
    }
  }
  for (int i = 0; i < rows; ++i) {
    *reinterpret_cast<Vector8*>(c + static_cast<size_t>(i) * n) = sum[i][0];
    *reinterpret_cast<Vector8*>(c + static_cast<size_t>(i) * n + 8) = sum[i][1];
  }
}

// The same with 32 columns, where the processor has AVX-512.
template <int rows>
__attribute__((target("avx512f"))) inline void wide_tile(const float* a, const float* b, float* c, size_t n,
                                                         size_t k) {
  __m512 sum[rows][2];
  for (int i = 0; i < rows; ++i) {
    sum[i][0] = _mm512_loadu_ps(c + static_cast<size_t>(i) * n);
    sum[i][1] = _mm512_loadu_ps(c + static_cast<size_t>(i) * n + 16);
  }
  for (size_t p = 0; p < k; ++p) {
    __m512 b0 = _mm512_loadu_ps(b + p * n), b1 = _mm512_loadu_ps(b + p * n + 16);
    for (int i = 0; i < rows; ++i) {
      __m512 ax = _mm512_set1_ps(a[static_cast<size_t>(i) * k + p]);
      sum[i][0] = _mm512_fmadd_ps(ax, b0, sum[i][0]);
      sum[i][1] = _mm512_fmadd_ps(ax, b1, sum[i][1]);
    }
  }
  for (int i = 0; i < rows; ++i) {
    _mm512_storeu_ps(c + static_cast<size_t>(i) * n, sum[i][0]);
    _mm512_storeu_ps(c + static_cast<size_t>(i) * n + 16, sum[i][1]);
  }
}

__attribute__((target("avx512f"))) void wide_dot(const float* a, const float* b, float* c, size_t m, size_t n,
                                                 size_t k) {
  for (size_t j = 0; j < n; j += 32) {
    size_t i = 0;
    for (; i + 8 <= m; i += 8) wide_tile<8>(a + i * k, b + j, c + i * n + j, n, k);
    for (; i + 4 <= m; i += 4) wide_tile<4>(a + i * k, b + j, c + i * n + j, n, k);
    for (; i < m; ++i) wide_tile<1>(a + i * k, b + j, c + i * n + j, n, k);
  }
}

// Integer tiles wrap as the hardware's do.
typedef uint32_t Whole8 __attribute__((vector_size(32), aligned(4), may_alias));

template <int rows>
inline void whole_tile(const uint32_t* a, const uint32_t* b, uint32_t* c, size_t n, size_t k) {
  Whole8 sum[rows][2];
  for (int i = 0; i < rows; ++i) {
    sum[i][0] = *reinterpret_cast<const Whole8*>(c + static_cast<size_t>(i) * n);
    sum[i][1] = *reinterpret_cast<const Whole8*>(c + static_cast<size_t>(i) * n + 8);
  }
  for (size_t p = 0; p < k; ++p) {
    Whole8 b0 = *reinterpret_cast<const Whole8*>(b + p * n);
    Whole8 b1 = *reinterpret_cast<const Whole8*>(b + p * n + 8);
    for (int i = 0; i < rows; ++i) {
      uint32_t x = a[static_cast<size_t>(i) * k + p];
      Whole8 ax = {x, x, x, x, x, x, x, x};
      sum[i][0] += ax * b0;
      sum[i][1] += ax * b1;
    }
  }
  for (int i = 0; i < rows; ++i) {
    *reinterpret_cast<Whole8*>(c + static_cast<size_t>(i) * n) = sum[i][0];
    *reinterpret_cast<Whole8*>(c + static_cast<size_t>(i) * n + 8) = sum[i][1];
  }
}

template <class T>
void simple(const T* __restrict a, const T* __restrict b, T* __restrict c, size_t m, size_t n, size_t k) {
  for (size_t i = 0; i < m; ++i) {
    for (size_t p = 0; p < k; ++p) {
      T x = a[i * k + p];
      for (size_t j = 0; j < n; ++j) c[i * n + j] += x * b[p * n + j];
    }
  }
}

// tf32 has 10 mantissa bits. A plain tf32 product hands fp32 registers to the tensor core, which ignores the
// low 13 bits; tf32x3 rounds its parts with cvt.rna (halves away from zero), bf16 parts round to even.
template <DotPrecision precision>
inline float keep(float x) {
  uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  if constexpr (precision == DotPrecision::Tf32) {
    bits &= 0xffffe000u;
  } else if constexpr (precision == DotPrecision::Tf32x3) {
    bits = (bits + 0x1000u) & 0xffffe000u;
  } else {
    bits = (bits + 0x7fffu + (bits >> 16 & 1)) & 0xffff0000u;
  }
  float kept;
  std::memcpy(&kept, &bits, sizeof kept);
  return kept;
}

template <DotPrecision precision>
void keep_part(int part, const float* x, float* out, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    if (!(std::fabs(x[i]) <= std::numeric_limits<float>::max())) {
      out[i] = part == 0 ? x[i] : 0.0f;
      continue;
    }
    float rest = x[i];
    for (int before = 0; before < part; ++before) rest -= keep<precision>(rest);
    out[i] = keep<precision>(rest);
  }
}

// Part `part` (0 the largest) of each value: what rounding keeps of what the parts before it left. Infinities
// and NaN are all in part 0.
void dot_part(DotPrecision precision, int part, const float* x, float* out, size_t n) {
  switch (precision) {
    case DotPrecision::Ieee:
      std::memcpy(out, x, n * sizeof(float));
      return;
    case DotPrecision::Tf32:
      return keep_part<DotPrecision::Tf32>(part, x, out, n);
    case DotPrecision::Tf32x3:
      return keep_part<DotPrecision::Tf32x3>(part, x, out, n);
    case DotPrecision::Bf16x3:
    case DotPrecision::Bf16x6:
      return keep_part<DotPrecision::Bf16x3>(part, x, out, n);
  }
}

}  // namespace

void dot_f32(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  static const bool kHasAvx512 = __builtin_cpu_supports("avx512f") != 0;
  if (kHasAvx512 && n % 32 == 0) return wide_dot(a, b, c, m, n, k);
  if (n % 16 != 0) return simple(a, b, c, m, n, k);
  for (size_t j = 0; j < n; j += 16) {
    size_t i = 0;
    for (; i + 6 <= m; i += 6) tile<6>(a + i * k, b + j, c + i * n + j, n, k);
    for (; i + 4 <= m; i += 4) tile<4>(a + i * k, b + j, c + i * n + j, n, k);
    for (; i + 2 <= m; i += 2) tile<2>(a + i * k, b + j, c + i * n + j, n, k);
    for (; i < m; ++i) tile<1>(a + i * k, b + j, c + i * n + j, n, k);
  }
}

void dot_f32(DotPrecision precision, const float* a, const float* b, float* c, size_t m, size_t n, size_t k,
             float* a_part, float* b_part) {
  if (precision == DotPrecision::Ieee) return dot_f32(a, b, c, m, n, k);
  int parts = precision == DotPrecision::Tf32 ? 1 : precision == DotPrecision::Bf16x6 ? 3 : 2;
  // Small products first, apart: an infinity times a part that is zero is no NaN of the whole product.
  std::vector<float> small(parts > 1 ? m * n : 0);
  for (int sum = parts - 1; sum > 0; --sum) {
    for (int i = 0; i <= sum; ++i) {
      dot_part(precision, i, a, a_part, m * k);
      dot_part(precision, sum - i, b, b_part, k * n);
      dot_f32(a_part, b_part, small.data(), m, n, k);
    }
  }
  for (size_t i = 0; i < small.size(); ++i) c[i] += small[i] == small[i] ? small[i] : 0.0f;
  dot_part(precision, 0, a, a_part, m * k);
  dot_part(precision, 0, b, b_part, k * n);
  dot_f32(a_part, b_part, c, m, n, k);
}

void dot_f64(const double* a, const double* b, double* c, size_t m, size_t n, size_t k) {
  simple(a, b, c, m, n, k);
}
void dot_i32(const int32_t* a, const int32_t* b, int32_t* c, size_t m, size_t n, size_t k) {
  const uint32_t *left = reinterpret_cast<const uint32_t*>(a), *right = reinterpret_cast<const uint32_t*>(b);
  uint32_t* out = reinterpret_cast<uint32_t*>(c);
  if (n % 16 != 0) return simple(left, right, out, m, n, k);
  for (size_t j = 0; j < n; j += 16) {
    size_t i = 0;
    for (; i + 6 <= m; i += 6) whole_tile<6>(left + i * k, right + j, out + i * n + j, n, k);
    for (; i + 2 <= m; i += 2) whole_tile<2>(left + i * k, right + j, out + i * n + j, n, k);
    for (; i < m; ++i) whole_tile<1>(left + i * k, right + j, out + i * n + j, n, k);
  }
}

}  // namespace tilewright::kernels::triton
