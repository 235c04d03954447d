// Copies with casts and fills on a GPU: one plain kernel each.
#pragma once

#include "tensor_memory.h"

namespace tilewright {

static __global__ void copy_kernel(TwTensorView to, TwTensorView from, int to_size, int from_size, int64_t count) {
  for (int64_t n = blockIdx.x * int64_t{blockDim.x} + threadIdx.x; n < count; n += int64_t{gridDim.x} * blockDim.x) {
    int64_t rest = n, target = 0, source = 0;
    for (int i = to.dimensions; i-- > 0;) {
      int64_t at = rest % to.sizes[i];
      rest /= to.sizes[i];
      target += at * to.strides[i];
      source += at * from.strides[i];
    }
    char* t = static_cast<char*>(to.data) + target * to_size;
    const char* s = static_cast<const char*>(from.data) + source * from_size;
    if (to.dtype != from.dtype) {
      convert_element(t, to.dtype, s, from.dtype);
    } else {
      for (int byte = 0; byte < to_size; ++byte) t[byte] = s[byte];
    }
  }
}
template <class T>
__global__ void fill_kernel(TwTensorView to, T value, int64_t count) {
  for (int64_t n = blockIdx.x * int64_t{blockDim.x} + threadIdx.x; n < count; n += int64_t{gridDim.x} * blockDim.x) {
    int64_t rest = n, target = 0;
    for (int i = to.dimensions; i-- > 0;) {
      target += rest % to.sizes[i] * to.strides[i];
      rest /= to.sizes[i];
    }
    static_cast<T*>(to.data)[target] = value;
  }
}
inline unsigned blocks_for(int64_t count) {
  int64_t blocks = (count + 255) / 256;
  return static_cast<unsigned>(blocks < 65535 ? blocks : 65535);
}

inline void copy_on_device(const at::Tensor& to, const at::Tensor& from) {
  copy_kernel<<<blocks_for(to.numel()), 256>>>(view_of(to), view_of(from), static_cast<int>(to.element_size()),
                                               static_cast<int>(from.element_size()), to.numel());
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) fail_cuda(static_cast<int>(error), "", 0);
}
inline void fill_on_device(const at::Tensor& to, const void* value) {
  switch (to.element_size()) {
    case 1:
      fill_kernel<<<blocks_for(to.numel()), 256>>>(view_of(to), *static_cast<const uint8_t*>(value), to.numel());
      break;
    case 2:
      fill_kernel<<<blocks_for(to.numel()), 256>>>(view_of(to), *static_cast<const uint16_t*>(value), to.numel());
      break;
    case 4:
      fill_kernel<<<blocks_for(to.numel()), 256>>>(view_of(to), *static_cast<const uint32_t*>(value), to.numel());
      break;
    default:
      fill_kernel<<<blocks_for(to.numel()), 256>>>(view_of(to), *static_cast<const uint64_t*>(value), to.numel());
  }
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) fail_cuda(static_cast<int>(error), "", 0);
}

}  // namespace tilewright
