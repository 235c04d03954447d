// Memory of tensors: allocating, copying with casts, filling. Device memory is reached through the runner where programs run on
// the CPU and through kernels on a GPU; host memory by loops.
#pragma once

#include "tensor.h"

namespace tilewright {

inline void* allocate_memory(uint64_t bytes, bool is_cuda) {
  if (bytes == 0) return nullptr;
  void* data = nullptr;
  if (is_cuda) {
    cudaError_t error = cudaMalloc(&data, bytes);
    if (error != cudaSuccess) {
      cudaGetLastError();
      throw c10::Error("CUDA out of memory: a tensor of " + std::to_string(bytes) + " bytes");
    }
  } else {
    data = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (data == nullptr) throw c10::Error("out of memory: a tensor of " + std::to_string(bytes) + " bytes");
  }
  return data;
}
inline void release_memory(void* data, bool is_cuda) {
  if (data == nullptr) return;
  if (is_cuda)
    (void)cudaFree(data);
  else
    free(data);
}

inline TwTensorView view_of(const at::Tensor& tensor) {
  const at::TensorState& state = tensor.state();
  TwTensorView view = {};
  view.data = tensor.data_ptr();
  view.dtype = static_cast<int32_t>(state.type);
  view.is_cuda = tensor.is_cuda() ? 1 : 0;
  view.dimensions = state.shape.dimensions;
  for (int i = 0; i < view.dimensions; ++i) view.sizes[i] = state.shape.sizes[i], view.strides[i] = state.shape.strides[i];
  view.storage = state.storage->data;
  view.storage_bytes = state.storage->bytes;
  return view;
}

// One element as another type: whole numbers through 64 bits, all others through double; floats that do not fit an integer are
// cast as C++ casts them.
struct ElementValue {
  bool is_whole;
  int64_t whole;
  double floating;
};
template <class T>
C10_HOST_DEVICE ElementValue load_element(const void* from) {
  const T& value = *static_cast<const T*>(from);
  if constexpr (std::is_integral_v<T>)
    return {true, static_cast<int64_t>(value), 0};
  else if constexpr (std::is_same_v<T, double>)
    return {false, 0, value};
  else
    return {false, 0, static_cast<double>(static_cast<float>(value))};
}
template <class T>
C10_HOST_DEVICE void store_element(void* to, const ElementValue& value) {
  if constexpr (std::is_arithmetic_v<T>)
    *static_cast<T*>(to) = value.is_whole ? static_cast<T>(value.whole) : static_cast<T>(value.floating);
  else if (value.is_whole)
    *static_cast<T*>(to) = T(static_cast<float>(value.whole));
  else
    *static_cast<T*>(to) = T(value.floating);
}
C10_HOST_DEVICE inline void convert_element(void* to, int to_type, const void* from, int from_type) {
  ElementValue value = {};
  switch (static_cast<c10::ScalarType>(from_type)) {
#define TW_ELEMENT(cpp, name)         \
  case c10::ScalarType::name:         \
    value = load_element<cpp>(from);  \
    break;
    TW_FOR_EACH_ELEMENT(TW_ELEMENT)
#undef TW_ELEMENT
    default:
      break;
  }
  switch (static_cast<c10::ScalarType>(to_type)) {
#define TW_ELEMENT(cpp, name)         \
  case c10::ScalarType::name:         \
    store_element<cpp>(to, value);    \
    break;
    TW_FOR_EACH_ELEMENT(TW_ELEMENT)
#undef TW_ELEMENT
    default:
      break;
  }
}

#ifdef TILEWRIGHT_ON_CPU
inline void copy_on_device(const at::Tensor& to, const at::Tensor& from) {
  TwTensorView target = view_of(to), source = view_of(from);
  tw_copy_elements(&target, &source, static_cast<size_t>(to.element_size()), static_cast<size_t>(from.element_size()),
                   to.scalar_type() == from.scalar_type() ? nullptr : convert_element);
}
inline void fill_on_device(const at::Tensor& to, const void* value) {
  TwTensorView target = view_of(to);
  tw_fill_elements(&target, value, static_cast<size_t>(to.element_size()));
}
#endif

inline void write_value(void* to, c10::ScalarType type, const c10::Scalar& value) {
  (void)c10::elementSize(type);
  bool is_whole = !value.isFloatingPoint();
  int64_t whole = value.toLong();
  double floating = value.toDouble();
  c10::ScalarType from = is_whole ? c10::ScalarType::Long : c10::ScalarType::Double;
  convert_element(to, static_cast<int>(type), is_whole ? static_cast<const void*>(&whole) : &floating, static_cast<int>(from));
}

}  // namespace tilewright

