// Block matrix products: register tiles of 6 rows by 16 columns, operands straight from the blocks
// (which fit the second-level cache), accumulating in fp32.
#include <immintrin.h>

#include <cstring>

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

template <class T>
void simple(const T* __restrict a, const T* __restrict b, T* __restrict c, size_t m, size_t n, size_t k) {
  for (size_t i = 0; i < m; ++i) {
    for (size_t p = 0; p < k; ++p) {
      T x = a[i * k + p];
      for (size_t j = 0; j < n; ++j) c[i * n + j] += x * b[p * n + j];
    }
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

void dot_f64(const double* a, const double* b, double* c, size_t m, size_t n, size_t k) {
  simple(a, b, c, m, n, k);
}
void dot_i32(const int32_t* a, const int32_t* b, int32_t* c, size_t m, size_t n, size_t k) {
  simple(reinterpret_cast<const uint32_t*>(a), reinterpret_cast<const uint32_t*>(b),
         reinterpret_cast<uint32_t*>(c), m, n, k);
}

}  // namespace tilewright::kernels::triton
