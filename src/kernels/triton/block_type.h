// Types of block values: an element type (or pointer to one) and static extents; rank 0 is a scalar.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/dtype.h"

namespace tilewright::kernels::triton {

inline constexpr int64_t kMaxBlockElements = 1048576;  // TRITON_MAX_TENSOR_NUMEL

using Shape = std::vector<int64_t>;

struct BlockType {
  DType dtype = DType::Int32;  // of the element; of the pointee when is_pointer
  bool is_pointer = false;
  bool is_const = false;  // pointer to constant memory
  Shape shape;

  bool operator==(const BlockType& other) const {
    return dtype == other.dtype && is_pointer == other.is_pointer && shape == other.shape;
  }
  bool is_scalar() const { return shape.empty(); }
  int64_t numel() const {
    int64_t n = 1;
    for (int64_t extent : shape) n *= extent;
    return n;
  }
  BlockType with_shape(Shape new_shape) const { return {dtype, is_pointer, is_const, std::move(new_shape)}; }
  BlockType with_dtype(DType new_dtype) const { return {new_dtype, false, false, shape}; }
  BlockType element() const { return {dtype, is_pointer, is_const, {}}; }
  bool is_float() const { return !is_pointer && tilewright::is_float(dtype); }
  bool is_int() const { return !is_pointer && !tilewright::is_float(dtype); }
  bool is_bool() const { return !is_pointer && dtype == DType::Bool; }
};

// As Triton prints them: "fp32", "pointer<fp16>", "<['64', '32'], int32>".
std::string describe(DType dtype);
std::string describe(const BlockType& type);
std::string describe(const Shape& shape);  // "[64, 32]"

// int1 is classed unsigned.
bool is_unsigned(DType dtype);
int bit_width(DType dtype);  // 1 for int1

// Rules of semantic.py integer_promote_impl and computation_type_impl. `is_scalar`: the operand is a
// literal. Returns false with `error` set where the compiler raises.
DType integer_promotion(DType left, DType right);
bool computation_type(DType left, bool left_is_scalar, DType right, bool right_is_scalar, bool div_or_mod,
                      DType& result, std::string& error);

}  // namespace tilewright::kernels::triton
