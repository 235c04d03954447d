// __nv_bfloat16 and __nv_bfloat162.
#pragma once
#include "tilewright/device.h"

struct __nv_bfloat16_raw {
  unsigned short x;
};
struct alignas(4) __nv_bfloat162_raw {
  unsigned short x, y;
};
TW_NARROW_FLOAT(__nv_bfloat16, __nv_bfloat162, ::tilewright::bfloat16_to_float, ::tilewright::float_to_bfloat16,
                ::tilewright::double_to_bfloat16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

namespace tilewright {
TW_INLINE __nv_bfloat16 bfloat16_of(unsigned short bits) {
  __nv_bfloat16 result;
  result.__x = bits;
  return result;
}
}  // namespace tilewright

TW_INLINE __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
TW_INLINE __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
TW_INLINE __nv_bfloat16 __double2bfloat16(double x) { return __nv_bfloat16(x); }
TW_INLINE __nv_bfloat16 __float2bfloat16_rz(float x) {
  return ::tilewright::bfloat16_of(
      ::tilewright::step_narrow<::tilewright::bfloat16_to_float>(::tilewright::float_to_bfloat16(x), x, 0));
}
TW_INLINE __nv_bfloat16 __float2bfloat16_ru(float x) {
  return ::tilewright::bfloat16_of(
      ::tilewright::step_narrow<::tilewright::bfloat16_to_float>(::tilewright::float_to_bfloat16(x), x, 1));
}
TW_INLINE __nv_bfloat16 __float2bfloat16_rd(float x) {
  return ::tilewright::bfloat16_of(
      ::tilewright::step_narrow<::tilewright::bfloat16_to_float>(::tilewright::float_to_bfloat16(x), x, -1));
}
TW_INLINE float __bfloat162float(__nv_bfloat16 x) { return (float)x; }
TW_INLINE __nv_bfloat162 __float2bfloat162_rn(float x) { return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(x)); }
TW_INLINE __nv_bfloat162 __floats2bfloat162_rn(float x, float y) {
  return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(y));
}
TW_INLINE __nv_bfloat162 __float22bfloat162_rn(float2 x) {
  return __nv_bfloat162(__nv_bfloat16(x.x), __nv_bfloat16(x.y));
}
TW_INLINE float2 __bfloat1622float2(__nv_bfloat162 x) { return float2{(float)x.x, (float)x.y}; }
TW_INLINE float __low2float(__nv_bfloat162 x) { return (float)x.x; }
TW_INLINE float __high2float(__nv_bfloat162 x) { return (float)x.y; }
TW_INLINE __nv_bfloat16 __low2bfloat16(__nv_bfloat162 x) { return x.x; }
TW_INLINE __nv_bfloat16 __high2bfloat16(__nv_bfloat162 x) { return x.y; }
TW_INLINE __nv_bfloat162 __low2bfloat162(__nv_bfloat162 x) { return __nv_bfloat162(x.x, x.x); }
TW_INLINE __nv_bfloat162 __high2bfloat162(__nv_bfloat162 x) { return __nv_bfloat162(x.y, x.y); }
TW_INLINE __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
TW_INLINE __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }
TW_INLINE __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 x) { return __nv_bfloat162(x.y, x.x); }
TW_INLINE __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return __nv_bfloat162(x, x); }
TW_INLINE __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
TW_INLINE __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
TW_INLINE short __bfloat16_as_short(__nv_bfloat16 x) { return (short)x.__x; }
TW_INLINE unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return x.__x; }
TW_INLINE __nv_bfloat16 __short_as_bfloat16(short x) { return ::tilewright::bfloat16_of((unsigned short)x); }
TW_INLINE __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) { return ::tilewright::bfloat16_of(x); }
TW_INLINE int __bfloat162int_rn(__nv_bfloat16 x) { return __float2int_rn((float)x); }
TW_INLINE int __bfloat162int_rz(__nv_bfloat16 x) { return __float2int_rz((float)x); }
TW_INLINE __nv_bfloat16 __int2bfloat16_rn(int x) { return __nv_bfloat16(x); }
TW_INLINE __nv_bfloat16 __uint2bfloat16_rn(unsigned x) { return __nv_bfloat16(x); }
#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
