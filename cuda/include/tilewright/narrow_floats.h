// Conversions of 16- and 8-bit floats, rounded to nearest even from the exact value, and in the other directions that
// CUDA names. Bits in unsigned integers.
#pragma once

namespace tilewright {

// Around what computes an operation on a narrow type (abi.h, TW_OPERATION_MARK); tied to operands and result, so that it stays there.
template <int Type, int Operations, bool IsSpecial>
TW_INLINE void mark_operation(unsigned short& operand) {
  asm("nopl %c1(%%rax)" : "+r"(operand) : "i"(TW_OPERATION_MARK + (Type << 4 | Operations << 1 | IsSpecial)));
}
TW_INLINE void end_operation(unsigned short& result) { asm("nopl %c1(%%rax)" : "+r"(result) : "i"(TW_OPERATION_MARK + 0xff)); }

TW_INLINE float half_to_float(unsigned short bits) { return (float)__builtin_bit_cast(_Float16, bits); }
TW_INLINE unsigned short float_to_half(float x) { return __builtin_bit_cast(unsigned short, (_Float16)x); }

// A double as a float whose last bit says whether anything was lost: rounding that float again rounds the double once.
TW_INLINE float to_odd(double x) {
  float nearest = (float)x;
  if ((double)nearest == x || x != x || __builtin_isinf(nearest)) return nearest;
  unsigned bits = __builtin_bit_cast(unsigned, nearest);
  bool is_away = __builtin_fabs((double)nearest) > __builtin_fabs(x);
  if (is_away) --bits;
  return __builtin_bit_cast(float, bits | 1);
}
TW_INLINE unsigned short double_to_half(double x) { return float_to_half(to_odd(x)); }

TW_INLINE float bfloat16_to_float(unsigned short bits) { return __builtin_bit_cast(float, (unsigned)bits << 16); }
TW_INLINE unsigned short float_to_bfloat16(float x) {
  unsigned bits = __builtin_bit_cast(unsigned, x);
  if (x != x) return 0x7fff;
  return (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
TW_INLINE unsigned short double_to_bfloat16(double x) { return float_to_bfloat16(to_odd(x)); }

// Direction -1: down, 0: towards zero, 1: up. `nearest` is the rounded value's bits, stepped by one where it is on the wrong side.
template <float (*Widen)(unsigned short)>
static inline unsigned short step_narrow(unsigned short nearest, double exact, int direction) {
  double value = Widen(nearest);
  if (value != value || exact != exact) return nearest;
  bool is_negative = (nearest & 0x8000) != 0;
  if (direction == 0 && __builtin_fabs(value) > __builtin_fabs(exact)) return (unsigned short)(nearest - 1);
  if (direction > 0 && value < exact)
    return is_negative ? (nearest == 0x8000 ? (unsigned short)1 : (unsigned short)(nearest - 1)) : (unsigned short)(nearest + 1);
  if (direction < 0 && value > exact)
    return is_negative ? (unsigned short)(nearest + 1) : (nearest == 0 ? (unsigned short)0x8001 : (unsigned short)(nearest - 1));
  return nearest;
}

}  // namespace tilewright

// The operations that __half and __nv_bfloat16 share: NAME the type, h the infix of its intrinsics' names ("h" for both), one
// rounding an operation (double holds sums and products of both exactly enough to round once).
#define TW_NARROW_FLOAT(NAME, NAME2, WIDEN, NARROW, NARROW_DOUBLE)                                                  \
  struct NAME {                                                                                                     \
    unsigned short __x;                                                                                             \
    NAME() = default;                                                                                               \
    constexpr NAME(const NAME&) = default;                                                                          \
    NAME& operator=(const NAME&) = default;                                                                         \
    TW_ALWAYS NAME(float x) : __x(NARROW(x)) {}                                                                     \
    TW_ALWAYS NAME(double x) : __x(NARROW_DOUBLE(x)) {}                                                             \
    TW_ALWAYS NAME(int x) : __x(NARROW_DOUBLE((double)x)) {}                                                        \
    TW_ALWAYS NAME(unsigned x) : __x(NARROW_DOUBLE((double)x)) {}                                                   \
    TW_ALWAYS NAME(long x) : __x(NARROW_DOUBLE((double)x)) {}                                                       \
    TW_ALWAYS NAME(unsigned long x) : __x(NARROW_DOUBLE((double)x)) {}                                              \
    TW_ALWAYS NAME(long long x) : __x(NARROW_DOUBLE((double)x)) {}                                                  \
    TW_ALWAYS NAME(unsigned long long x) : __x(NARROW_DOUBLE((double)x)) {}                                         \
    TW_ALWAYS NAME(short x) : __x(NARROW_DOUBLE((double)x)) {}                                                      \
    TW_ALWAYS NAME(unsigned short x) : __x(NARROW_DOUBLE((double)x)) {}                                             \
    TW_ALWAYS NAME(const NAME##_raw& raw) : __x(raw.x) {}                                                           \
    TW_ALWAYS operator NAME##_raw() const { return NAME##_raw{__x}; }                                               \
    TW_ALWAYS operator float() const { return WIDEN(__x); }                                                         \
    TW_ALWAYS explicit operator double() const { return WIDEN(__x); }                                               \
    TW_ALWAYS explicit operator int() const { return ::tilewright::saturate_to<int>(WIDEN(__x)); }                  \
    TW_ALWAYS explicit operator unsigned() const { return ::tilewright::saturate_to<unsigned>(WIDEN(__x)); }        \
    TW_ALWAYS explicit operator short() const { return ::tilewright::saturate_to<short>(WIDEN(__x)); }              \
    TW_ALWAYS explicit operator unsigned short() const { return ::tilewright::saturate_to<unsigned short>(WIDEN(__x)); } \
    TW_ALWAYS explicit operator char() const { return ::tilewright::saturate_to<signed char>(WIDEN(__x)); }         \
    TW_ALWAYS explicit operator signed char() const { return ::tilewright::saturate_to<signed char>(WIDEN(__x)); }  \
    TW_ALWAYS explicit operator unsigned char() const { return ::tilewright::saturate_to<unsigned char>(WIDEN(__x)); } \
    TW_ALWAYS explicit operator long() const { return ::tilewright::saturate_to<long>(WIDEN(__x)); }                \
    TW_ALWAYS explicit operator unsigned long() const { return ::tilewright::saturate_to<unsigned long>(WIDEN(__x)); } \
    TW_ALWAYS explicit operator long long() const { return ::tilewright::saturate_to<long long>(WIDEN(__x)); }      \
    TW_ALWAYS explicit operator bool() const { return (__x & 0x7fff) != 0; }                                        \
    TW_ALWAYS NAME& operator=(float x) { __x = NARROW(x); return *this; }                                           \
    TW_ALWAYS NAME& operator=(double x) { __x = NARROW_DOUBLE(x); return *this; }                                   \
  };                                                                                                                \
  struct alignas(4) NAME2 {                                                                                         \
    NAME x, y;                                                                                                      \
    NAME2() = default;                                                                                              \
    constexpr NAME2(const NAME2&) = default;                                                                        \
    NAME2& operator=(const NAME2&) = default;                                                                       \
    TW_ALWAYS NAME2(const NAME& a, const NAME& b) : x(a), y(b) {}                                                   \
  };                                                                                                                \
  namespace tilewright {                                                                                            \
  TW_INLINE NAME narrow_from(double x, NAME) {                                                                      \
    NAME result;                                                                                                    \
    result.__x = NARROW_DOUBLE(x);                                                                                  \
    return result;                                                                                                  \
  }                                                                                                                 \
  TW_INLINE double widen(NAME x) { return WIDEN(x.__x); }                                                           \
  inline constexpr int operation_type_##NAME = (float (*)(unsigned short))WIDEN == half_to_float ? 2 : 3;           \
  }                                                                                                                 \
  TW_NARROW_BINARY(NAME, NAME2, __hadd, +)                                                                          \
  TW_NARROW_BINARY(NAME, NAME2, __hsub, -)                                                                          \
  TW_NARROW_BINARY(NAME, NAME2, __hmul, *)                                                                          \
  TW_NARROW_BINARY(NAME, NAME2, __hdiv, /)                                                                          \
  TW_INLINE NAME2 __h2div(NAME2 a, NAME2 b) { return __hdiv2(a, b); }                                               \
  TW_INLINE NAME __hadd_rn(NAME a, NAME b) { return __hadd(a, b); }                                                 \
  TW_INLINE NAME __hsub_rn(NAME a, NAME b) { return __hsub(a, b); }                                                 \
  TW_INLINE NAME __hmul_rn(NAME a, NAME b) { return __hmul(a, b); }                                                 \
  TW_INLINE NAME2 __hadd2_rn(NAME2 a, NAME2 b) { return __hadd2(a, b); }                                            \
  TW_INLINE NAME2 __hsub2_rn(NAME2 a, NAME2 b) { return __hsub2(a, b); }                                            \
  TW_INLINE NAME2 __hmul2_rn(NAME2 a, NAME2 b) { return __hmul2(a, b); }                                            \
  TW_INLINE NAME __hadd_sat(NAME a, NAME b) { return NAME(__saturatef((float)__hadd(a, b))); }                      \
  TW_INLINE NAME __hsub_sat(NAME a, NAME b) { return NAME(__saturatef((float)__hsub(a, b))); }                      \
  TW_INLINE NAME __hmul_sat(NAME a, NAME b) { return NAME(__saturatef((float)__hmul(a, b))); }                      \
  TW_INLINE NAME __hfma(NAME a, NAME b, NAME c) {                                                                   \
    ::tilewright::mark_operation<::tilewright::operation_type_##NAME, 2, false>(a.__x);                            \
    NAME result =                                                                                                   \
        ::tilewright::narrow_from(::tilewright::widen(a) * ::tilewright::widen(b) + ::tilewright::widen(c), NAME()); \
    ::tilewright::end_operation(result.__x);                                                                        \
    return result;                                                                                                  \
  }                                                                                                                 \
  TW_INLINE NAME __hfma_sat(NAME a, NAME b, NAME c) { return NAME(__saturatef((float)__hfma(a, b, c))); }           \
  TW_INLINE NAME __hfma_relu(NAME a, NAME b, NAME c) {                                                              \
    NAME r = __hfma(a, b, c);                                                                                       \
    return (float)r < 0 ? NAME(0.0f) : r;                                                                           \
  }                                                                                                                 \
  TW_INLINE NAME2 __hfma2(NAME2 a, NAME2 b, NAME2 c) { return NAME2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); } \
  TW_INLINE NAME2 __hfma2_relu(NAME2 a, NAME2 b, NAME2 c) {                                                         \
    return NAME2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));                                           \
  }                                                                                                                 \
  TW_INLINE NAME __hneg(NAME a) {                                                                                   \
    a.__x ^= 0x8000;                                                                                                \
    return a;                                                                                                       \
  }                                                                                                                 \
  TW_INLINE NAME __habs(NAME a) {                                                                                   \
    a.__x &= 0x7fff;                                                                                                \
    return a;                                                                                                       \
  }                                                                                                                 \
  TW_INLINE NAME2 __hneg2(NAME2 a) { return NAME2(__hneg(a.x), __hneg(a.y)); }                                      \
  TW_INLINE NAME2 __habs2(NAME2 a) { return NAME2(__habs(a.x), __habs(a.y)); }                                      \
  TW_INLINE bool __hisnan(NAME a) { return (float)a != (float)a; }                                                  \
  TW_INLINE int __hisinf(NAME a) { return __builtin_isinf((float)a) ? ((float)a < 0 ? -1 : 1) : 0; }                \
  TW_INLINE NAME __hmax(NAME a, NAME b) { return __hisnan(a) ? b : __hisnan(b) ? a : (float)a < (float)b ? b : a; } \
  TW_INLINE NAME __hmin(NAME a, NAME b) { return __hisnan(a) ? b : __hisnan(b) ? a : (float)b < (float)a ? b : a; } \
  TW_INLINE NAME __hmax_nan(NAME a, NAME b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmax(a, b); }            \
  TW_INLINE NAME __hmin_nan(NAME a, NAME b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmin(a, b); }            \
  TW_INLINE NAME2 __hmax2(NAME2 a, NAME2 b) { return NAME2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }                   \
  TW_INLINE NAME2 __hmin2(NAME2 a, NAME2 b) { return NAME2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }                   \
  TW_NARROW_COMPARE(NAME, NAME2, eq, ==)                                                                            \
  TW_NARROW_COMPARE(NAME, NAME2, ne, !=)                                                                            \
  TW_NARROW_COMPARE(NAME, NAME2, lt, <)                                                                             \
  TW_NARROW_COMPARE(NAME, NAME2, le, <=)                                                                            \
  TW_NARROW_COMPARE(NAME, NAME2, gt, >)                                                                             \
  TW_NARROW_COMPARE(NAME, NAME2, ge, >=)                                                                            \
  TW_NARROW_OPERATOR(NAME, NAME2, +, __hadd)                                                                        \
  TW_NARROW_OPERATOR(NAME, NAME2, -, __hsub)                                                                        \
  TW_NARROW_OPERATOR(NAME, NAME2, *, __hmul)                                                                        \
  TW_NARROW_OPERATOR(NAME, NAME2, /, __hdiv)                                                                        \
  TW_INLINE NAME operator-(NAME a) { return __hneg(a); }                                                            \
  TW_INLINE NAME operator+(NAME a) { return a; }                                                                    \
  TW_INLINE NAME2 operator-(NAME2 a) { return __hneg2(a); }                                                         \
  TW_INLINE NAME& operator++(NAME& a) { return a = __hadd(a, NAME(1.0f)); }                                         \
  TW_INLINE NAME& operator--(NAME& a) { return a = __hsub(a, NAME(1.0f)); }                                         \
  TW_NARROW_FUNCTION(NAME, NAME2, hexp, exp)                                                                        \
  TW_NARROW_FUNCTION(NAME, NAME2, hexp2, exp2)                                                                      \
  TW_NARROW_FUNCTION(NAME, NAME2, hlog, log)                                                                        \
  TW_NARROW_FUNCTION(NAME, NAME2, hlog2, log2)                                                                      \
  TW_NARROW_FUNCTION(NAME, NAME2, hlog10, log10)                                                                    \
  TW_NARROW_FUNCTION(NAME, NAME2, hsin, sin)                                                                        \
  TW_NARROW_FUNCTION(NAME, NAME2, hcos, cos)                                                                        \
  TW_NARROW_FUNCTION(NAME, NAME2, htanh, tanh)                                                                      \
  TW_NARROW_FUNCTION(NAME, NAME2, hsqrt, sqrt)                                                                      \
  TW_NARROW_FUNCTION(NAME, NAME2, hceil, ceil)                                                                      \
  TW_NARROW_FUNCTION(NAME, NAME2, hfloor, floor)                                                                    \
  TW_NARROW_FUNCTION(NAME, NAME2, htrunc, trunc)                                                                    \
  TW_NARROW_FUNCTION(NAME, NAME2, hrint, rint)                                                                      \
  TW_INLINE NAME hrsqrt(NAME a) { return ::tilewright::narrow_from(1.0 / __builtin_sqrt(::tilewright::widen(a)), NAME()); } \
  TW_INLINE NAME hrcp(NAME a) { return ::tilewright::narrow_from(1.0 / ::tilewright::widen(a), NAME()); }           \
  TW_INLINE NAME hexp10(NAME a) { return ::tilewright::narrow_from(__builtin_pow(10.0, ::tilewright::widen(a)), NAME()); } \
  TW_INLINE NAME2 h2rsqrt(NAME2 a) { return NAME2(hrsqrt(a.x), hrsqrt(a.y)); }                                      \
  TW_INLINE NAME2 h2rcp(NAME2 a) { return NAME2(hrcp(a.x), hrcp(a.y)); }                                            \
  TW_ATOMIC_FUNCTION inline NAME2 atomicAdd(NAME2* address, NAME2 value) {                                          \
    tw_atomic(address, sizeof(NAME2), 1, __builtin_return_address(0));                                              \
    NAME2 old = *address;                                                                                           \
    TW_PROGRESS();                                                                                                  \
    *address = __hadd2(old, value);                                                                                 \
    return old;                                                                                                     \
  }

