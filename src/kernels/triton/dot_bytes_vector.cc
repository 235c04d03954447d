// Products of 8-bit integers: operands are packed so that a lane of 32 bits holds a group of values along k,
// and one instruction multiplies a group and adds it to 32-bit sums, which wrap. Two ways to do so:
//   pairs   16-bit values, two a lane (pmaddwd, AVX2)
//   quads   8-bit values, four a lane (vpdpbusd, VNNI), which multiplies unsigned by signed: a signed left
//   operand
//           and an unsigned right one are moved by 128, x' = x + 128 and y' = y - 128, and what that adds is
//           taken out again: sum x y = sum x' y' - 128 sum y' + 128 sum x' - 128^2 k, each term only where it
//           was moved.
#include <immintrin.h>

#include <algorithm>
#include <cstring>

#include "kernels/triton/vector_kernels.h"

namespace tilewright::kernels::triton {
namespace {

constexpr size_t kColumns = 16;  // the right operand is filled with 0 to a multiple of this

struct Sizes {
  size_t m, n, k, groups, columns;  // columns: n as packed
};

size_t round_up(size_t x, size_t to) { return (x + to - 1) / to * to; }

// Room for `count` values, where lines of the cache begin.
template <class T>
T* room(std::vector<T>& buffer, size_t count) {
  constexpr size_t kLine = 64;
  if (buffer.size() < count + kLine / sizeof(T)) buffer.resize(count + kLine / sizeof(T));
  return reinterpret_cast<T*>(round_up(reinterpret_cast<uintptr_t>(buffer.data()), kLine));
}

// ---- packing ----

// Row-major (m, k) as (m, k / 2), the last group filled with 0.
template <class T>
void pack_left_pairs(const T* a, uint32_t* out, const Sizes& s) {
  for (size_t i = 0; i < s.m; ++i) {
    const T* row = a + i * s.k;
    uint32_t* to = out + i * s.groups;
    for (size_t p = 0; p < s.k / 2; ++p)
      to[p] = (static_cast<uint32_t>(row[2 * p]) & 0xffffu) | static_cast<uint32_t>(row[2 * p + 1]) << 16;
    if (s.k % 2) to[s.k / 2] = static_cast<uint32_t>(row[s.k - 1]) & 0xffffu;
  }
}

// (k, n) as (k / 2, columns).
template <class T>
void pack_right_pairs(const T* b, uint32_t* out, const Sizes& s) {
  for (size_t p = 0; p < s.groups; ++p) {
    const T *low = b + 2 * p * s.n, *high = low + s.n;
    uint32_t* to = out + p * s.columns;
    if (2 * p + 1 < s.k) {
      for (size_t j = 0; j < s.n; ++j)
        to[j] = (static_cast<uint32_t>(low[j]) & 0xffffu) | static_cast<uint32_t>(high[j]) << 16;
    } else {
      for (size_t j = 0; j < s.n; ++j) to[j] = static_cast<uint32_t>(low[j]) & 0xffffu;
    }
    std::fill(to + s.n, to + s.columns, 0u);
  }
}

// Row-major (m, k) as (m, k / 4) with `flip` on each value; what fills the last group is 0.
template <class T>
void pack_left_quads(const T* a, uint8_t flip, uint32_t* out, const Sizes& s) {
  uint8_t* to = reinterpret_cast<uint8_t*>(out);
  size_t step = 4 * s.groups;
  bool is_filled = step != s.k;
  size_t rows = is_filled ? s.m : 1, count = is_filled ? s.k : s.m * s.k;
  for (size_t i = 0; i < rows; ++i, a += count, to += step) {
    for (size_t p = 0; p < count; ++p) to[p] = static_cast<uint8_t>(static_cast<uint8_t>(a[p]) ^ flip);
    if (is_filled) std::fill(to + count, to + step, uint8_t{0});
  }
}

uint32_t quad(uint32_t x, uint32_t y, uint32_t z, uint32_t w) {
  return (x & 0xffu) | (y & 0xffu) << 8 | (z & 0xffu) << 16 | w << 24;
}

// (k, n) as (k / 4, columns).
template <class T>
void pack_right_quads(const T* b, uint8_t flip, uint32_t* out, const Sizes& s) {
  const uint32_t flips = flip * 0x01010101u;
  for (size_t p = 0; p < s.groups; ++p) {
    const T* row = b + 4 * p * s.n;
    uint32_t* to = out + p * s.columns;
    size_t j = 0, rows = std::min<size_t>(4, s.k - 4 * p);
    if constexpr (sizeof(T) == 1) {
      auto load = [&](size_t r) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(row + r * s.n + j));
      };
      auto store = [&](size_t at, __m128i x) {
        x = _mm_xor_si128(x, _mm_set1_epi32(static_cast<int>(flips)));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to + j + at), x);
      };
      for (; rows == 4 && j + 16 <= s.n; j += 16) {
        __m128i x = load(0), y = load(1), z = load(2), w = load(3);
        __m128i xy = _mm_unpacklo_epi8(x, y), zw = _mm_unpacklo_epi8(z, w);
        store(0, _mm_unpacklo_epi16(xy, zw));
        store(4, _mm_unpackhi_epi16(xy, zw));
        xy = _mm_unpackhi_epi8(x, y), zw = _mm_unpackhi_epi8(z, w);
        store(8, _mm_unpacklo_epi16(xy, zw));
        store(12, _mm_unpackhi_epi16(xy, zw));
      }
    } else if (rows == 4) {
      for (; j < s.n; ++j) {
        to[j] = quad(static_cast<uint32_t>(row[j]), static_cast<uint32_t>(row[s.n + j]),
                     static_cast<uint32_t>(row[2 * s.n + j]), static_cast<uint32_t>(row[3 * s.n + j])) ^
                flips;
      }
    }
    for (; j < s.n; ++j) {
      uint32_t value = 0;
      for (size_t r = 0; r < rows; ++r)
        value |= static_cast<uint32_t>(static_cast<uint8_t>(row[r * s.n + j]) ^ flip) << 8 * r;
      to[j] = value;
    }
    std::fill(to + s.n, to + s.columns, 0u);
  }
}

