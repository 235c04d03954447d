// The Tensor Engine's product: both operands keep the contraction on the partitions, so rows of both are read
// straight from their tiles; register tiles of 6 rows by 16 columns accumulate in fp32.
#include <immintrin.h>

#include <algorithm>

#include "kernels/nki/ops.h"

namespace tilewright::kernels::nki {
namespace {

typedef float Vector8 __attribute__((vector_size(32), aligned(4), may_alias));

struct Tile {
  const float* a;
  size_t a_step;
  const float* b;
  size_t b_step;
  float* c;
  size_t c_step;
  size_t k;
};

template <int rows>
inline void tile(const Tile& t) {
  Vector8 sum[rows][2];
  for (int i = 0; i < rows; ++i) {
    const float* row = t.c + static_cast<size_t>(i) * t.c_step;
    sum[i][0] = *reinterpret_cast<const Vector8*>(row);
    sum[i][1] = *reinterpret_cast<const Vector8*>(row + 8);
  }
  for (size_t p = 0; p < t.k; ++p) {
    Vector8 b0 = *reinterpret_cast<const Vector8*>(t.b + p * t.b_step);
    Vector8 b1 = *reinterpret_cast<const Vector8*>(t.b + p * t.b_step + 8);
    const float* column = t.a + p * t.a_step;
    for (int i = 0; i < rows; ++i) {
      float x = column[i];
      Vector8 ax = {x, x, x, x, x, x, x, x};
      sum[i][0] = __builtin_ia32_vfmaddps256(ax, b0, sum[i][0]);
      sum[i][1] = __builtin_ia32_vfmaddps256(ax, b1, sum[i][1]);
    }
  }
  for (int i = 0; i < rows; ++i) {
    float* row = t.c + static_cast<size_t>(i) * t.c_step;
    *reinterpret_cast<Vector8*>(row) = sum[i][0];
    *reinterpret_cast<Vector8*>(row + 8) = sum[i][1];
  }
}

// The same with 32 columns, where the processor has AVX-512.
template <int rows>
__attribute__((target("avx512f"))) inline void wide_tile(const Tile& t) {
  __m512 sum[rows][2];
  for (int i = 0; i < rows; ++i) {
    const float* row = t.c + static_cast<size_t>(i) * t.c_step;
    sum[i][0] = _mm512_loadu_ps(row);
    sum[i][1] = _mm512_loadu_ps(row + 16);
  }
  for (size_t p = 0; p < t.k; ++p) {
    __m512 b0 = _mm512_loadu_ps(t.b + p * t.b_step), b1 = _mm512_loadu_ps(t.b + p * t.b_step + 16);
    const float* column = t.a + p * t.a_step;
    for (int i = 0; i < rows; ++i) {
      __m512 ax = _mm512_set1_ps(column[i]);
      sum[i][0] = _mm512_fmadd_ps(ax, b0, sum[i][0]);
      sum[i][1] = _mm512_fmadd_ps(ax, b1, sum[i][1]);
    }
  }
  for (int i = 0; i < rows; ++i) {
    float* row = t.c + static_cast<size_t>(i) * t.c_step;
    _mm512_storeu_ps(row, sum[i][0]);
    _mm512_storeu_ps(row + 16, sum[i][1]);
  }
}

__attribute__((target("avx512f"))) void wide_columns(Tile t, size_t m) {
  size_t i = 0;
  auto advance = [&](size_t rows) {
    t.a += rows;
    t.c += rows * t.c_step;
    i += rows;
  };
  for (; i + 8 <= m; advance(8)) wide_tile<8>(t);
  for (; i + 4 <= m; advance(4)) wide_tile<4>(t);
  for (; i < m; advance(1)) wide_tile<1>(t);
}

void columns(Tile t, size_t m) {
  size_t i = 0;
  auto advance = [&](size_t rows) {
    t.a += rows;
    t.c += rows * t.c_step;
    i += rows;
  };
  for (; i + 6 <= m; advance(6)) tile<6>(t);
  for (; i + 2 <= m; advance(2)) tile<2>(t);
  for (; i < m; advance(1)) tile<1>(t);
}

}  // namespace

void matmul(const float* a, size_t a_step, const float* b, size_t b_step, float* c, size_t c_step, size_t m,
            size_t n, size_t k, bool accumulates) {
  if (!accumulates) {
    for (size_t i = 0; i < m; ++i) std::fill_n(c + i * c_step, n, 0.0f);
  }
  static const bool has_wide = __builtin_cpu_supports("avx512f");
  size_t j = 0;
  for (; has_wide && j + 32 <= n; j += 32) wide_columns({a, a_step, b + j, b_step, c + j, c_step, k}, m);
  for (; j + 16 <= n; j += 16) columns({a, a_step, b + j, b_step, c + j, c_step, k}, m);
  for (size_t p = 0; j < n && p < k; ++p) {
    for (size_t i = 0; i < m; ++i) {
      float x = a[p * a_step + i];
      for (size_t column = j; column < n; ++column) {
        c[i * c_step + column] = __builtin_fmaf(x, b[p * b_step + column], c[i * c_step + column]);
      }
    }
  }
}

}  // namespace tilewright::kernels::nki
