// Mathematical functions that CUDA has beyond <math.h>, and its fast intrinsics at full precision.
#pragma once

#define TW_MINMAX(T, A, B)                                        \
  TW_INLINE T min(A x, B y) { return (T)y < (T)x ? (T)y : (T)x; } \
  TW_INLINE T max(A x, B y) { return (T)x < (T)y ? (T)y : (T)x; }
TW_MINMAX(int, int, int)
TW_MINMAX(unsigned, unsigned, unsigned)
TW_MINMAX(unsigned, int, unsigned)
TW_MINMAX(unsigned, unsigned, int)
TW_MINMAX(long, long, long)
TW_MINMAX(unsigned long, unsigned long, unsigned long)
TW_MINMAX(unsigned long, long, unsigned long)
TW_MINMAX(unsigned long, unsigned long, long)
TW_MINMAX(long long, long long, long long)
TW_MINMAX(unsigned long long, unsigned long long, unsigned long long)
TW_MINMAX(unsigned long long, long long, unsigned long long)
TW_MINMAX(unsigned long long, unsigned long long, long long)
#undef TW_MINMAX
#define TW_FLOAT_MINMAX(T, A, B, f)                                  \
  TW_INLINE T min(A x, B y) { return __builtin_fmin##f((T)x, (T)y); } \
  TW_INLINE T max(A x, B y) { return __builtin_fmax##f((T)x, (T)y); }
TW_FLOAT_MINMAX(float, float, float, f)
TW_FLOAT_MINMAX(double, double, double, )
TW_FLOAT_MINMAX(double, float, double, )
TW_FLOAT_MINMAX(double, double, float, )
#undef TW_FLOAT_MINMAX
TW_INLINE unsigned umin(unsigned x, unsigned y) { return y < x ? y : x; }
TW_INLINE unsigned umax(unsigned x, unsigned y) { return x < y ? y : x; }
TW_INLINE long long llmin(long long x, long long y) { return y < x ? y : x; }
TW_INLINE long long llmax(long long x, long long y) { return x < y ? y : x; }

// glibc declares these names itself; the runner defines them.
extern "C" {
float __expf(float x) noexcept;
float __exp10f(float x) noexcept;
float __logf(float x) noexcept;
float __log2f(float x) noexcept;
float __log10f(float x) noexcept;
float __powf(float x, float y) noexcept;
float __sinf(float x) noexcept;
float __cosf(float x) noexcept;
float __tanf(float x) noexcept;
float __tanhf(float x) noexcept;
void __sincosf(float x, float* sine, float* cosine) noexcept;
float normcdff(float x) noexcept;
double normcdf(double x) noexcept;
float normcdfinvf(float x) noexcept;
double normcdfinv(double x) noexcept;
float erfinvf(float x) noexcept;
double erfinv(double x) noexcept;
float erfcinvf(float x) noexcept;
double erfcinv(double x) noexcept;
float erfcxf(float x) noexcept;
double erfcx(double x) noexcept;
}

TW_INLINE float rsqrtf(float x) { return 1.0f / __builtin_sqrtf(x); }
TW_INLINE double rsqrt(double x) { return 1.0 / __builtin_sqrt(x); }
TW_INLINE float rsqrt(float x) { return rsqrtf(x); }
TW_INLINE float rcbrtf(float x) { return 1.0f / __builtin_cbrtf(x); }
TW_INLINE double rcbrt(double x) { return 1.0 / __builtin_cbrt(x); }
TW_INLINE float sinpif(float x) { return (float)__builtin_sin(3.14159265358979323846 * __builtin_fmod(x, 2.0)); }
TW_INLINE float cospif(float x) { return (float)__builtin_cos(3.14159265358979323846 * __builtin_fmod(x, 2.0)); }
TW_INLINE double sinpi(double x) { return __builtin_sin(3.14159265358979323846 * __builtin_fmod(x, 2.0)); }
TW_INLINE double cospi(double x) { return __builtin_cos(3.14159265358979323846 * __builtin_fmod(x, 2.0)); }
TW_INLINE void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}
TW_INLINE float norm3df(float x, float y, float z) { return __builtin_sqrtf(x * x + y * y + z * z); }
TW_INLINE float norm4df(float x, float y, float z, float w) {
  return __builtin_sqrtf(x * x + y * y + z * z + w * w);
}
TW_INLINE float rnorm3df(float x, float y, float z) { return 1.0f / norm3df(x, y, z); }
TW_INLINE float rnorm4df(float x, float y, float z, float w) { return 1.0f / norm4df(x, y, z, w); }
TW_INLINE float rhypotf(float x, float y) { return 1.0f / __builtin_hypotf(x, y); }
TW_INLINE double rhypot(double x, double y) { return 1.0 / __builtin_hypot(x, y); }
TW_INLINE float fdividef(float x, float y) { return x / y; }
TW_INLINE float __fdividef(float x, float y) { return x / y; }
TW_INLINE float __saturatef(float x) { return x >= 0 ? (x < 1 ? x : 1.0f) : 0.0f; }
TW_INLINE float __frcp_rn(float x) { return 1.0f / x; }
TW_INLINE float __fsqrt_rn(float x) { return __builtin_sqrtf(x); }
TW_INLINE float __frsqrt_rn(float x) { return (float)(1.0 / __builtin_sqrt((double)x)); }
TW_INLINE double __dsqrt_rn(double x) { return __builtin_sqrt(x); }
TW_INLINE double __drcp_rn(double x) { return 1.0 / x; }

// Rounded products and sums that the compiler may not contract.
#pragma clang fp contract(off)
TW_INLINE float __fadd_rn(float x, float y) { return x + y; }
TW_INLINE float __fsub_rn(float x, float y) { return x - y; }
TW_INLINE float __fmul_rn(float x, float y) { return x * y; }
TW_INLINE float __fdiv_rn(float x, float y) { return x / y; }
TW_INLINE double __dadd_rn(double x, double y) { return x + y; }
TW_INLINE double __dsub_rn(double x, double y) { return x - y; }
TW_INLINE double __dmul_rn(double x, double y) { return x * y; }
TW_INLINE double __ddiv_rn(double x, double y) { return x / y; }
#pragma clang fp contract(fast)
TW_INLINE float __fmaf_rn(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
TW_INLINE double __fma_rn(double x, double y, double z) { return __builtin_fma(x, y, z); }

// Directed roundings: the nearest result in double, stepped to the wanted side (exact for float operands of +, -, *
// within double's range; division is decided by its remainder).
namespace tilewright {
TW_INLINE float round_directed(double exact, int direction) {
  float nearest = (float)exact;
  if (direction > 0) return (double)nearest < exact ? __builtin_nextafterf(nearest, __builtin_inff()) : nearest;
  if (direction < 0) return (double)nearest > exact ? __builtin_nextafterf(nearest, -__builtin_inff()) : nearest;
  return __builtin_fabs((double)nearest) > __builtin_fabs(exact) ? __builtin_nextafterf(nearest, 0.0f) : nearest;
}
}  // namespace tilewright
#define TW_DIRECTED(suffix, direction)                                                                              \
  TW_INLINE float __fadd_##suffix(float x, float y) { return tilewright::round_directed((double)x + y, direction); } \
  TW_INLINE float __fsub_##suffix(float x, float y) { return tilewright::round_directed((double)x - y, direction); } \
  TW_INLINE float __fmul_##suffix(float x, float y) { return tilewright::round_directed((double)x * y, direction); } \
  TW_INLINE float __fdiv_##suffix(float x, float y) { return tilewright::round_directed((double)x / y, direction); } \
  TW_INLINE float __frcp_##suffix(float x) { return tilewright::round_directed(1.0 / x, direction); }               \
  TW_INLINE float __fsqrt_##suffix(float x) { return tilewright::round_directed(__builtin_sqrt(x), direction); }    \
  TW_INLINE float __double2float_##suffix(double x) { return tilewright::round_directed(x, direction); }            \
  TW_INLINE float __int2float_##suffix(int x) { return tilewright::round_directed((double)x, direction); }
TW_DIRECTED(rz, 0)
TW_DIRECTED(ru, 1)
TW_DIRECTED(rd, -1)
#undef TW_DIRECTED

// The same for doubles: the nearest result and the sign of what it leaves over (a sum's by Knuth's two-sum, a product's and a
// quotient's by a fused multiply-add) decide the step.
namespace tilewright {
TW_INLINE double step_directed(double nearest, double rest, int direction) {
  if (rest == 0 || !__builtin_isfinite(nearest)) return nearest;
  if (direction > 0) return rest > 0 ? __builtin_nextafter(nearest, __builtin_inf()) : nearest;
  if (direction < 0) return rest < 0 ? __builtin_nextafter(nearest, -__builtin_inf()) : nearest;
  return (rest < 0) == (nearest > 0) ? __builtin_nextafter(nearest, 0.0) : nearest;
}
#pragma clang fp contract(off)
TW_INLINE double add_directed(double x, double y, int direction) {
  double sum = x + y, part = sum - x;
  return step_directed(sum, (x - (sum - part)) + (y - part), direction);
}
TW_INLINE double multiply_directed(double x, double y, int direction) {
  double product = x * y;
  return step_directed(product, __builtin_fma(x, y, -product), direction);
}
TW_INLINE double divide_directed(double x, double y, int direction) {
  double quotient = x / y, rest = __builtin_fma(-quotient, y, x);
  return step_directed(quotient, y < 0 ? -rest : rest, direction);
}
TW_INLINE double root_directed(double x, int direction) {
  double root = __builtin_sqrt(x);
  return step_directed(root, __builtin_fma(-root, root, x), direction);
}
#pragma clang fp contract(fast)
}  // namespace tilewright
#define TW_DIRECTED(suffix, direction)                                                                                  \
  TW_INLINE double __dadd_##suffix(double x, double y) { return tilewright::add_directed(x, y, direction); }            \
  TW_INLINE double __dsub_##suffix(double x, double y) { return tilewright::add_directed(x, -y, direction); }           \
  TW_INLINE double __dmul_##suffix(double x, double y) { return tilewright::multiply_directed(x, y, direction); }       \
  TW_INLINE double __ddiv_##suffix(double x, double y) { return tilewright::divide_directed(x, y, direction); }         \
  TW_INLINE double __drcp_##suffix(double x) { return tilewright::divide_directed(1.0, x, direction); }                 \
  TW_INLINE double __dsqrt_##suffix(double x) { return tilewright::root_directed(x, direction); }
TW_DIRECTED(rz, 0)
TW_DIRECTED(ru, 1)
TW_DIRECTED(rd, -1)
#undef TW_DIRECTED