// ---- register tiles ----

// Operands as packed, and where sums begin: c + row + column.
struct Tile {
  const uint32_t *a, *b;  // of the tile's first row; of its first column
  int32_t* c;
  size_t a_step, b_step, c_step, groups;
  const int32_t *rows, *columns;
};

struct MultiplyPairs {
  static __m256i add(__m256i sum, __m256i a, __m256i b) {
    return _mm256_add_epi32(sum, _mm256_madd_epi16(a, b));
  }
};
// The instruction as AVX-VNNI encodes it, and as AVX512-VNNI with AVX512-VL does. Written out, since the
// compiler lets only functions made for such processors use it, and those do not become part of the tile's
// loop.
struct MultiplyQuads {
  static __m256i add(__m256i sum, __m256i a, __m256i b) {
    asm("%{vex%} vpdpbusd %2, %1, %0" : "+x"(sum) : "x"(a), "x"(b));
    return sum;
  }
};
struct MultiplyQuadsEvex {
  static __m256i add(__m256i sum, __m256i a, __m256i b) {
    asm("%{evex%} vpdpbusd %2, %1, %0" : "+x"(sum) : "x"(a), "x"(b));
    return sum;
  }
};

// Loops over a tile's sums are unrolled so that these stay in registers.
template <class Multiply>
struct Narrow {
  template <size_t rows>
  static void run(const Tile& tile) {
    const uint32_t *a_at = tile.a, *b_at = tile.b;
    int32_t* const c = tile.c;
    const size_t a_step = tile.a_step, b_step = tile.b_step, c_step = tile.c_step, groups = tile.groups;
    constexpr size_t vectors = 2;
    __m256i sum[rows][vectors];
    auto at = [&](size_t i, size_t v) { return reinterpret_cast<__m256i*>(c + i * c_step + 8 * v); };
#pragma GCC unroll 8
    for (size_t i = 0; i < rows; ++i) {
      __m256i row = _mm256_set1_epi32(tile.rows[i]);
#pragma GCC unroll 8
      for (size_t v = 0; v < vectors; ++v) {
        __m256i column = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(tile.columns + 8 * v));
        sum[i][v] = _mm256_add_epi32(_mm256_loadu_si256(at(i, v)), _mm256_add_epi32(row, column));
      }
    }
    for (size_t p = 0; p < groups; ++p) {
      __m256i b[vectors];
#pragma GCC unroll 8
      for (size_t v = 0; v < vectors; ++v)
        b[v] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(b_at + p * b_step + 8 * v));
#pragma GCC unroll 8
      for (size_t i = 0; i < rows; ++i) {
        __m256i a = _mm256_set1_epi32(static_cast<int>(a_at[i * a_step + p]));
#pragma GCC unroll 8
        for (size_t v = 0; v < vectors; ++v) sum[i][v] = Multiply::add(sum[i][v], a, b[v]);
      }
    }
#pragma GCC unroll 8
    for (size_t i = 0; i < rows; ++i) {
#pragma GCC unroll 8
      for (size_t v = 0; v < vectors; ++v) _mm256_storeu_si256(at(i, v), sum[i][v]);
    }
  }

  static constexpr size_t kWidth = 16;
  static size_t rows_of(size_t left) { return left >= 6 ? 6 : left >= 2 ? 2 : 1; }
  static void run(const Tile& tile, size_t rows, size_t) {
    return rows == 6 ? run<6>(tile) : rows == 2 ? run<2>(tile) : run<1>(tile);
  }
};

