// Reductions, scans and sorting along one axis of (outer, n, inner).
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <type_traits>

#include "kernels/triton/vector_kernels.h"

namespace tilewright::kernels::triton {
namespace {

template <ReduceKind kind, class T>
inline T combine(T a, T b) {
  using Integer = std::conditional_t<std::is_floating_point_v<T>, int, T>;
  if constexpr (kind == ReduceKind::Sum || kind == ReduceKind::Product) {
    if constexpr (std::is_floating_point_v<T>) {
      return kind == ReduceKind::Sum ? a + b : a * b;
    } else {
      using Unsigned = std::make_unsigned_t<Integer>;
      Unsigned x = static_cast<Unsigned>(a), y = static_cast<Unsigned>(b);
      return static_cast<T>(kind == ReduceKind::Sum ? x + y : x * y);
    }
  } else if constexpr (kind == ReduceKind::Max) {
    if constexpr (std::is_floating_point_v<T>) return b != b ? a : (b > a || a != a ? b : a);
    return a > b ? a : b;
  } else if constexpr (kind == ReduceKind::Min) {
    if constexpr (std::is_floating_point_v<T>) return b != b ? a : (b < a || a != a ? b : a);
    return a < b ? a : b;
  } else if constexpr (!std::is_floating_point_v<T>) {
    if constexpr (kind == ReduceKind::And) return a & b;
    if constexpr (kind == ReduceKind::Or) return a | b;
    return a ^ b;
  } else {
    return a;
  }
}

template <ReduceKind kind, class T>
T reduce_row(const T* __restrict row, size_t n) {
  constexpr size_t kLanes = 64 / sizeof(T) * 2;  // two wide accumulators
  if (n < kLanes) {
    T result = row[0];
    for (size_t i = 1; i < n; ++i) result = combine<kind, T>(result, row[i]);
    return result;
  }
  T lanes[kLanes];
  for (size_t j = 0; j < kLanes; ++j) lanes[j] = row[j];
  size_t i = kLanes;
  for (; i + kLanes <= n; i += kLanes) {
    for (size_t j = 0; j < kLanes; ++j) lanes[j] = combine<kind, T>(lanes[j], row[i + j]);
  }
  for (size_t width = kLanes / 2; width > 0; width /= 2) {
    for (size_t j = 0; j < width; ++j) lanes[j] = combine<kind, T>(lanes[j], lanes[j + width]);
  }
  for (; i < n; ++i) lanes[0] = combine<kind, T>(lanes[0], row[i]);
  return lanes[0];
}

template <ReduceKind kind, class T>
void reduce_typed(const void* x, void* result, size_t outer, size_t n, size_t inner) {
  const T* in = static_cast<const T*>(x);
  T* out = static_cast<T*>(result);
  if (inner == 1) {
    for (size_t o = 0; o < outer; ++o) out[o] = reduce_row<kind, T>(in + o * n, n);
    return;
  }
  for (size_t o = 0; o < outer; ++o) {
    T* __restrict row_out = out + o * inner;
    const T* __restrict rows = in + o * n * inner;
    std::copy_n(rows, inner, row_out);
    for (size_t k = 1; k < n; ++k) {
      const T* __restrict row = rows + k * inner;
      for (size_t j = 0; j < inner; ++j) row_out[j] = combine<kind, T>(row_out[j], row[j]);
    }
  }
}

template <ReduceKind kind, class T>
void scan_typed(bool is_reverse, const void* x, void* result, size_t outer, size_t n, size_t inner) {
  const T* in = static_cast<const T*>(x);
  T* out = static_cast<T*>(result);
  for (size_t o = 0; o < outer; ++o) {
    for (size_t k = 0; k < n; ++k) {
      size_t row = (o * n + (is_reverse ? n - 1 - k : k)) * inner;
      size_t previous = is_reverse ? row + inner : row - inner;
      for (size_t j = 0; j < inner; ++j) {
        out[row + j] = k == 0 ? in[row + j] : combine<kind, T>(out[previous + j], in[row + j]);
      }
    }
  }
}

template <ReduceKind kind, class T>
void arg_reduce_typed(const void* x, void* values, void* indices, size_t outer, size_t n, size_t inner) {
  const T* in = static_cast<const T*>(x);
  for (size_t o = 0; o < outer; ++o) {
    for (size_t j = 0; j < inner; ++j) {
      T best = in[o * n * inner + j];
      int32_t best_index = 0;
      for (size_t k = 1; k < n; ++k) {
        T value = in[(o * n + k) * inner + j];
        if (kind == ReduceKind::Max ? value > best : value < best) {
          best = value;
          best_index = static_cast<int32_t>(k);
        }
      }
      static_cast<T*>(values)[o * inner + j] = best;
      static_cast<int32_t*>(indices)[o * inner + j] = best_index;
    }
  }
}

// Calls body.template operator()<T>() with the element type of the register kind.
template <class Body>
void with_type(Reg reg, bool is_unsigned, Body body) {
  switch (reg) {
    case Reg::F32:
      return body.template operator()<float>();
    case Reg::F64:
      return body.template operator()<double>();
    case Reg::I32:
      return is_unsigned ? body.template operator()<uint32_t>() : body.template operator()<int32_t>();
    case Reg::I64:
      return is_unsigned ? body.template operator()<uint64_t>() : body.template operator()<int64_t>();
    case Reg::I1:
      return body.template operator()<uint8_t>();
    case Reg::I8:
      return;
  }
}

template <class Body>
void with_kind(ReduceKind kind, Body body) {
  switch (kind) {
    case ReduceKind::Sum:
      return body.template operator()<ReduceKind::Sum>();
    case ReduceKind::Product:
      return body.template operator()<ReduceKind::Product>();
    case ReduceKind::Max:
      return body.template operator()<ReduceKind::Max>();
    case ReduceKind::Min:
      return body.template operator()<ReduceKind::Min>();
    case ReduceKind::And:
      return body.template operator()<ReduceKind::And>();
    case ReduceKind::Or:
      return body.template operator()<ReduceKind::Or>();
    case ReduceKind::Xor:
      return body.template operator()<ReduceKind::Xor>();
  }
}

// NaN sorts after every number.
template <class T>
bool is_less(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (b != b) return a == a;
  }
  return a < b;
}

}  // namespace

