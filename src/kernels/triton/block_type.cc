#include "kernels/triton/block_type.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tilewright::kernels::triton {
namespace {

// bool < uint < int < float, for literals (dtype.kind(): bool 0, integral 1, floating 2).
int kind(DType dtype) {
  if (dtype == DType::Bool) return 0;
  return is_float(dtype) ? 2 : 1;
}

bool is_float8(DType dtype) { return is_float(dtype) && size_of(dtype) == 1; }

}  // namespace

std::string describe(DType dtype) {
  switch (dtype) {
    case DType::Float16:
      return "fp16";
    case DType::BFloat16:
      return "bf16";
    case DType::Float32:
      return "fp32";
    case DType::Float64:
      return "fp64";
    case DType::Float8E4M3FN:
      return "fp8e4nv";
    case DType::Float8E5M2:
      return "fp8e5";
    case DType::Float8E4M3FNUZ:
      return "fp8e4b8";
    case DType::Float8E5M2FNUZ:
      return "fp8e5b16";
    case DType::Bool:
    case DType::Int8:
    case DType::Int16:
    case DType::Int32:
    case DType::Int64:
    case DType::UInt8:
    case DType::UInt16:
    case DType::UInt32:
    case DType::UInt64:
      return std::string(triton_name(dtype));
  }
  return "?";
}

std::string describe(const Shape& shape) { return fmt::format("[{}]", fmt::join(shape, ", ")); }

std::string describe(const BlockType& type) {
  std::string element = describe(type.dtype);
  if (type.is_pointer) element = fmt::format("pointer<{}{}>", type.is_const ? "const " : "", element);
  if (type.is_scalar()) return element;
  return fmt::format("<{}, {}>", describe(type.shape), element);
}

bool is_unsigned(DType dtype) {
  return class_of(dtype) == DTypeClass::Unsigned || class_of(dtype) == DTypeClass::Bool;
}

int bit_width(DType dtype) { return dtype == DType::Bool ? 1 : static_cast<int>(size_of(dtype)) * 8; }

DType integer_promotion(DType left, DType right) {
  int left_width = bit_width(left), right_width = bit_width(right);
  bool left_unsigned = is_unsigned(left), right_unsigned = is_unsigned(right);
  if (left_unsigned == right_unsigned) return left_width > right_width ? left : right;
  if (left_unsigned) return left_width >= right_width ? left : right;
  return right_width >= left_width ? right : left;
}

bool computation_type(DType left, bool left_is_scalar, DType right, bool right_is_scalar, bool div_or_mod,
                      DType& result, std::string& error) {
  if (left_is_scalar != right_is_scalar) {
    DType scalar = left_is_scalar ? left : right, tensor = left_is_scalar ? right : left;
    if (kind(scalar) <= kind(tensor)) {
      bool is_half = tensor == DType::Float16 || tensor == DType::BFloat16;
      result = div_or_mod && is_half ? DType::Float32 : tensor;
      return true;
    }
  }
  auto either = [&](DType dtype) { return left == dtype || right == dtype; };
  if (either(DType::Float64)) {
    result = DType::Float64;
  } else if (either(DType::Float32)) {
    result = DType::Float32;
  } else if (either(DType::Float16)) {
    result = div_or_mod ? DType::Float32 : DType::Float16;
  } else if (left == DType::BFloat16 && right == DType::BFloat16) {
    result = div_or_mod ? DType::Float32 : DType::BFloat16;
  } else if (either(DType::BFloat16)) {
    result = DType::Float32;
  } else if (is_float8(left) && is_float8(right)) {
    result = left == right ? left : DType::Float16;
  } else if (is_float(left) || is_float(right)) {
    error = fmt::format("unexpected type {} and {}", describe(left), describe(right));
    return false;
  } else {
    if (div_or_mod && is_unsigned(left) != is_unsigned(right)) {
      error = fmt::format(
          "cannot use /, // or % with {} and {} because they have different signedness; cast them to the "
          "same",
          describe(left), describe(right));
      return false;
    }
    result = integer_promotion(left, right);
  }
  return true;
}

}  // namespace tilewright::kernels::triton