struct Wide {
  // As the intrinsic, which g++ 12 surrounds by copies of all sums.
  __attribute__((target("avx512f"))) static __m512i add(__m512i sum, __m512i a, __m512i b) {
    asm("vpdpbusd %2, %1, %0" : "+v"(sum) : "v"(a), "v"(b));
    return sum;
  }
  template <size_t rows, size_t vectors>
  __attribute__((target("avx512f"))) static void run(const Tile& tile) {
    const uint32_t *a_at = tile.a, *b_at = tile.b;
    int32_t* const c = tile.c;
    const size_t a_step = tile.a_step, b_step = tile.b_step, c_step = tile.c_step, groups = tile.groups;
    __m512i sum[rows][vectors];
#pragma GCC unroll 8
    for (size_t i = 0; i < rows; ++i) {
      __m512i row = _mm512_set1_epi32(tile.rows[i]);
#pragma GCC unroll 8
      for (size_t v = 0; v < vectors; ++v) {
        __m512i begin = _mm512_add_epi32(row, _mm512_loadu_si512(tile.columns + 16 * v));
        sum[i][v] = _mm512_add_epi32(_mm512_loadu_si512(c + i * c_step + 16 * v), begin);
      }
    }
    for (size_t p = 0; p < groups; ++p) {
      __m512i b[vectors];
#pragma GCC unroll 8
      for (size_t v = 0; v < vectors; ++v) b[v] = _mm512_loadu_si512(b_at + p * b_step + 16 * v);
#pragma GCC unroll 8
      for (size_t i = 0; i < rows; ++i) {
        __m512i a = _mm512_set1_epi32(static_cast<int>(a_at[i * a_step + p]));
#pragma GCC unroll 8
        for (size_t v = 0; v < vectors; ++v) sum[i][v] = add(sum[i][v], a, b[v]);
      }
    }
#pragma GCC unroll 8
    for (size_t i = 0; i < rows; ++i) {
#pragma GCC unroll 8
      for (size_t v = 0; v < vectors; ++v) _mm512_storeu_si512(c + i * c_step + 16 * v, sum[i][v]);
    }
  }

  static constexpr size_t kWidth = 32;
  static size_t rows_of(size_t left) { return left >= 8 ? 8 : left >= 4 ? 4 : 1; }
  static void run(const Tile& tile, size_t rows, size_t width) {
    if (width == 32) return rows == 8 ? run<8, 2>(tile) : rows == 4 ? run<4, 2>(tile) : run<1, 2>(tile);
    return rows == 8 ? run<8, 1>(tile) : rows == 4 ? run<4, 1>(tile) : run<1, 1>(tile);
  }
};

// All tiles of a product; the columns that fill the last ones are computed aside.
template <class Method>
void multiply(const Tile& whole, size_t m, size_t n) {
  int32_t aside[8 * Method::kWidth];
  for (size_t j = 0, width = 0; j < n; j += width) {
    width = n - j > Method::kWidth - kColumns ? Method::kWidth : kColumns;
    size_t used = std::min(width, n - j);
    for (size_t i = 0, rows = 0; i < m; i += rows) {
      rows = Method::rows_of(m - i);
      int32_t* c = whole.c + i * whole.c_step + j;
      Tile tile{whole.a + i * whole.a_step,
                whole.b + j,
                c,
                whole.a_step,
                whole.b_step,
                whole.c_step,
                whole.groups,
                whole.rows + i,
                whole.columns + j};
      if (used < width) {
        tile.c = aside;
        tile.c_step = width;
        for (size_t r = 0; r < rows; ++r) std::copy_n(c + r * whole.c_step, used, aside + r * width);
      }
      Method::run(tile, rows, width);
      for (size_t r = 0; used < width && r < rows; ++r)
        std::copy_n(aside + r * width, used, c + r * whole.c_step);
    }
  }
}

// ---- products ----

struct Rooms {
  uint32_t *left, *right, *ones;
  int32_t *rows, *columns, *sums;
};

// Calls `body` with the operand's values as they are held.
template <class Body>
void with_values(const ByteOperand& x, Body body) {
  if (x.is_extended) return body(static_cast<const int32_t*>(x.data));
  if (x.is_unsigned) return body(static_cast<const uint8_t*>(x.data));
  body(static_cast<const int8_t*>(x.data));
}

void dot_plain(const ByteOperand& a, const ByteOperand& b, int32_t* c, const Sizes& s) {
  with_values(a, [&](const auto* left) {
    with_values(b, [&](const auto* right) {
      uint32_t* out = reinterpret_cast<uint32_t*>(c);
      for (size_t i = 0; i < s.m; ++i) {
        for (size_t p = 0; p < s.k; ++p) {
          uint32_t x = static_cast<uint32_t>(left[i * s.k + p]);
          for (size_t j = 0; j < s.n; ++j) out[i * s.n + j] += x * static_cast<uint32_t>(right[p * s.n + j]);
        }
      }
    });
  });
}

