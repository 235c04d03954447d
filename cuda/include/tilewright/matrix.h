// Matrix operations of a warp: mma.sync, ldmatrix and stmatrix with the register layouts of the PTX manual. One lane, the last,
// computes for all; sums in double, rounded once.
#pragma once

#include "narrow_floats.h"

namespace tilewright {
namespace matrix {

inline void nothing(void**) {}
// All lanes of the warp take part; orders no memory.
TW_INLINE void meet() {
  int unused = 0;
  tw_collective(0xffffffffu, nothing, &unused);
}

}  // namespace matrix

namespace ptx {

struct e4m3 {
  using type = unsigned char;
};
struct e5m2 {
  using type = unsigned char;
};

// Elements in a 32-bit register, and one of them.
template <class T>
struct Element {
  static constexpr int per_register = 4 / sizeof(typename T::type);
  using Number = std::conditional_t<std::is_integral_v<typename T::type> && sizeof(typename T::type) == 1, int, float>;
};
template <class T>
TW_UNCHECKED inline double element(unsigned bits, int index) {
  if constexpr (std::is_same_v<T, f16>)
    return half_to_float((unsigned short)(bits >> (16 * index)));
  else if constexpr (std::is_same_v<T, bf16>)
    return bfloat16_to_float((unsigned short)(bits >> (16 * index)));
  else if constexpr (std::is_same_v<T, tf32>)
    return __builtin_bit_cast(float, bits & ~0x1fffu);
  else if constexpr (std::is_same_v<T, s8>)
    return (signed char)(bits >> (8 * index));
  else if constexpr (std::is_same_v<T, u8>)
    return (unsigned char)(bits >> (8 * index));
  else
    return (double)__builtin_bit_cast(float, bits);
}

struct MmaData {
  unsigned a[4], b[2], c[4], d[4];
};

template <class T>
inline constexpr int product_type = std::is_same_v<T, f16>    ? TwHalf
                                    : std::is_same_v<T, bf16> ? TwBfloat16
                                    : std::is_same_v<T, tf32> ? TwTf32
                                    : std::is_same_v<T, s8> || std::is_same_v<T, u8> ? TwInt8
                                                                                     : TwFloat8;

template <int K, class D, class A, class B, class C>
TW_UNCHECKED void compute_mma(void** lanes) {
  tw_note_product(product_type<A>, 16, 8, K);
  constexpr int pa = Element<A>::per_register, pb = Element<B>::per_register;
  constexpr int registers_a = 16 * K / 32 / pa, registers_b = 8 * K / 32 / pb;
  static double a[16][64], b[64][8];
  for (int lane = 0; lane < 32; ++lane) {
    const MmaData& data = *(const MmaData*)lanes[lane];
    int group = lane / 4, t = lane % 4;
    for (int r = 0; r < registers_a; ++r)
      for (int i = 0; i < pa; ++i) a[group + 8 * (r & 1)][pa * t + i + (r >> 1) * 4 * pa] = element<A>(data.a[r], i);
    for (int r = 0; r < registers_b; ++r)
      for (int i = 0; i < pb; ++i) b[pb * t + i + r * 4 * pb][group] = element<B>(data.b[r], i);
  }
  for (int lane = 0; lane < 32; ++lane) {
    MmaData& data = *(MmaData*)lanes[lane];
    int group = lane / 4, t = lane % 4;
    for (int i = 0; i < 4; ++i) {
      int row = group + 8 * (i >> 1), column = 2 * t + (i & 1);
      double sum = 0;
      if constexpr (std::is_same_v<C, f16>)
        sum = element<f16>(data.c[i / 2], i % 2);
      else if constexpr (std::is_same_v<C, s32>)
        sum = (int)data.c[i];
      else
        sum = __builtin_bit_cast(float, data.c[i]);
      for (int k = 0; k < K; ++k) sum += a[row][k] * b[k][column];
      if constexpr (std::is_same_v<D, f16>) {
        unsigned bits = double_to_half(sum);
        data.d[i / 2] = i % 2 ? (data.d[i / 2] & 0xffff) | bits << 16 : bits;
      } else if constexpr (std::is_same_v<D, s32>) {
        data.d[i] = (unsigned)(int)(long long)sum;
      } else {
        data.d[i] = __builtin_bit_cast(unsigned, (float)sum);
      }
    }
  }
}

template <int K, class D, class A, class B, class C, class O, int NA, int NB, int NC>
TW_INLINE void run_mma(const O& d, const In<NA>& a, const In<NB>& b, const In<NC>& c) {
  MmaData data{};
  for (int i = 0; i < NA && i < 4; ++i) data.a[i] = (unsigned)a.bits[i];
  for (int i = 0; i < NB && i < 2; ++i) data.b[i] = (unsigned)b.bits[i];
  for (int i = 0; i < NC && i < 4; ++i) data.c[i] = (unsigned)c.bits[i];
  tw_collective(0xffffffffu, compute_mma<K, D, A, B, C>, &data);
  d.put(data.d);
}
#define TW_MMA(shape, K)                                                                          \
  template <class D, class A, class B, class C, class O, int NA, int NB, int NC>                  \
  TW_INLINE void mma_##shape(const O& d, const In<NA>& a, const In<NB>& b, const In<NC>& c) {     \
    run_mma<K, D, A, B, C>(d, a, b, c);                                                           \
  }
TW_MMA(m16n8k4, 4)
TW_MMA(m16n8k8, 8)
TW_MMA(m16n8k16, 16)
TW_MMA(m16n8k32, 32)
#undef TW_MMA

struct LdmatrixData {
  const unsigned short* row;
  unsigned registers[4];
};
template <int Count, bool IsTransposed>
TW_UNCHECKED void compute_ldmatrix(void** lanes) {
  for (int lane = 0; lane < 32; ++lane) {
    LdmatrixData& data = *(LdmatrixData*)lanes[lane];
    for (int m = 0; m < Count; ++m) {
      unsigned parts[2];
      for (int i = 0; i < 2; ++i) {
        int row = lane / 4, column = 2 * (lane % 4) + i;
        parts[i] = IsTransposed ? ((LdmatrixData*)lanes[8 * m + column])->row[row] : ((LdmatrixData*)lanes[8 * m + row])->row[column];
      }
      data.registers[m] = parts[0] | parts[1] << 16;
    }
  }
}
template <int Count, bool IsTransposed>
TW_UNCHECKED void compute_stmatrix(void** lanes) {
  for (int lane = 0; lane < 32; ++lane) {
    const LdmatrixData& data = *(const LdmatrixData*)lanes[lane];
    for (int m = 0; m < Count; ++m) {
      for (int i = 0; i < 2; ++i) {
        int row = lane / 4, column = 2 * (lane % 4) + i;
        auto value = (unsigned short)(data.registers[m] >> (16 * i));
        unsigned short* target = const_cast<unsigned short*>(((LdmatrixData*)lanes[8 * m + (IsTransposed ? column : row)])->row);
        target[IsTransposed ? row : column] = value;
      }
    }
  }
}
template <int Count, bool IsTransposed, class O>
TW_INLINE void run_ldmatrix(const O& d, const char* address) {
  LdmatrixData data{(const unsigned short*)address, {0, 0, 0, 0}};
  if (special_laneid() < 8 * Count) {
    tw_require_alignment(address, 16);
    tw_read(address, 16);
  }
  tw_collective(0xffffffffu, compute_ldmatrix<Count, IsTransposed>, &data);
  d.put(data.registers);
}
template <int Count, bool IsTransposed, int N>
TW_INLINE void run_stmatrix(char* address, const In<N>& values) {
  LdmatrixData data{(const unsigned short*)address, {0, 0, 0, 0}};
  for (int i = 0; i < N; ++i) data.registers[i] = (unsigned)values.bits[i];
  if (special_laneid() < 8 * Count) {
    tw_require_alignment(address, 16);
    tw_write(address, 16);
  }
  tw_collective(0xffffffffu, compute_stmatrix<Count, IsTransposed>, &data);
}
#define TW_LDMATRIX(suffix, count)                                                                                    \
  template <class T, class O>                                                                                         \
  TW_INLINE void ldmatrix_##suffix(const O& d, const char* address) { run_ldmatrix<count, false>(d, address); }       \
  template <class T, class O>                                                                                         \
  TW_INLINE void ldmatrix_##suffix##_trans(const O& d, const char* address) { run_ldmatrix<count, true>(d, address); } \
  template <class T, int N>                                                                                           \
  TW_INLINE void stmatrix_##suffix(char* address, const In<N>& s) { run_stmatrix<count, false>(address, s); }         \
  template <class T, int N>                                                                                           \
  TW_INLINE void stmatrix_##suffix##_trans(char* address, const In<N>& s) { run_stmatrix<count, true>(address, s); }
TW_LDMATRIX(x1, 1)
TW_LDMATRIX(x2, 2)
TW_LDMATRIX(x4, 4)
#undef TW_LDMATRIX

}  // namespace ptx
}  // namespace tilewright