void reduce(ReduceKind kind, Reg reg, bool is_unsigned, const void* x, void* result, size_t outer, size_t n,
            size_t inner) {
  with_kind(kind, [&]<ReduceKind k>() {
    with_type(reg, is_unsigned, [&]<class T>() { reduce_typed<k, T>(x, result, outer, n, inner); });
  });
}

void arg_reduce(ReduceKind kind, Reg reg, bool is_unsigned, const void* x, void* values, void* indices,
                size_t outer, size_t n, size_t inner) {
  with_type(reg, is_unsigned, [&]<class T>() {
    if (kind == ReduceKind::Max) {
      arg_reduce_typed<ReduceKind::Max, T>(x, values, indices, outer, n, inner);
    } else {
      arg_reduce_typed<ReduceKind::Min, T>(x, values, indices, outer, n, inner);
    }
  });
}

void scan(ReduceKind kind, Reg reg, bool is_unsigned, bool is_reverse, const void* x, void* result,
          size_t outer, size_t n, size_t inner) {
  with_kind(kind, [&]<ReduceKind k>() {
    with_type(reg, is_unsigned, [&]<class T>() { scan_typed<k, T>(is_reverse, x, result, outer, n, inner); });
  });
}

void sort(Reg reg, bool is_unsigned, bool is_descending, void* values, size_t outer, size_t n) {
  with_type(reg, is_unsigned, [&]<class T>() {
    T* rows = static_cast<T*>(values);
    for (size_t o = 0; o < outer; ++o) {
      std::sort(rows + o * n, rows + (o + 1) * n,
                [&](T a, T b) { return is_descending ? is_less<T>(b, a) : is_less<T>(a, b); });
    }
  });
}

}  // namespace tilewright::kernels::triton