void dot_pairs(const ByteOperand& a, const ByteOperand& b, const Tile& whole, const Rooms& to,
               const Sizes& s) {
  with_values(a, [&](const auto* values) { pack_left_pairs(values, to.left, s); });
  with_values(b, [&](const auto* values) { pack_right_pairs(values, to.right, s); });
  multiply<Narrow<MultiplyPairs>>(whole, s.m, s.n);
}

template <class Method>
void dot_quads(const ByteOperand& a, const ByteOperand& b, const Tile& whole, const Rooms& to,
               const Sizes& s) {
  const uint8_t flip_left = a.is_unsigned ? 0 : 0x80, flip_right = b.is_unsigned ? 0x80 : 0;
  with_values(a, [&](const auto* values) { pack_left_quads(values, flip_left, to.left, s); });
  with_values(b, [&](const auto* values) { pack_right_quads(values, flip_right, to.right, s); });
  if (flip_left) {
    // 128 times the sum of each column is one more row of the product, of values that are all 128.
    std::fill_n(to.ones, s.groups, 0x80808080u);
    std::fill_n(to.sums, s.columns, 0);
    Tile row = whole;
    row.a = to.ones;
    row.c = to.sums;
    multiply<Method>(row, 1, s.columns);
    uint32_t both = flip_right ? static_cast<uint32_t>(s.k) << 14 : 0;
    for (size_t j = 0; j < s.columns; ++j)
      to.columns[j] = static_cast<int32_t>(0u - static_cast<uint32_t>(to.sums[j]) - both);
  }
  for (size_t i = 0; flip_right && i < s.m; ++i) {
    const uint8_t* row = reinterpret_cast<const uint8_t*>(to.left + i * s.groups);
    uint32_t sum = 0;
    for (size_t p = 0; p < s.k; ++p) sum += row[p];
    to.rows[i] = static_cast<int32_t>(sum << 7);
  }
  multiply<Method>(whole, s.m, s.n);
}

ByteMethod best_method() {
  for (ByteMethod method : {ByteMethod::WideQuads, ByteMethod::NarrowQuads, ByteMethod::EncodedQuads}) {
    if (is_supported(method)) return method;
  }
  return ByteMethod::Pairs;
}

}  // namespace

bool is_supported(ByteMethod method) {
  switch (method) {
    case ByteMethod::Plain:
    case ByteMethod::Pairs:
      return true;
    case ByteMethod::NarrowQuads:
      return __builtin_cpu_supports("avxvnni") != 0;
    case ByteMethod::EncodedQuads:
      return __builtin_cpu_supports("avx512vnni") != 0 && __builtin_cpu_supports("avx512vl") != 0;
    case ByteMethod::WideQuads:
      return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vnni") != 0;
  }
  return false;
}

void dot_bytes(ByteMethod method, const ByteOperand& a, const ByteOperand& b, int32_t* c, size_t m, size_t n,
               size_t k, ByteBuffers& buffers) {
  size_t in_group = method == ByteMethod::Pairs ? 2 : 4;
  Sizes s{m, n, k, (k + in_group - 1) / in_group, round_up(n, kColumns)};
  if (method == ByteMethod::Plain) return dot_plain(a, b, c, s);
  Rooms to{room(buffers.left, s.m * s.groups), room(buffers.right, s.groups * s.columns),
           room(buffers.ones, s.groups),       room(buffers.rows, s.m),
           room(buffers.columns, s.columns),   room(buffers.sums, s.columns)};
  std::fill_n(to.rows, s.m, 0);
  std::fill_n(to.columns, s.columns, 0);
  Tile whole{to.left, to.right, c, s.groups, s.columns, s.n, s.groups, to.rows, to.columns};
  switch (method) {
    case ByteMethod::Plain:
      return;
    case ByteMethod::Pairs:
      return dot_pairs(a, b, whole, to, s);
    case ByteMethod::NarrowQuads:
      return dot_quads<Narrow<MultiplyQuads>>(a, b, whole, to, s);
    case ByteMethod::EncodedQuads:
      return dot_quads<Narrow<MultiplyQuadsEvex>>(a, b, whole, to, s);
    case ByteMethod::WideQuads:
      return dot_quads<Wide>(a, b, whole, to, s);
  }
}

void dot_bytes(const ByteOperand& a, const ByteOperand& b, int32_t* c, size_t m, size_t n, size_t k,
               ByteBuffers& buffers) {
  static const ByteMethod kMethod = best_method();
  dot_bytes(kMethod, a, b, c, m, n, k, buffers);
}

}  // namespace tilewright::kernels::triton
