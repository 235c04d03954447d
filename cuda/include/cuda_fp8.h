// fp8: __nv_fp8_e4m3 and __nv_fp8_e5m2 with their packed forms. Rounds to nearest even; conversions saturate to the largest finite value
// or, without saturation, give NaN (e4m3) or infinity (e5m2).
#pragma once
#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

namespace tilewright {
static inline unsigned char double_to_fp8(double x, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) {
  const int mantissa = kind == __NV_E4M3 ? 3 : 2, bias = kind == __NV_E4M3 ? 7 : 15;
  const double largest = kind == __NV_E4M3 ? 448.0 : 57344.0;
  unsigned char sign = __builtin_signbit(x) ? 0x80 : 0;
  if (x != x) return kind == __NV_E4M3 ? 0x7f : 0x7e;
  double magnitude = __builtin_fabs(x);
  int exponent = 0;
  (void)__builtin_frexp(magnitude, &exponent);
  int least = 1 - bias;
  int scale = (exponent - 1 < least ? least : exponent - 1) - mantissa;
  double steps = __builtin_rint(__builtin_ldexp(magnitude, -scale));
  double rounded = __builtin_ldexp(steps, scale);
  if (rounded > largest || __builtin_isinf(magnitude)) {
    if (saturation == __NV_SATFINITE) return sign | (kind == __NV_E4M3 ? 0x7e : 0x7b);
    return kind == __NV_E4M3 ? (unsigned char)(sign | 0x7f) : (unsigned char)(sign | 0x7c);
  }
  if (rounded == 0) return sign;
  (void)__builtin_frexp(rounded, &exponent);
  if (exponent - 1 < least) return sign | (unsigned char)__builtin_ldexp(rounded, mantissa - least);
  unsigned fraction = (unsigned)__builtin_ldexp(rounded, mantissa - (exponent - 1)) & ((1u << mantissa) - 1);
  return sign | (unsigned char)((unsigned)(exponent - 1 + bias) << mantissa | fraction);
}
static inline float fp8_to_float(unsigned char bits, __nv_fp8_interpretation_t kind) {
  const int mantissa = kind == __NV_E4M3 ? 3 : 2, bias = kind == __NV_E4M3 ? 7 : 15;
  int exponent = (bits & 0x7f) >> mantissa, fraction = bits & ((1 << mantissa) - 1);
  float sign = bits & 0x80 ? -1.0f : 1.0f;
  if (kind == __NV_E4M3 && (bits & 0x7f) == 0x7f) return __builtin_nanf("");
  if (kind == __NV_E5M2 && exponent == 31) return fraction ? __builtin_nanf("") : sign * __builtin_inff();
  if (exponent == 0) return sign * __builtin_ldexpf((float)fraction, 1 - bias - mantissa);
  return sign * __builtin_ldexpf((float)(fraction | 1 << mantissa), exponent - bias - mantissa);
}
}  // namespace tilewright

TW_INLINE __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturation,
                                                    __nv_fp8_interpretation_t kind) {
  return ::tilewright::double_to_fp8(x, saturation, kind);
}
TW_INLINE __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturation,
                                                   __nv_fp8_interpretation_t kind) {
  return ::tilewright::double_to_fp8(x, saturation, kind);
}
TW_INLINE __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturation,
                                                     __nv_fp8_interpretation_t kind) {
  return ::tilewright::double_to_fp8(::tilewright::half_to_float(x.x), saturation, kind);
}
TW_INLINE __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t saturation,
                                                         __nv_fp8_interpretation_t kind) {
  return ::tilewright::double_to_fp8(::tilewright::bfloat16_to_float(x.x), saturation, kind);
}
TW_INLINE __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturation,
                                                        __nv_fp8_interpretation_t kind) {
  return (__nv_fp8x2_storage_t)(::tilewright::double_to_fp8(x.x, saturation, kind) |
                                ::tilewright::double_to_fp8(x.y, saturation, kind) << 8);
}
TW_INLINE __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  return __half_raw{::tilewright::float_to_half(::tilewright::fp8_to_float(x, kind))};
}
TW_INLINE __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t kind) {
  return __half2_raw{::tilewright::float_to_half(::tilewright::fp8_to_float((unsigned char)x, kind)),
                     ::tilewright::float_to_half(::tilewright::fp8_to_float((unsigned char)(x >> 8), kind))};
}

