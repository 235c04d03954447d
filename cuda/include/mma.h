// nvcuda::wmma. A fragment's layout is its own affair: here element e of a lane is element 32 * e + lane of the matrix.
#pragma once
#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
namespace precision {
struct tf32;
struct u4;
struct s4;
struct b1;
}  // namespace precision
enum layout_t { mem_row_major, mem_col_major };

namespace details {
template <class T>
struct Storage {
  using type = T;
};
template <>
struct Storage<precision::tf32> {
  using type = float;
};
template <class Use, int M, int N, int K>
struct Shape;
template <int M, int N, int K>
struct Shape<matrix_a, M, N, K> {
  static constexpr int rows = M, columns = K;
};
template <int M, int N, int K>
struct Shape<matrix_b, M, N, K> {
  static constexpr int rows = K, columns = N;
};
template <int M, int N, int K>
struct Shape<accumulator, M, N, K> {
  static constexpr int rows = M, columns = N;
};
}  // namespace details

template <class Use, int M, int N, int K, class T, class Layout = void>
class fragment {
 public:
  using element_type = typename details::Storage<T>::type;
  using storage_element_type = element_type;
  static constexpr int rows = details::Shape<Use, M, N, K>::rows, columns = details::Shape<Use, M, N, K>::columns;
  static constexpr int num_elements = rows * columns / 32, num_storage_elements = num_elements;
  element_type x[num_elements];
};

template <class F, class V>
TW_INLINE void fill_fragment(F& f, const V& value) {
  for (int i = 0; i < F::num_elements; ++i) f.x[i] = (typename F::element_type)value;
}

namespace details {
template <class F, class S>
TW_INLINE void load(F& f, const S* source, unsigned stride, bool is_row_major) {
  tw_require_alignment(source, 16);
  ::tilewright::matrix::meet();
  unsigned lane = ::tilewright::context<TW_CONTEXT_LANE>();
  for (int i = 0; i < F::num_elements; ++i) {
    unsigned at = 32 * i + lane, row = at / F::columns, column = at % F::columns;
    f.x[i] = source[is_row_major ? row * stride + column : column * stride + row];
  }
}
template <class A, class B, class C>
struct Operands {
  const A* a;
  const B* b;
  const C* c;
  C* d;
};
template <int M, int N, int K, class T, class FA, class FB, class FC>
TW_UNCHECKED void compute(void** lanes) {
  using Data = Operands<FA, FB, FC>;
  constexpr int kOperands = std::is_same_v<T, precision::tf32>  ? TwTf32
                            : std::is_same_v<T, double>         ? TwDouble
                            : std::is_same_v<T, __nv_bfloat16>  ? TwBfloat16
                            : std::is_integral_v<T>             ? TwInt8
                                                                : TwHalf;
  tw_note_product(kOperands, M, N, K);
  static double a[M * K], b[K * N];
  auto value = [](auto x) TW_UNINSTRUMENTED {
    using X = decltype(x);
    if constexpr (std::is_same_v<T, precision::tf32>)
      return (double)__builtin_bit_cast(float, __builtin_bit_cast(unsigned, (float)x) & ~0x1fffu);
    else if constexpr (std::is_class_v<X>)
      return (double)(float)x;
    else
      return (double)x;
  };
  for (int lane = 0; lane < 32; ++lane) {
    const Data& data = *(const Data*)lanes[lane];
    for (int i = 0; i < FA::num_elements; ++i) a[32 * i + lane] = value(data.a->x[i]);
    for (int i = 0; i < FB::num_elements; ++i) b[32 * i + lane] = value(data.b->x[i]);
  }
  for (int lane = 0; lane < 32; ++lane) {
    Data& data = *(Data*)lanes[lane];
    for (int i = 0; i < FC::num_elements; ++i) {
      int at = 32 * i + lane, row = at / N, column = at % N;
      double sum = value(data.c->x[i]);
      for (int k = 0; k < K; ++k) sum += a[row * K + k] * b[k * N + column];
      data.d->x[i] = (typename FC::element_type)sum;
    }
  }
}
}  // namespace details

template <class Use, int M, int N, int K, class T, class Layout, class S>
TW_INLINE void load_matrix_sync(fragment<Use, M, N, K, T, Layout>& f, const S* source, unsigned stride) {
  details::load(f, source, stride, std::is_same_v<Layout, row_major>);
}
template <int M, int N, int K, class T, class S>
TW_INLINE void load_matrix_sync(fragment<accumulator, M, N, K, T>& f, const S* source, unsigned stride, layout_t layout) {
  details::load(f, source, stride, layout == mem_row_major);
}
template <int M, int N, int K, class T, class S>
TW_INLINE void store_matrix_sync(S* target, const fragment<accumulator, M, N, K, T>& f, unsigned stride, layout_t layout) {
  using F = fragment<accumulator, M, N, K, T>;
  tw_require_alignment(target, 16);
  ::tilewright::matrix::meet();
  unsigned lane = ::tilewright::context<TW_CONTEXT_LANE>();
  for (int i = 0; i < F::num_elements; ++i) {
    unsigned at = 32 * i + lane, row = at / F::columns, column = at % F::columns;
    target[layout == mem_row_major ? row * stride + column : column * stride + row] = f.x[i];
  }
}
template <int M, int N, int K, class TA, class LA, class TB, class LB, class TC>
TW_INLINE void mma_sync(fragment<accumulator, M, N, K, TC>& d, const fragment<matrix_a, M, N, K, TA, LA>& a,
                        const fragment<matrix_b, M, N, K, TB, LB>& b, const fragment<accumulator, M, N, K, TC>& c,
                        bool = false) {
  using FA = fragment<matrix_a, M, N, K, TA, LA>;
  using FB = fragment<matrix_b, M, N, K, TB, LB>;
  using FC = fragment<accumulator, M, N, K, TC>;
  details::Operands<FA, FB, FC> data{&a, &b, &c, &d};
  tw_collective(0xffffffffu, details::compute<M, N, K, TA, FA, FB, FC>, &data);
}
// Accumulators of another type than the result's (half into float).
template <int M, int N, int K, class TA, class LA, class TB, class LB, class TD, class TC>
TW_INLINE void mma_sync(fragment<accumulator, M, N, K, TD>& d, const fragment<matrix_a, M, N, K, TA, LA>& a,
                        const fragment<matrix_b, M, N, K, TB, LB>& b, const fragment<accumulator, M, N, K, TC>& c) {
  fragment<accumulator, M, N, K, TD> start;
  for (int i = 0; i < start.num_elements; ++i) start.x[i] = (TD)c.x[i];
  mma_sync(d, a, b, start);
}

TW_INLINE float __float_to_tf32(float x) {
  unsigned bits = __builtin_bit_cast(unsigned, x);
  return __builtin_bit_cast(float, (bits & 0x7f800000u) == 0x7f800000u ? bits : (bits + 0x1000u) & ~0x1fffu);
}

}  // namespace wmma
}  // namespace nvcuda
