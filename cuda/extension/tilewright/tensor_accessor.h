// Elements by index: accessor for host code, packed accessors for kernels.
#pragma once

#include "tensor.h"

namespace at {

template <class T>
struct DefaultPtrTraits {
  typedef T* PtrType;
};
template <class T>
struct RestrictPtrTraits {
  typedef T* __restrict__ PtrType;
};

// Points at the sizes and strides of somebody else.
template <class T, size_t N, class Index = int64_t>
class TensorAccessor {
 public:
  C10_HOST_DEVICE TensorAccessor(T* data, const Index* sizes, const Index* strides)
      : data_(data), sizes_(sizes), strides_(strides) {}
  C10_HOST_DEVICE decltype(auto) operator[](Index i) const {
    if constexpr (N == 1)
      return static_cast<T&>(data_[strides_[0] * i]);
    else
      return TensorAccessor<T, N - 1, Index>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
  }
  C10_HOST_DEVICE Index size(Index i) const { return sizes_[i]; }
  C10_HOST_DEVICE Index stride(Index i) const { return strides_[i]; }
  C10_HOST_DEVICE T* data() const { return data_; }

 private:
  T* data_;
  const Index* sizes_;
  const Index* strides_;
};

// Carries its sizes and strides, so that it can be passed to a kernel.
template <class T, size_t N, class Index>
class PackedTensorAccessor {
 public:
  PackedTensorAccessor(T* data, const int64_t* sizes, const int64_t* strides) : data_(data) {
    for (size_t i = 0; i < N; ++i) sizes_[i] = static_cast<Index>(sizes[i]), strides_[i] = static_cast<Index>(strides[i]);
  }
  C10_HOST_DEVICE decltype(auto) operator[](Index i) const {
    if constexpr (N == 1)
      return static_cast<T&>(data_[strides_[0] * i]);
    else
      return TensorAccessor<T, N - 1, Index>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
  }
  C10_HOST_DEVICE Index size(Index i) const { return sizes_[i]; }
  C10_HOST_DEVICE Index stride(Index i) const { return strides_[i]; }
  C10_HOST_DEVICE T* data() const { return data_; }

 private:
  T* data_;
  Index sizes_[N];
  Index strides_[N];
};
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
using PackedTensorAccessor32 = PackedTensorAccessor<T, N, int32_t>;
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
using PackedTensorAccessor64 = PackedTensorAccessor<T, N, int64_t>;

template <class T, size_t N>
TensorAccessor<T, N, int64_t> Tensor::accessor() const {
  TORCH_CHECK(dim() == static_cast<int64_t>(N), "TensorAccessor expected ", N, " dims but tensor has ", dim());
  return {data_ptr<T>(), state().shape.sizes, state().shape.strides};
}
template <class T, size_t N>
PackedTensorAccessor<T, N, int32_t> Tensor::packed_accessor32() const {
  TORCH_CHECK(dim() == static_cast<int64_t>(N), "TensorAccessor expected ", N, " dims but tensor has ", dim());
  return {data_ptr<T>(), state().shape.sizes, state().shape.strides};
}
template <class T, size_t N>
PackedTensorAccessor<T, N, int64_t> Tensor::packed_accessor64() const {
  TORCH_CHECK(dim() == static_cast<int64_t>(N), "TensorAccessor expected ", N, " dims but tensor has ", dim());
  return {data_ptr<T>(), state().shape.sizes, state().shape.strides};
}

}  // namespace at
