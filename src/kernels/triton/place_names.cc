#include "kernels/triton/place_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "kernels/triton/builtins.h"
#include "kernels/triton/machine.h"

namespace tilewright::kernels::triton {
namespace {

bool is_contiguous(const PointerTarget& target) {
  int64_t stride = 1;
  for (size_t axis = target.shape.size(); axis-- > 0;) {
    if (target.shape[axis] != 1 && target.strides[axis] != stride) return false;
    stride *= target.shape[axis];
  }
  return true;
}

}  // namespace

std::vector<int64_t> indices_of(const PointerTarget& target, int64_t index) {
  std::vector<size_t> axes(target.shape.size());
  std::iota(axes.begin(), axes.end(), size_t{0});
  std::stable_sort(axes.begin(), axes.end(), [&](size_t a, size_t b) {
    // Axes of one element last: their strides mean nothing.
    auto key = [&](size_t axis) { return std::make_pair(target.strides[axis], target.shape[axis] != 1); };
    return key(a) > key(b);
  });
  std::vector<int64_t> indices(axes.size());
  for (size_t axis : axes) {
    int64_t stride = target.strides[axis];
    if (stride <= 0) return {};
    // Rounded down: what lies before the tensor is in a row before the first.
    indices[axis] = index / stride - (index % stride < 0);
    index -= indices[axis] * stride;
  }
  if (index != 0) return {};
  return indices;
}

std::string index_name(const PointerTarget& target, int64_t index) {
  std::vector<int64_t> indices;
  if (target.shape.size() > 1) indices = indices_of(target, index);
  if (indices.empty()) return fmt::format("index {}", index);
  return fmt::format("index {} [{}]", index, fmt::join(indices, ", "));
}

std::vector<Note> tensor_notes(const PointerTarget& target) {
  std::vector<Note> notes{{fmt::format("'{}' is a tensor of shape [{}] and dtype {}", target.name,
                                       fmt::join(target.shape, ", "), triton_name(target.dtype)),
                           {}}};
  bool is_expanded = false;
  for (size_t axis = 0; axis < target.shape.size(); ++axis)
    is_expanded = is_expanded || (target.strides[axis] == 0 && target.shape[axis] > 1);
  if (is_expanded) {
    notes.push_back(
        {fmt::format(
             "its strides are [{}]: it was expanded, as gradients of sums are, and holds fewer elements "
             "than its shape says; pass its strides, or call .contiguous() before the launch",
             fmt::join(target.strides, ", ")),
         {}});
  } else if (!is_contiguous(target)) {
    notes.push_back(
        {fmt::format("its strides are [{}]: it is not contiguous; pass its strides, or call .contiguous() "
                     "before the launch",
                     fmt::join(target.strides, ", ")),
         {}});
  }
  return notes;
}

}  // namespace tilewright::kernels::triton
