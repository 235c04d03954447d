#include "base/dtype.h"

#include <immintrin.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/check.h"

namespace tilewright {
namespace {

struct Row {
  std::string_view torch, triton, numpy;
  uint8_t bytes;
  DTypeClass kind;
};

constexpr Row kRows[] = {
#define TW_DTYPE(identifier, torch_name, triton_name, numpy_name, bytes, class) \
  {torch_name, triton_name, numpy_name, bytes, DTypeClass::class},
#include "base/dtypes.def"
#undef TW_DTYPE
};

struct Float8Format {
  int exponent_bits, mantissa_bits, bias;
  bool has_infinity;  // e5m2
  bool fnuz;          // one zero; 0x80 is the only NaN
};

Float8Format float8_format(DType dtype) {
  switch (dtype) {
    case DType::Float8E4M3FN:
      return {4, 3, 7, false, false};
    case DType::Float8E5M2:
      return {5, 2, 15, true, false};
    case DType::Float8E4M3FNUZ:
      return {4, 3, 8, false, true};
    case DType::Float8E5M2FNUZ:
      return {5, 2, 16, false, true};
    default:
      TW_CHECK(false, "{} is no 8-bit float", torch_name(dtype));
  }
}

}  // namespace

size_t size_of(DType dtype) { return kRows[static_cast<size_t>(dtype)].bytes; }
DTypeClass class_of(DType dtype) { return kRows[static_cast<size_t>(dtype)].kind; }
std::string_view torch_name(DType dtype) { return kRows[static_cast<size_t>(dtype)].torch; }
std::string_view triton_name(DType dtype) { return kRows[static_cast<size_t>(dtype)].triton; }

std::optional<DType> dtype_from_torch_name(std::string_view name) {
  constexpr std::pair<std::string_view, DType> kAliases[] = {
      {"float", DType::Float32}, {"double", DType::Float64}, {"half", DType::Float16},
      {"long", DType::Int64},    {"int", DType::Int32},      {"short", DType::Int16}};
  for (auto [alias, dtype] : kAliases) {
    if (alias == name) return dtype;
  }
  for (size_t i = 0; i < std::size(kRows); ++i) {
    if (kRows[i].torch == name) return static_cast<DType>(i);
  }
  return std::nullopt;
}

std::optional<DType> dtype_from_triton_name(std::string_view name) {
  for (size_t i = 0; i < std::size(kRows); ++i) {
    if (kRows[i].triton == name) return static_cast<DType>(i);
  }
  return std::nullopt;
}

float half_to_float(uint16_t bits) { return _cvtsh_ss(bits); }
uint16_t float_to_half(float value) { return _cvtss_sh(value, _MM_FROUND_TO_NEAREST_INT); }

float float8_to_float(DType dtype, uint8_t bits) {
  Float8Format format = float8_format(dtype);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  if (format.fnuz && bits == 0x80) return nan;
  float sign = (bits & 0x80) ? -1.0f : 1.0f;
  int exponent = (bits & 0x7f) >> format.mantissa_bits;
  int mantissa = bits & ((1 << format.mantissa_bits) - 1);
  int top = (1 << format.exponent_bits) - 1;
  if (format.has_infinity && exponent == top) {
    return mantissa == 0 ? sign * std::numeric_limits<float>::infinity() : nan;
  }
  if (!format.has_infinity && !format.fnuz && (bits & 0x7f) == 0x7f) return nan;
  float scale = exponent == 0
                    ? std::ldexp(static_cast<float>(mantissa), 1 - format.bias - format.mantissa_bits)
                    : std::ldexp(static_cast<float>(mantissa + (1 << format.mantissa_bits)),
                                 exponent - format.bias - format.mantissa_bits);
  return sign * scale;
}

uint8_t float_to_float8(DType dtype, float value) {
  Float8Format format = float8_format(dtype);
  uint8_t sign = std::signbit(value) ? 0x80 : 0;
  uint8_t nan = format.fnuz ? 0x80 : static_cast<uint8_t>(0x7f | sign);
  if (std::isnan(value)) return nan;
  int mantissa_bits = format.mantissa_bits;
  int top = (1 << format.exponent_bits) - 1;
  float magnitude = std::fabs(value);
  int exponent;
  std::frexp(magnitude, &exponent);
  int unbiased = std::max(exponent - 1, 1 - format.bias);
  // One unit in the last place at this exponent; nearbyint rounds ties to even.
  float quantum = std::ldexp(1.0f, unbiased - mantissa_bits);
  float steps = magnitude == 0 || std::isinf(magnitude) ? 0.0f : std::nearbyint(magnitude / quantum);
  if (steps == static_cast<float>(2 << mantissa_bits)) {
    ++unbiased;
    steps /= 2;
  }
  int code =
      steps < static_cast<float>(1 << mantissa_bits)
          ? static_cast<int>(steps)
          : ((unbiased + format.bias) << mantissa_bits) + (static_cast<int>(steps) - (1 << mantissa_bits));
  int largest = format.has_infinity ? (top << mantissa_bits) - 1 : format.fnuz ? 0x7f : 0x7e;
  if (std::isinf(magnitude) || code > largest) {
    return format.has_infinity ? static_cast<uint8_t>(sign | (top << mantissa_bits)) : nan;
  }
  if (format.fnuz && code == 0) return 0;
  return static_cast<uint8_t>(sign | code);
}

double load_as_double(DType dtype, const void* address) {
  auto read = [&]<class T>(T value) {
    std::memcpy(&value, address, sizeof value);
    return value;
  };
  switch (dtype) {
    case DType::Bool:
      return read(uint8_t{}) != 0;
    case DType::Int8:
      return read(int8_t{});
    case DType::Int16:
      return read(int16_t{});
    case DType::Int32:
      return read(int32_t{});
    case DType::Int64:
      return static_cast<double>(read(int64_t{}));
    case DType::UInt8:
      return read(uint8_t{});
    case DType::UInt16:
      return read(uint16_t{});
    case DType::UInt32:
      return read(uint32_t{});
    case DType::UInt64:
      return static_cast<double>(read(uint64_t{}));
    case DType::Float16:
      return half_to_float(read(uint16_t{}));
    case DType::BFloat16:
      return bfloat16_to_float(read(uint16_t{}));
    case DType::Float32:
      return read(float{});
    case DType::Float64:
      return read(double{});
    case DType::Float8E4M3FN:
    case DType::Float8E5M2:
    case DType::Float8E4M3FNUZ:
    case DType::Float8E5M2FNUZ:
      return float8_to_float(dtype, read(uint8_t{}));
  }
  TW_CHECK(false, "dtype {}", static_cast<int>(dtype));
}

void store_from_double(DType dtype, void* address, double value) {
  auto write = [&](auto stored) { std::memcpy(address, &stored, sizeof stored); };
  switch (dtype) {
    case DType::Bool:
      return write(static_cast<uint8_t>(value != 0));
    case DType::Int8:
      return write(static_cast<int8_t>(value));
    case DType::Int16:
      return write(static_cast<int16_t>(value));
    case DType::Int32:
      return write(static_cast<int32_t>(value));
    case DType::Int64:
      return write(static_cast<int64_t>(value));
    case DType::UInt8:
      return write(static_cast<uint8_t>(value));
    case DType::UInt16:
      return write(static_cast<uint16_t>(value));
    case DType::UInt32:
      return write(static_cast<uint32_t>(value));
    case DType::UInt64:
      return write(static_cast<uint64_t>(value));
    case DType::Float16:
      return write(float_to_half(static_cast<float>(value)));
    case DType::BFloat16:
      return write(float_to_bfloat16(static_cast<float>(value)));
    case DType::Float32:
      return write(static_cast<float>(value));
    case DType::Float64:
      return write(value);
    case DType::Float8E4M3FN:
    case DType::Float8E5M2:
    case DType::Float8E4M3FNUZ:
    case DType::Float8E5M2FNUZ:
      return write(float_to_float8(dtype, static_cast<float>(value)));
  }
  TW_CHECK(false, "dtype {}", static_cast<int>(dtype));
}

}  // namespace tilewright
