// Element-wise kernels of one operand.
#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/triton/math_functions.h"
#include "kernels/triton/vector_kernels.h"

namespace tilewright::kernels::triton {
namespace {

template <class T, auto function>
void apply(void* result, const void* x, size_t count) {
  T* __restrict out = static_cast<T*>(result);
  const T* __restrict in = static_cast<const T*>(x);
  for (size_t i = 0; i < count; ++i) out[i] = function(in[i]);
}

template <class T, auto function>
void test(void* result, const void* x, size_t count) {
  uint8_t* __restrict out = static_cast<uint8_t*>(result);
  const T* __restrict in = static_cast<const T*>(x);
  for (size_t i = 0; i < count; ++i) out[i] = function(in[i]);
}

// Blocks whose arguments are all in the range of the vector path take it, others go through double.
template <int32_t quadrant>
void trigonometric(void* result, const void* x, size_t count) {
  float* __restrict out = static_cast<float*>(result);
  const float* __restrict in = static_cast<const float*>(x);
  constexpr size_t kBlock = 512;
  for (size_t start = 0; start < count; start += kBlock) {
    size_t end = std::min(count, start + kBlock);
    bool is_large = false;
    for (size_t i = start; i < end; ++i) is_large |= !(std::fabs(in[i]) <= math::kTrigonometricLimit);
    if (!is_large) {
      for (size_t i = start; i < end; ++i) out[i] = math::sin_or_cos(in[i], quadrant);
    } else {
      for (size_t i = start; i < end; ++i) {
        out[i] = static_cast<float>(quadrant ? std::cos(static_cast<double>(in[i]))
                                             : std::sin(static_cast<double>(in[i])));
      }
    }
  }
}

template <class T>
UnaryKernel shared_float_kernel(Op op) {
  switch (op) {
    case Op::Neg:
      return apply<T, [](T v) { return T{0} - v; }>;  // as Triton defines it: -0.0 is 0.0 - 0.0
    case Op::Abs:
      return apply<T, [](T v) { return std::fabs(v); }>;
    case Op::Sqrt:
      return apply<T, [](T v) { return std::sqrt(v); }>;
    case Op::Rsqrt:
      return apply<T, [](T v) { return T{1} / std::sqrt(v); }>;
    case Op::Floor:
      return apply<T, [](T v) { return std::floor(v); }>;
    case Op::Ceil:
      return apply<T, [](T v) { return std::ceil(v); }>;
    case Op::Trunc:
      return apply<T, [](T v) { return std::trunc(v); }>;
    case Op::Round:
      return apply<T, [](T v) { return std::round(v); }>;
    case Op::Rint:
      return apply<T, [](T v) { return std::nearbyint(v); }>;
    case Op::Exp10:
      return apply<T, [](T v) { return static_cast<T>(std::pow(10.0, static_cast<double>(v))); }>;
    case Op::Expm1:
      return apply<T, [](T v) { return std::expm1(v); }>;
    case Op::Tan:
      return apply<T, [](T v) { return std::tan(v); }>;
    case Op::Asin:
      return apply<T, [](T v) { return std::asin(v); }>;
    case Op::Acos:
      return apply<T, [](T v) { return std::acos(v); }>;
    case Op::Atan:
      return apply<T, [](T v) { return std::atan(v); }>;
    case Op::Sinh:
      return apply<T, [](T v) { return std::sinh(v); }>;
    case Op::Cosh:
      return apply<T, [](T v) { return std::cosh(v); }>;
    case Op::Asinh:
      return apply<T, [](T v) { return std::asinh(v); }>;
    case Op::Acosh:
      return apply<T, [](T v) { return std::acosh(v); }>;
    case Op::Atanh:
      return apply<T, [](T v) { return std::atanh(v); }>;
    case Op::Erfc:
      return apply<T, [](T v) { return std::erfc(v); }>;
    case Op::Erfinv:
      return apply<T, [](T v) { return static_cast<T>(math::erfinv(static_cast<float>(v))); }>;
    // lgamma_r and not lgamma: the latter writes the global signgam.
    case Op::Lgamma:
      return apply<T, [](T v) {
        int sign;
        return static_cast<T>(::lgamma_r(static_cast<double>(v), &sign));
      }>;
    case Op::Tgamma:
      return apply<T, [](T v) { return std::tgamma(v); }>;
    case Op::Cbrt:
      return apply<T, [](T v) { return std::cbrt(v); }>;
    case Op::J0:
      return apply<T, [](T v) { return static_cast<T>(::j0(static_cast<double>(v))); }>;
    case Op::J1:
      return apply<T, [](T v) { return static_cast<T>(::j1(static_cast<double>(v))); }>;
    case Op::IsNan:
      return test<T, [](T v) { return v != v; }>;
    case Op::IsInf:
      return test<T, [](T v) { return std::fabs(v) == std::numeric_limits<T>::infinity(); }>;
    case Op::IsFinite:
      return test<T, [](T v) { return std::fabs(v) < std::numeric_limits<T>::infinity(); }>;
    case Op::SignBit:
      return test<T, [](T v) { return std::signbit(v); }>;
    default:
      return nullptr;
  }
}

UnaryKernel float_kernel(Op op) {
  switch (op) {
    case Op::Exp:
      return apply<float, math::exp>;
    case Op::Exp2:
      return apply<float, math::exp2>;
    case Op::Log:
      return apply<float, math::log>;
    case Op::Log2:
      return apply<float, math::log2>;
    case Op::Log10:
      return apply<float, math::log10>;
    case Op::Log1p:
      return apply<float, math::log1p>;
    case Op::Tanh:
      return apply<float, math::tanh>;
    case Op::Erf:
      return apply<float, math::erf>;
    case Op::Sin:
      return trigonometric<0>;
    case Op::Cos:
      return trigonometric<1>;
    default:
      return shared_float_kernel<float>(op);
  }
}

UnaryKernel double_kernel(Op op) {
  switch (op) {
    case Op::Exp:
      return apply<double, [](double v) { return std::exp(v); }>;
    case Op::Exp2:
      return apply<double, [](double v) { return std::exp2(v); }>;
    case Op::Log:
      return apply<double, [](double v) { return std::log(v); }>;
    case Op::Log2:
      return apply<double, [](double v) { return std::log2(v); }>;
    case Op::Log10:
      return apply<double, [](double v) { return std::log10(v); }>;
    case Op::Log1p:
      return apply<double, [](double v) { return std::log1p(v); }>;
    case Op::Tanh:
      return apply<double, [](double v) { return std::tanh(v); }>;
    case Op::Erf:
      return apply<double, [](double v) { return std::erf(v); }>;
    case Op::Sin:
      return apply<double, [](double v) { return std::sin(v); }>;
    case Op::Cos:
      return apply<double, [](double v) { return std::cos(v); }>;
    default:
      return shared_float_kernel<double>(op);
  }
}

template <class T, class U>
UnaryKernel integer_kernel(Op op) {
  switch (op) {
    case Op::Neg:
      return apply<T, [](T v) { return static_cast<T>(U{0} - static_cast<U>(v)); }>;
    case Op::Abs:
      return apply<T, [](T v) { return v < 0 ? static_cast<T>(U{0} - static_cast<U>(v)) : v; }>;
    case Op::PopCount:
      return apply<T, [](T v) { return static_cast<T>(std::popcount(static_cast<U>(v))); }>;
    case Op::LeadingZeros:
      return apply<T, [](T v) { return static_cast<T>(std::countl_zero(static_cast<U>(v))); }>;
    default:
      return nullptr;
  }
}

}  // namespace

UnaryKernel unary_kernel(Op op, Reg reg) {
  switch (reg) {
    case Reg::F32:
      return float_kernel(op);
    case Reg::F64:
      return double_kernel(op);
    case Reg::I32:
      return integer_kernel<int32_t, uint32_t>(op);
    case Reg::I64:
      return integer_kernel<int64_t, uint64_t>(op);
    case Reg::I1:
      return op == Op::Abs ? apply<uint8_t, [](uint8_t v) { return v; }> : nullptr;
    case Reg::I8:
      break;
  }
  return nullptr;
}

}  // namespace tilewright::kernels::triton
