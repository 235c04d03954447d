// Element-wise kernels of two and three operands.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/triton/math_functions.h"
#include "kernels/triton/vector_kernels.h"

// g++ 12 calls parameters of lambdas that are template arguments unused.
#pragma GCC diagnostic ignored "-Wunused-parameter"

namespace tilewright::kernels::triton {
namespace {

template <class T, class R, auto function>
struct Loops {
  static void vv(void* result, const void* x, const void* y, size_t count) {
    R* __restrict out = static_cast<R*>(result);
    const T* __restrict left = static_cast<const T*>(x);
    const T* __restrict right = static_cast<const T*>(y);
    for (size_t i = 0; i < count; ++i) out[i] = static_cast<R>(function(left[i], right[i]));
  }
  static void vs(void* result, const void* x, const void* y, size_t count) {
    R* __restrict out = static_cast<R*>(result);
    const T* __restrict left = static_cast<const T*>(x);
    const T right = *static_cast<const T*>(y);
    for (size_t i = 0; i < count; ++i) out[i] = static_cast<R>(function(left[i], right));
  }
  static void sv(void* result, const void* x, const void* y, size_t count) {
    R* __restrict out = static_cast<R*>(result);
    const T left = *static_cast<const T*>(x);
    const T* __restrict right = static_cast<const T*>(y);
    for (size_t i = 0; i < count; ++i) out[i] = static_cast<R>(function(left, right[i]));
  }
  static constexpr BinaryKernels all() { return {vv, vs, sv}; }
};

template <class T, auto function>
constexpr BinaryKernels same() {
  return Loops<T, T, function>::all();
}
template <class T, auto function>
constexpr BinaryKernels truth() {
  return Loops<T, uint8_t, function>::all();
}

template <class T>
BinaryKernels compare_kernels(Op op) {
  switch (op) {
    case Op::Eq:
      return truth<T, [](T a, T b) { return a == b; }>();
    case Op::Ne:
      return truth<T, [](T a, T b) { return a != b; }>();
    case Op::Lt:
      return truth<T, [](T a, T b) { return a < b; }>();
    case Op::Le:
      return truth<T, [](T a, T b) { return a <= b; }>();
    case Op::Gt:
      return truth<T, [](T a, T b) { return b < a; }>();
    case Op::Ge:
      return truth<T, [](T a, T b) { return a >= b; }>();
    default:
      return {};
  }
}

template <class T>
BinaryKernels float_kernels(Op op) {
  switch (op) {
    case Op::Add:
      return same<T, [](T a, T b) { return a + b; }>();
    case Op::Sub:
      return same<T, [](T a, T b) { return a - b; }>();
    case Op::Mul:
      return same<T, [](T a, T b) { return a * b; }>();
    case Op::Div:
      return same<T, [](T a, T b) { return a / b; }>();
    case Op::Mod:
    case Op::Fmod:
      return same<T, [](T a, T b) { return std::fmod(a, b); }>();
    case Op::Min:
      return same<T, [](T a, T b) { return b != b ? a : (b < a || a != a ? b : a); }>();
    case Op::Max:
      return same<T, [](T a, T b) { return b != b ? a : (b > a || a != a ? b : a); }>();
    case Op::MinNan:
      return same<T, [](T a, T b) { return a != a ? a : (a < b ? a : b); }>();
    case Op::MaxNan:
      return same<T, [](T a, T b) { return a != a ? a : (a > b ? a : b); }>();
    case Op::Pow:
      return same<T, [](T a, T b) { return std::pow(a, b); }>();
    case Op::Atan2:
      return same<T, [](T a, T b) { return std::atan2(a, b); }>();
    case Op::Hypot:
      return same<T, [](T a, T b) { return std::hypot(a, b); }>();
    case Op::CopySign:
      return same<T, [](T a, T b) { return std::copysign(a, b); }>();
    case Op::NextAfter:
      return same<T, [](T a, T b) { return std::nextafter(a, b); }>();
    case Op::Ldexp:
      return same<T, [](T a, T b) {
        return std::ldexp(a, static_cast<int>(std::clamp(b, T{-100000}, T{100000})));
      }>();
    default:
      return compare_kernels<T>(op);
  }
}

// Division by zero has no defined result on a GPU; here the quotient is all ones, the remainder x.
template <class T>
T divide(T a, T b) {
  if (b == 0) return static_cast<T>(-1);
  if constexpr (std::numeric_limits<T>::is_signed) {
    if (b == -1) return static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(a));
  }
  return a / b;
}
template <class T>
T remainder(T a, T b) {
  if (b == 0) return a;
  if constexpr (std::numeric_limits<T>::is_signed) {
    if (b == -1) return 0;
  }
  return a % b;
}

template <class T>
BinaryKernels signed_kernels(Op op) {
  using U = std::make_unsigned_t<T>;
  constexpr unsigned kMask = sizeof(T) * 8 - 1;
  switch (op) {
    case Op::Add:
      return same<T, [](T a, T b) { return static_cast<T>(static_cast<U>(a) + static_cast<U>(b)); }>();
    case Op::Sub:
      return same<T, [](T a, T b) { return static_cast<T>(static_cast<U>(a) - static_cast<U>(b)); }>();
    case Op::Mul:
      return same<T, [](T a, T b) { return static_cast<T>(static_cast<U>(a) * static_cast<U>(b)); }>();
    case Op::Div:
      return same<T, [](T a, T b) { return divide<T>(a, b); }>();
    case Op::Mod:
      return same<T, [](T a, T b) { return remainder<T>(a, b); }>();
    case Op::Min:
      return same<T, [](T a, T b) { return a < b ? a : b; }>();
    case Op::Max:
      return same<T, [](T a, T b) { return b < a ? a : b; }>();
    case Op::And:
      return same<T, [](T a, T b) { return a & b; }>();
    case Op::Or:
      return same<T, [](T a, T b) { return a | b; }>();
    case Op::Xor:
      return same<T, [](T a, T b) { return a ^ b; }>();
    // Shifts by the width or more are undefined on a GPU; here the count is taken modulo the width.
    case Op::Shl:
      return same<T, [](T a, T b) {
        return static_cast<T>(static_cast<U>(a) << (static_cast<U>(b) & kMask));
      }>();
    case Op::Shr:
      return same<T, [](T a, T b) { return static_cast<T>(a >> (static_cast<U>(b) & kMask)); }>();
    case Op::MulHigh:
      if constexpr (sizeof(T) == 4) {
        return same<T, [](T a, T b) {
          return static_cast<T>((static_cast<uint64_t>(static_cast<U>(a)) * static_cast<U>(b)) >> 32);
        }>();
      } else {
        return same<T, [](T a, T b) {
          return static_cast<T>((static_cast<unsigned __int128>(static_cast<U>(a)) * static_cast<U>(b)) >>
                                64);
        }>();
      }
    default:
      return compare_kernels<T>(op);
  }
}

template <class U>
BinaryKernels unsigned_kernels(Op op) {
  switch (op) {
    case Op::Div:
      return same<U, [](U a, U b) { return divide<U>(a, b); }>();
    case Op::Mod:
      return same<U, [](U a, U b) { return remainder<U>(a, b); }>();
    case Op::Min:
      return same<U, [](U a, U b) { return a < b ? a : b; }>();
    case Op::Max:
      return same<U, [](U a, U b) { return b < a ? a : b; }>();
    case Op::Shr:
      return same<U, [](U a, U b) { return static_cast<U>(a >> (b & (sizeof(U) * 8 - 1))); }>();
    case Op::Lt:
    case Op::Le:
    case Op::Gt:
    case Op::Ge:
      return compare_kernels<U>(op);
    default:
      return signed_kernels<std::make_signed_t<U>>(op);
  }
}

// One-bit arithmetic wraps: addition is exclusive or, multiplication is and.
BinaryKernels bool_kernels(Op op) {
  using T = uint8_t;
  switch (op) {
    case Op::Add:
    case Op::Sub:
    case Op::Xor:
      return same<T, [](T a, T b) { return static_cast<T>(a ^ b); }>();
    case Op::Mul:
    case Op::Min:
    case Op::And:
      return same<T, [](T a, T b) { return static_cast<T>(a & b); }>();
    case Op::Max:
    case Op::Or:
      return same<T, [](T a, T b) { return static_cast<T>(a | b); }>();
    case Op::Div:
      return same<T, [](T a, T) { return a; }>();
    case Op::Mod:
      return same<T, [](T, T) { return T{0}; }>();
    case Op::Shl:
    case Op::Shr:
      return same<T, [](T a, T b) { return static_cast<T>(b ? 0 : a); }>();
    default:
      return compare_kernels<T>(op);
  }
}

template <class T>
void select_typed(void* result, const uint8_t* __restrict condition, const void* x, bool is_x_one,
                  const void* y, bool is_y_one, size_t count) {
  T* __restrict out = static_cast<T*>(result);
  const T* __restrict left = static_cast<const T*>(x);
  const T* __restrict right = static_cast<const T*>(y);
  if (is_x_one && is_y_one) {
    const T a = *left, b = *right;
    for (size_t i = 0; i < count; ++i) out[i] = condition[i] ? a : b;
  } else if (is_x_one) {
    const T a = *left;
    for (size_t i = 0; i < count; ++i) out[i] = condition[i] ? a : right[i];
  } else if (is_y_one) {
    const T b = *right;
    for (size_t i = 0; i < count; ++i) out[i] = condition[i] ? left[i] : b;
  } else {
    for (size_t i = 0; i < count; ++i) out[i] = condition[i] ? left[i] : right[i];
  }
}

template <class T>
void fma_typed(void* result, const void* x, const void* y, const void* z, size_t count) {
  T* __restrict out = static_cast<T*>(result);
  const T* __restrict a = static_cast<const T*>(x);
  const T* __restrict b = static_cast<const T*>(y);
  const T* __restrict c = static_cast<const T*>(z);
  for (size_t i = 0; i < count; ++i) out[i] = std::fma(a[i], b[i], c[i]);
}

}  // namespace

