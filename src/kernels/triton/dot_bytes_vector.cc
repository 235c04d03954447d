// Products of 8-bit integers: operands narrowed to 16 bits in pairs along k, two products an instruction and
// lane. 255 * 255 * 2 fits 32 bits, so sums are exact up to their own wrapping.
#include <immintrin.h>

#include <algorithm>

#include "kernels/triton/vector_kernels.h"

namespace tilewright::kernels::triton {
namespace {

// Row-major (rows, k) as pairs (rows, k / 2), the last one filled with 0.
void pack_left(const int32_t* a, uint32_t* out, size_t rows, size_t k) {
  size_t pairs = (k + 1) / 2;
  for (size_t i = 0; i < rows; ++i) {
    const int32_t* row = a + i * k;
    for (size_t p = 0; p < k / 2; ++p) {
      out[i * pairs + p] =
          (static_cast<uint32_t>(row[2 * p]) & 0xffffu) | static_cast<uint32_t>(row[2 * p + 1]) << 16;
    }
    if (k % 2) out[i * pairs + k / 2] = static_cast<uint32_t>(row[k - 1]) & 0xffffu;
  }
}

// (k, n) as (k / 2, n) pairs.
void pack_right(const int32_t* b, uint32_t* out, size_t n, size_t k) {
  for (size_t p = 0; p < k / 2; ++p) {
    const int32_t *low = b + 2 * p * n, *high = low + n;
    for (size_t j = 0; j < n; ++j)
      out[p * n + j] = (static_cast<uint32_t>(low[j]) & 0xffffu) | static_cast<uint32_t>(high[j]) << 16;
  }
  if (k % 2) {
    for (size_t j = 0; j < n; ++j) out[k / 2 * n + j] = static_cast<uint32_t>(b[(k - 1) * n + j]) & 0xffffu;
  }
}

template <int rows>
inline void tile(const uint32_t* a, const uint32_t* b, int32_t* c, size_t n, size_t pairs) {
  __m256i sum[rows][2];
  auto at = [&](int i, int half) {
    return reinterpret_cast<__m256i*>(c + static_cast<size_t>(i) * n + 8 * half);
  };
  for (int i = 0; i < rows; ++i) {
    sum[i][0] = _mm256_loadu_si256(at(i, 0));
    sum[i][1] = _mm256_loadu_si256(at(i, 1));
  }
  for (size_t p = 0; p < pairs; ++p) {
    __m256i b0 = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(b + p * n));
    __m256i b1 = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(b + p * n + 8));
    for (int i = 0; i < rows; ++i) {
      __m256i ax = _mm256_set1_epi32(static_cast<int>(a[static_cast<size_t>(i) * pairs + p]));
      sum[i][0] = _mm256_add_epi32(sum[i][0], _mm256_madd_epi16(ax, b0));
      sum[i][1] = _mm256_add_epi32(sum[i][1], _mm256_madd_epi16(ax, b1));
    }
  }
  for (int i = 0; i < rows; ++i) {
    _mm256_storeu_si256(at(i, 0), sum[i][0]);
    _mm256_storeu_si256(at(i, 1), sum[i][1]);
  }
}

void narrow_dot(const uint32_t* a, const uint32_t* b, int32_t* c, size_t m, size_t n, size_t pairs) {
  for (size_t j = 0; j < n; j += 16) {
    size_t i = 0;
    for (; i + 6 <= m; i += 6) tile<6>(a + i * pairs, b + j, c + i * n + j, n, pairs);
    for (; i + 2 <= m; i += 2) tile<2>(a + i * pairs, b + j, c + i * n + j, n, pairs);
    for (; i < m; ++i) tile<1>(a + i * pairs, b + j, c + i * n + j, n, pairs);
  }
}

// The same with 32 columns, and with products and sum in one instruction.
template <int rows>
__attribute__((target("avx512f,avx512vnni"))) inline void wide_tile(const uint32_t* a, const uint32_t* b,
                                                                    int32_t* c, size_t n, size_t pairs) {
  __m512i sum[rows][2];
  for (int i = 0; i < rows; ++i) {
    sum[i][0] = _mm512_loadu_si512(c + static_cast<size_t>(i) * n);
    sum[i][1] = _mm512_loadu_si512(c + static_cast<size_t>(i) * n + 16);
  }
  for (size_t p = 0; p < pairs; ++p) {
    __m512i b0 = _mm512_loadu_si512(b + p * n), b1 = _mm512_loadu_si512(b + p * n + 16);
    for (int i = 0; i < rows; ++i) {
      __m512i ax = _mm512_set1_epi32(static_cast<int>(a[static_cast<size_t>(i) * pairs + p]));
      sum[i][0] = _mm512_dpwssd_epi32(sum[i][0], ax, b0);
      sum[i][1] = _mm512_dpwssd_epi32(sum[i][1], ax, b1);
    }
  }
  for (int i = 0; i < rows; ++i) {
    _mm512_storeu_si512(c + static_cast<size_t>(i) * n, sum[i][0]);
    _mm512_storeu_si512(c + static_cast<size_t>(i) * n + 16, sum[i][1]);
  }
}

__attribute__((target("avx512f,avx512vnni"))) void wide_dot(const uint32_t* a, const uint32_t* b, int32_t* c,
                                                            size_t m, size_t n, size_t pairs) {
  for (size_t j = 0; j < n; j += 32) {
    size_t i = 0;
    for (; i + 8 <= m; i += 8) wide_tile<8>(a + i * pairs, b + j, c + i * n + j, n, pairs);
    for (; i + 4 <= m; i += 4) wide_tile<4>(a + i * pairs, b + j, c + i * n + j, n, pairs);
    for (; i < m; ++i) wide_tile<1>(a + i * pairs, b + j, c + i * n + j, n, pairs);
  }
}

}  // namespace

void dot_bytes(const int32_t* a, const int32_t* b, int32_t* c, size_t m, size_t n, size_t k,
               uint32_t* a_pairs, uint32_t* b_pairs) {
  if (n % 16 != 0) return dot_i32(a, b, c, m, n, k);
  static const bool kHasVnni =
      __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vnni") != 0;
  size_t pairs = (k + 1) / 2;
  pack_left(a, a_pairs, m, k);
  pack_right(b, b_pairs, n, k);
  if (kHasVnni && n % 32 == 0) return wide_dot(a_pairs, b_pairs, c, m, n, pairs);
  narrow_dot(a_pairs, b_pairs, c, m, n, pairs);
}

}  // namespace tilewright::kernels::triton
