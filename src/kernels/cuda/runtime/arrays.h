// CUDA arrays: memory of the device that kernels reach through textures and surfaces only. Elements lie in rows, rows in
// slices (of depth, layers, faces), without gaps.
#pragma once

#include "tilewright/texture_types.h"

struct cudaArray {
  cudaChannelFormatDesc format{};
  size_t width = 0, height = 0, depth = 0;  // elements; 0: the array has no such dimension
  unsigned flags = 0;
  unsigned element_bytes = 0;
  char* base = nullptr;
  bool is_alive = true;

  size_t row_bytes() const { return width * element_bytes; }
  size_t rows() const { return height == 0 ? 1 : height; }
  size_t slices() const { return depth == 0 ? 1 : depth; }
  char* at(size_t x_bytes, size_t y, size_t z) const { return base + (z * rows() + y) * row_bytes() + x_bytes; }
};

namespace tilewright::kernels::cuda {

bool is_array(cudaArray_const_t array);
// Bytes of an element; 0: there is no such format.
unsigned element_bytes(const cudaChannelFormatDesc& format);

}  // namespace tilewright::kernels::cuda
