// The bytes of its storage that a strided tensor covers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilewright::library {

// Calls visit(begin, end) for the byte ranges of the storage that a tensor covers, in the order of its
// elements, inner dimensions merged; stops when it answers false.
template <class Tensor, class Visit>  // at::Tensor; its header stays out of this one
void for_each_range(const Tensor& tensor, Visit visit) {
  if (tensor.numel() == 0) return;
  auto sizes = tensor.sizes();
  auto strides = tensor.strides();
  int64_t item = static_cast<int64_t>(tensor.element_size());
  int64_t dimensions = tensor.dim();
  int64_t run = 1;
  while (dimensions > 0 && (strides[dimensions - 1] == run || sizes[dimensions - 1] == 1)) {
    run *= sizes[--dimensions];
  }
  std::vector<int64_t> index(static_cast<size_t>(dimensions), 0);
  int64_t offset = tensor.storage_offset();
  while (true) {
    if (!visit(static_cast<size_t>(offset * item), static_cast<size_t>((offset + run) * item))) return;
    int64_t d = dimensions - 1;
    for (; d >= 0; --d) {
      auto at = static_cast<size_t>(d);
      offset += strides[d];
      if (++index[at] < sizes[d]) break;
      offset -= strides[d] * sizes[d];
      index[at] = 0;
    }
    if (d < 0) return;
  }
}

}  // namespace tilewright::library