#ifndef TILEWRIGHT_ON_CPU
#include "tensor_kernels.h"
#endif

namespace tilewright {

// Calls `body(to, from)` for the address of each element of two views of one shape; `from` may be null.
template <class Body>
void for_each_element(const TwTensorView& to, const TwTensorView* from, size_t to_size, size_t from_size, const Body& body) {
  int64_t index[TW_MAX_DIMENSIONS] = {}, count = 1;
  for (int i = 0; i < to.dimensions; ++i) count *= to.sizes[i];
  char* target = static_cast<char*>(to.data);
  const char* source = from == nullptr ? nullptr : static_cast<const char*>(from->data);
  for (int64_t n = 0; n < count; ++n) {
    body(target, source);
    for (int i = to.dimensions; i-- > 0;) {
      target += to.strides[i] * static_cast<int64_t>(to_size);
      if (from != nullptr) source += from->strides[i] * static_cast<int64_t>(from_size);
      if (++index[i] < to.sizes[i]) break;
      index[i] = 0;
      target -= to.strides[i] * to.sizes[i] * static_cast<int64_t>(to_size);
      if (from != nullptr) source -= from->strides[i] * from->sizes[i] * static_cast<int64_t>(from_size);
    }
  }
}
inline void copy_on_host(const at::Tensor& to, const at::Tensor& from) {
  TwTensorView target = view_of(to), source = view_of(from);
  size_t size = static_cast<size_t>(to.element_size());
  bool is_same = to.scalar_type() == from.scalar_type();
  for_each_element(target, &source, size, static_cast<size_t>(from.element_size()), [&](char* t, const char* s) {
    if (is_same)
      memcpy(t, s, size);
    else
      convert_element(t, target.dtype, s, source.dtype);
  });
}

inline void copy_tensor(const at::Tensor& to, const at::Tensor& from) {
  if (to.is_cuda() && from.is_cuda()) return copy_on_device(to, from);
  if (!to.is_cuda() && !from.is_cuda()) return copy_on_host(to, from);
  // Between host and device: one copy of contiguous memory of one type, and the rest on the side where it lies.
  if (!from.is_contiguous()) return copy_tensor(to, from.clone(c10::MemoryFormat::Contiguous));
  if (to.scalar_type() != from.scalar_type() || !to.is_contiguous()) {
    at::Tensor there = at::empty(to.sizes(), c10::TensorOptions(from.scalar_type()).device(to.device()));
    copy_tensor(there, from);
    return copy_tensor(to, there);
  }
  cudaError_t error = cudaMemcpy(to.data_ptr(), from.data_ptr(), static_cast<size_t>(from.nbytes()),
                                 to.is_cuda() ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) fail_cuda(static_cast<int>(error), "", 0);
}
inline void fill_tensor(const at::Tensor& to, const c10::Scalar& value) {
  alignas(8) char bytes[8];
  write_value(bytes, to.scalar_type(), value);
  if (to.is_cuda()) return fill_on_device(to, bytes);
  size_t size = static_cast<size_t>(to.element_size());
  for_each_element(view_of(to), nullptr, size, 0, [&](char* target, const char*) { memcpy(target, bytes, size); });
}

}  // namespace tilewright
