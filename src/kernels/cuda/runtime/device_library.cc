// Functions that kernels call and that no host library has: CUDA's intrinsics under names that glibc
// reserves, inverse error functions, the clock, what prints.

#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "kernels/cuda/runtime/machine.h"
#include "kernels/cuda/runtime/repeats.h"

namespace {

// Acklam's rational approximation of the normal quantile, refined by one step of Halley's method to full
// precision.
double normal_quantile(double p) {
  if (!(p > 0)) return p == 0 ? -INFINITY : NAN;
  if (!(p < 1)) return p == 1 ? INFINITY : NAN;
  static const double a[] = {-3.969683028665376e+01, 2.209460984245205e+02,  -2.759285104469687e+02,
                             1.383577518672690e+02,  -3.066479806614716e+01, 2.506628277459239e+00};
  static const double b[] = {-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02,
                             6.680131188771972e+01, -1.328068155288572e+01};
  static const double c[] = {-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
                             -2.549732539343734e+00, 4.374664141464968e+00,  2.938163982698783e+00};
  static const double d[] = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
                             3.754408661907416e+00};
  double x;
  if (p < 0.02425 || p > 1 - 0.02425) {
    double q = std::sqrt(-2 * std::log(p < 0.5 ? p : 1 - p));
    x = (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) /
        ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1);
    if (p > 0.5) x = -x;
  } else {
    double q = p - 0.5, r = q * q;
    x = (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q /
        (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1);
  }
  double error = 0.5 * std::erfc(-x * M_SQRT1_2) - p;
  double step = error * std::sqrt(2 * M_PI) * std::exp(x * x / 2);
  return x - step / (1 + x * step / 2);
}

// In whose order threads print nothing is promised, and a launch that prints is no repeat.
void note_print() {
  using namespace tilewright::kernels::cuda;
  if (!machine.in_kernel) return;
  machine.report->kernels_print = 1;
  note_side_effect();
}

}  // namespace

extern "C" {

float __expf(float x) noexcept { return std::exp(x); }
float __exp10f(float x) noexcept { return static_cast<float>(std::pow(10.0, static_cast<double>(x))); }
float __logf(float x) noexcept { return std::log(x); }
float __log2f(float x) noexcept { return std::log2(x); }
float __log10f(float x) noexcept { return std::log10(x); }
float __powf(float x, float y) noexcept { return std::pow(x, y); }
float __sinf(float x) noexcept { return std::sin(x); }
float __cosf(float x) noexcept { return std::cos(x); }
float __tanf(float x) noexcept { return std::tan(x); }
float __tanhf(float x) noexcept { return std::tanh(x); }
void __sincosf(float x, float* sine, float* cosine) noexcept {
  *sine = std::sin(x);
  *cosine = std::cos(x);
}

double normcdf(double x) noexcept { return 0.5 * std::erfc(-x * M_SQRT1_2); }
float normcdff(float x) noexcept { return static_cast<float>(normcdf(x)); }
double normcdfinv(double p) noexcept { return normal_quantile(p); }
float normcdfinvf(float p) noexcept { return static_cast<float>(normal_quantile(p)); }
double erfinv(double x) noexcept { return normal_quantile((x + 1) / 2) * M_SQRT1_2; }
float erfinvf(float x) noexcept { return static_cast<float>(erfinv(x)); }
double erfcinv(double x) noexcept { return -normal_quantile(x / 2) * M_SQRT1_2; }
float erfcinvf(float x) noexcept { return static_cast<float>(erfcinv(x)); }
// erfc(x) * exp(x^2), by its continued fraction where the product would overflow.
double erfcx(double x) noexcept {
  if (x < 25) return std::exp(x * x) * std::erfc(x);
  double square = x * x;
  return (1 - 0.5 / square * (1 - 1.5 / square)) / (x * std::sqrt(M_PI));
}
float erfcxf(float x) noexcept { return static_cast<float>(erfcx(x)); }

uint64_t tw_clock() {
  static uint64_t ticks = 0;
  return ticks += 32;
}

// The C library's; what kernels print is noted.
int printf(const char* format, ...) {
  note_print();
  va_list arguments;
  va_start(arguments, format);
  int printed = std::vprintf(format, arguments);
  va_end(arguments);
  return printed;
}
int puts(const char* text) {
  note_print();
  std::fwrite(text, 1, std::strlen(text), stdout);
  return std::fputc('\n', stdout);
}
int putchar(int character) {
  note_print();
  return std::fputc(character, stdout);
}

int tw_in_kernel() { return tilewright::kernels::cuda::machine.in_kernel ? 1 : 0; }
int tw_is_shared(const void* pointer) {
  return reinterpret_cast<uintptr_t>(pointer) - TW_ARENA < TW_SHARED_END;
}
int tw_is_global(const void* pointer) {
  uintptr_t offset = reinterpret_cast<uintptr_t>(pointer) - TW_ARENA;
  return offset >= TW_SHARED_END && offset < TW_ARENA_BYTES;
}
unsigned tw_dynamic_shared_bytes() {
  return static_cast<unsigned>(tilewright::kernels::cuda::machine.dynamic_shared);
}

}  // extern "C"
