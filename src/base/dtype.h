// Element types of tensors and kernels, one table for every vocabulary, and bit-exact
// conversions of the narrow floats (round to nearest, ties to even).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tilewright {

enum class DType : uint8_t {
#define TW_DTYPE(identifier, torch_name, triton_name, numpy_name, bytes, class) identifier,
#include "base/dtypes.def"
#undef TW_DTYPE
};

enum class DTypeClass : uint8_t { Bool, Signed, Unsigned, Float };

size_t size_of(DType dtype);  // bytes of one stored element
DTypeClass class_of(DType dtype);
inline bool is_float(DType dtype) { return class_of(dtype) == DTypeClass::Float; }
std::string_view torch_name(DType dtype);
std::string_view triton_name(DType dtype);
std::optional<DType> dtype_from_torch_name(std::string_view name);  // also "float", "half", "long", ...
std::optional<DType> dtype_from_triton_name(std::string_view name);

// IEEE binary16 and bfloat16.
float half_to_float(uint16_t bits);
uint16_t float_to_half(float value);
inline float bfloat16_to_float(uint16_t bits) {
  uint32_t wide = static_cast<uint32_t>(bits) << 16;
  float value;
  __builtin_memcpy(&value, &wide, 4);
  return value;
}
inline uint16_t float_to_bfloat16(float value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, 4);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<uint16_t>((bits >> 16) | 0x40u);
  bits += 0x7fffu + ((bits >> 16) & 1u);
  return static_cast<uint16_t>(bits >> 16);
}
// OCP 8-bit floats; out-of-range becomes NaN for e4m3fn and infinity for e5m2, as PyTorch casts.
float float8_to_float(DType dtype, uint8_t bits);
uint8_t float_to_float8(DType dtype, float value);

// Reads or writes one element as double / int64 by its dtype (slow paths, printing, tests).
double load_as_double(DType dtype, const void* address);
void store_from_double(DType dtype, void* address, double value);

}  // namespace tilewright