BinaryKernels binary_kernels(Op op, Reg reg, bool is_unsigned) {
  switch (reg) {
    case Reg::F32:
      return float_kernels<float>(op);
    case Reg::F64:
      return float_kernels<double>(op);
    case Reg::I32:
      return is_unsigned ? unsigned_kernels<uint32_t>(op) : signed_kernels<int32_t>(op);
    case Reg::I64:
      return is_unsigned ? unsigned_kernels<uint64_t>(op) : signed_kernels<int64_t>(op);
    case Reg::I1:
      return bool_kernels(op);
    case Reg::I8:
      break;
  }
  return {};
}

void select(size_t element_bytes, void* result, const uint8_t* condition, const void* x, bool is_x_one,
            const void* y, bool is_y_one, size_t count) {
  if (element_bytes == 4) {
    select_typed<uint32_t>(result, condition, x, is_x_one, y, is_y_one, count);
  } else if (element_bytes == 8) {
    select_typed<uint64_t>(result, condition, x, is_x_one, y, is_y_one, count);
  } else {
    select_typed<uint8_t>(result, condition, x, is_x_one, y, is_y_one, count);
  }
}

void fma(Reg reg, void* result, const void* x, const void* y, const void* z, size_t count) {
  if (reg == Reg::F64) {
    fma_typed<double>(result, x, y, z, count);
  } else {
    fma_typed<float>(result, x, y, z, count);
  }
}

void fill_affine(Reg reg, void* result, int64_t base, int64_t step, size_t count) {
  if (reg == Reg::I32) {
    uint32_t* __restrict out = static_cast<uint32_t*>(result);
    const uint32_t start = static_cast<uint32_t>(base), by = static_cast<uint32_t>(step);
    for (size_t i = 0; i < count; ++i) out[i] = start + static_cast<uint32_t>(i) * by;
  } else {
    uint64_t* __restrict out = static_cast<uint64_t*>(result);
    uint64_t value = static_cast<uint64_t>(base);
    for (size_t i = 0; i < count; ++i, value += static_cast<uint64_t>(step)) out[i] = value;
  }
}

void fill(size_t element_bytes, void* result, const void* element, size_t count) {
  if (element_bytes == 4) {
    std::fill_n(static_cast<uint32_t*>(result), count, *static_cast<const uint32_t*>(element));
  } else if (element_bytes == 8) {
    std::fill_n(static_cast<uint64_t*>(result), count, *static_cast<const uint64_t*>(element));
  } else {
    std::memset(result, *static_cast<const uint8_t*>(element), count);
  }
}

}  // namespace tilewright::kernels::triton