#define TW_NARROW_BINARY(NAME, NAME2, function, operation)                                                                   \
  TW_INLINE NAME function(NAME a, NAME b) {                                                                         \
    ::tilewright::mark_operation<::tilewright::operation_type_##NAME, 1, (#operation)[0] == '/'>(a.__x);           \
    NAME result = ::tilewright::narrow_from(::tilewright::widen(a) operation ::tilewright::widen(b), NAME());       \
    ::tilewright::end_operation(result.__x);                                                                        \
    return result;                                                                                                  \
  }                                                                                                                 \
  TW_INLINE NAME2 function##2(NAME2 a, NAME2 b) { return NAME2(function(a.x, b.x), function(a.y, b.y)); }
#define TW_NARROW_COMPARE(NAME, NAME2, suffix, operation)                                                           \
  TW_INLINE bool __h##suffix(NAME a, NAME b) { return (float)a operation (float)b; }                                \
  TW_INLINE NAME2 __h##suffix##2(NAME2 a, NAME2 b) {                                                                \
    return NAME2(NAME(__h##suffix(a.x, b.x) ? 1.0f : 0.0f), NAME(__h##suffix(a.y, b.y) ? 1.0f : 0.0f));             \
  }                                                                                                                 \
  TW_INLINE bool __hb##suffix##2(NAME2 a, NAME2 b) { return __h##suffix(a.x, b.x) && __h##suffix(a.y, b.y); }       \
  TW_INLINE bool operator operation(NAME a, NAME b) { return __h##suffix(a, b); }
#define TW_NARROW_OPERATOR(NAME, NAME2, operation, function)                                                        \
  TW_INLINE NAME operator operation(NAME a, NAME b) { return function(a, b); }                                      \
  TW_INLINE NAME2 operator operation(NAME2 a, NAME2 b) { return function##2(a, b); }                                \
  TW_INLINE NAME& operator operation##=(NAME& a, NAME b) { return a = function(a, b); }                             \
  TW_INLINE NAME2& operator operation##=(NAME2& a, NAME2 b) { return a = function##2(a, b); }
#define TW_NARROW_FUNCTION(NAME, NAME2, function, builtin)                                                          \
  TW_INLINE NAME function(NAME a) {                                                                                 \
    return ::tilewright::narrow_from(__builtin_##builtin(::tilewright::widen(a)), NAME());                          \
  }                                                                                                                 \
  TW_INLINE NAME2 h2##builtin(NAME2 a) { return NAME2(function(a.x), function(a.y)); }