#define TW_FP8(NAME, KIND)                                                                                       \
  struct NAME {                                                                                                  \
    __nv_fp8_storage_t __x;                                                                                      \
    NAME() = default;                                                                                            \
    TW_ALWAYS explicit NAME(float x) : __x(::tilewright::double_to_fp8(x, __NV_SATFINITE, KIND)) {}              \
    TW_ALWAYS explicit NAME(double x) : __x(::tilewright::double_to_fp8(x, __NV_SATFINITE, KIND)) {}             \
    TW_ALWAYS explicit NAME(int x) : __x(::tilewright::double_to_fp8(x, __NV_SATFINITE, KIND)) {}                \
    TW_ALWAYS explicit NAME(__half x) : __x(::tilewright::double_to_fp8((float)x, __NV_SATFINITE, KIND)) {}      \
    TW_ALWAYS explicit NAME(__nv_bfloat16 x) : __x(::tilewright::double_to_fp8((float)x, __NV_SATFINITE, KIND)) {} \
    TW_ALWAYS explicit operator float() const { return ::tilewright::fp8_to_float(__x, KIND); }                  \
    TW_ALWAYS explicit operator double() const { return ::tilewright::fp8_to_float(__x, KIND); }                 \
    TW_ALWAYS explicit operator __half() const { return __half(::tilewright::fp8_to_float(__x, KIND)); }         \
    TW_ALWAYS explicit operator __nv_bfloat16() const { return __nv_bfloat16(::tilewright::fp8_to_float(__x, KIND)); } \
    TW_ALWAYS explicit operator bool() const { return (__x & 0x7f) != 0; }                                       \
  };
TW_FP8(__nv_fp8_e4m3, __NV_E4M3)
TW_FP8(__nv_fp8_e5m2, __NV_E5M2)
#undef TW_FP8
#define TW_FP8_VECTOR(NAME, COUNT, STORAGE, VECTOR, KIND, PACK, UNPACK)                 \
  struct NAME {                                                                         \
    STORAGE __x;                                                                        \
    NAME() = default;                                                                   \
    TW_ALWAYS explicit NAME(VECTOR v) : __x(0) {                                        \
      float parts[COUNT] = PACK;                                                        \
      for (int i = 0; i < COUNT; ++i)                                                   \
        __x |= (STORAGE)((STORAGE)::tilewright::double_to_fp8(parts[i], __NV_SATFINITE, KIND) << (8 * i)); \
    }                                                                                   \
    TW_ALWAYS float part(int i) const { return ::tilewright::fp8_to_float((unsigned char)(__x >> (8 * i)), KIND); } \
    TW_ALWAYS explicit operator VECTOR() const { return VECTOR UNPACK; }                \
  };
#define TW_PACK2 {v.x, v.y}
#define TW_PACK4 {v.x, v.y, v.z, v.w}
#define TW_UNPACK2 {part(0), part(1)}
#define TW_UNPACK4 {part(0), part(1), part(2), part(3)}
TW_FP8_VECTOR(__nv_fp8x2_e4m3, 2, unsigned short, float2, __NV_E4M3, TW_PACK2, TW_UNPACK2)
TW_FP8_VECTOR(__nv_fp8x2_e5m2, 2, unsigned short, float2, __NV_E5M2, TW_PACK2, TW_UNPACK2)
TW_FP8_VECTOR(__nv_fp8x4_e4m3, 4, unsigned int, float4, __NV_E4M3, TW_PACK4, TW_UNPACK4)
TW_FP8_VECTOR(__nv_fp8x4_e5m2, 4, unsigned int, float4, __NV_E5M2, TW_PACK4, TW_UNPACK4)
#undef TW_FP8_VECTOR
#undef TW_PACK2
#undef TW_PACK4
#undef TW_UNPACK2
#undef TW_UNPACK4
