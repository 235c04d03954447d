// __half and __half2.
#pragma once
#include "tilewright/device.h"

struct __half_raw {
  unsigned short x;
};
struct alignas(4) __half2_raw {
  unsigned short x, y;
};
TW_NARROW_FLOAT(__half, __half2, ::tilewright::half_to_float, ::tilewright::float_to_half, ::tilewright::double_to_half)
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

namespace tilewright {
TW_INLINE __half half_of(unsigned short bits) {
  __half result;
  result.__x = bits;
  return result;
}
}  // namespace tilewright

TW_INLINE __half __float2half(float x) { return __half(x); }
TW_INLINE __half __float2half_rn(float x) { return __half(x); }
TW_INLINE __half __double2half(double x) { return __half(x); }
TW_INLINE __half __float2half_rz(float x) {
  return ::tilewright::half_of(::tilewright::step_narrow<::tilewright::half_to_float>(::tilewright::float_to_half(x), x, 0));
}
TW_INLINE __half __float2half_ru(float x) {
  return ::tilewright::half_of(::tilewright::step_narrow<::tilewright::half_to_float>(::tilewright::float_to_half(x), x, 1));
}
TW_INLINE __half __float2half_rd(float x) {
  return ::tilewright::half_of(::tilewright::step_narrow<::tilewright::half_to_float>(::tilewright::float_to_half(x), x, -1));
}
TW_INLINE float __half2float(__half x) { return (float)x; }
TW_INLINE __half2 __float2half2_rn(float x) { return __half2(__half(x), __half(x)); }
TW_INLINE __half2 __floats2half2_rn(float x, float y) { return __half2(__half(x), __half(y)); }
TW_INLINE __half2 __float22half2_rn(float2 x) { return __half2(__half(x.x), __half(x.y)); }
TW_INLINE float2 __half22float2(__half2 x) { return float2{(float)x.x, (float)x.y}; }
TW_INLINE float __low2float(__half2 x) { return (float)x.x; }
TW_INLINE float __high2float(__half2 x) { return (float)x.y; }
TW_INLINE __half __low2half(__half2 x) { return x.x; }
TW_INLINE __half __high2half(__half2 x) { return x.y; }
TW_INLINE __half2 __low2half2(__half2 x) { return __half2(x.x, x.x); }
TW_INLINE __half2 __high2half2(__half2 x) { return __half2(x.y, x.y); }
TW_INLINE __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
TW_INLINE __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
TW_INLINE __half2 __lowhigh2highlow(__half2 x) { return __half2(x.y, x.x); }
TW_INLINE __half2 __half2half2(__half x) { return __half2(x, x); }
TW_INLINE __half2 __halves2half2(__half x, __half y) { return __half2(x, y); }
TW_INLINE __half2 make_half2(__half x, __half y) { return __half2(x, y); }
TW_INLINE short __half_as_short(__half x) { return (short)x.__x; }
TW_INLINE unsigned short __half_as_ushort(__half x) { return x.__x; }
TW_INLINE __half __short_as_half(short x) { return ::tilewright::half_of((unsigned short)x); }
TW_INLINE __half __ushort_as_half(unsigned short x) { return ::tilewright::half_of(x); }
TW_INLINE int __half2int_rn(__half x) { return __float2int_rn((float)x); }
TW_INLINE int __half2int_rz(__half x) { return __float2int_rz((float)x); }
TW_INLINE int __half2int_ru(__half x) { return __float2int_ru((float)x); }
TW_INLINE int __half2int_rd(__half x) { return __float2int_rd((float)x); }
TW_INLINE unsigned __half2uint_rn(__half x) { return __float2uint_rn((float)x); }
TW_INLINE unsigned __half2uint_rz(__half x) { return __float2uint_rz((float)x); }
TW_INLINE short __half2short_rn(__half x) { return (short)__float2int_rn((float)x); }
TW_INLINE __half __int2half_rn(int x) { return __half(x); }
TW_INLINE __half __uint2half_rn(unsigned x) { return __half(x); }
TW_INLINE __half __short2half_rn(short x) { return __half(x); }
TW_INLINE __half __ushort2half_rn(unsigned short x) { return __half(x); }
TW_INLINE __half __ll2half_rn(long long x) { return __half(x); }
#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
