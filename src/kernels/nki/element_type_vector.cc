#include <immintrin.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/check.h"
#include "kernels/nki/element_type.h"

namespace tilewright::kernels::nki {
namespace {

struct Row {
  std::string_view name;
  uint8_t bytes;
  ElementClass kind;
  std::optional<DType> dtype;
};

constexpr std::optional<DType> host(std::string_view name) {
#define TW_DTYPE(identifier, torch_name, triton_name, numpy_name, bytes, class) \
  if (name == #identifier) return DType::identifier;
#include "base/dtypes.def"
#undef TW_DTYPE
  return std::nullopt;
}

constexpr Row kRows[] = {
#define TW_ELEMENT(identifier, name, bytes, kind, dtype) {name, bytes, ElementClass::kind, host(#dtype)},
#include "kernels/nki/element_types.def"
#undef TW_ELEMENT
};

// float8_e4m3 (largest 240, with infinities) and e8m0fnu (powers of two) exist on these chips alone.
float e4m3_to_float(uint8_t bits) {
  float sign = (bits & 0x80) ? -1.0f : 1.0f;
  int exponent = (bits >> 3) & 15, mantissa = bits & 7;
  if (exponent == 15)
    return mantissa ? std::numeric_limits<float>::quiet_NaN() : sign * std::numeric_limits<float>::infinity();
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(mantissa), -9);
  return sign * std::ldexp(static_cast<float>(mantissa + 8), exponent - 10);
}

uint8_t float_to_e4m3(float value) {
  uint8_t sign = std::signbit(value) ? 0x80 : 0;
  if (std::isnan(value)) return sign | 0x7f;
  float magnitude = std::fabs(value);
  // 240 is 15 * 16; from 248 on the nearest is beyond the largest.
  if (magnitude >= 248.0f) return sign | 0x78;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  int unbiased = std::max(exponent - 1, -6);
  float steps = std::nearbyint(std::ldexp(magnitude, 3 - unbiased));
  if (steps == 16.0f) {
    ++unbiased;
    steps = 8.0f;
  }
  int code = steps < 8.0f ? static_cast<int>(steps) : ((unbiased + 7) << 3) + static_cast<int>(steps) - 8;
  return sign | static_cast<uint8_t>(code);
}

float e8m0_to_float(uint8_t bits) {
  return bits == 255 ? std::numeric_limits<float>::quiet_NaN() : std::ldexp(1.0f, bits - 127);
}

uint8_t float_to_e8m0(float value) {
  if (!(value > 0) || std::isinf(value)) return std::isnan(value) || value < 0 || value > 0 ? 255 : 0;
  int exponent = 0;
  float fraction = std::frexp(value, &exponent);  // value = fraction * 2^exponent, fraction in [0.5, 1)
  int power = exponent - 1 + (fraction > 0.75f || (fraction == 0.75f && (exponent & 1)) ? 1 : 0);
  return static_cast<uint8_t>(std::clamp(power + 127, 0, 254));
}

float float8_value(ElementType type, uint8_t bits) {
  switch (type) {
    case ElementType::Float8E4M3:
      return e4m3_to_float(bits);
    case ElementType::Float8E8M0FNU:
      return e8m0_to_float(bits);
    default:
      return float8_to_float(*kRows[static_cast<size_t>(type)].dtype, bits);
  }
}

const std::array<float, 256>& float8_table(ElementType type) {
  auto make = [](ElementType of) {
    std::array<float, 256> table;
    for (size_t i = 0; i < table.size(); ++i) table[i] = float8_value(of, static_cast<uint8_t>(i));
    return table;
  };
  static const std::array<float, 256> kE4M3 = make(ElementType::Float8E4M3),
                                      kE4M3FN = make(ElementType::Float8E4M3FN),
                                      kE5M2 = make(ElementType::Float8E5M2),
                                      kE8M0 = make(ElementType::Float8E8M0FNU);
  switch (type) {
    case ElementType::Float8E4M3:
      return kE4M3;
    case ElementType::Float8E4M3FN:
      return kE4M3FN;
    case ElementType::Float8E5M2:
      return kE5M2;
    default:
      return kE8M0;
  }
}

uint8_t float8_bits(ElementType type, float value) {
  switch (type) {
    case ElementType::Float8E4M3:
      return float_to_e4m3(value);
    case ElementType::Float8E8M0FNU:
      return float_to_e8m0(value);
    default:
      return float_to_float8(*kRows[static_cast<size_t>(type)].dtype, value);
  }
}

// tf32 keeps 10 bits of the mantissa.
float round_to_tf32(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  if ((bits & 0x7f800000u) != 0x7f800000u) bits = (bits + 0xfffu + ((bits >> 13) & 1u)) & 0xffffe000u;
  std::memcpy(&value, &bits, 4);
  return value;
}

template <class T, class Read>
inline void load_each(const std::byte* from, ptrdiff_t step, size_t count, float* __restrict values,
                      Read read) {
  if (step == static_cast<ptrdiff_t>(sizeof(T))) {
    const T* __restrict source = reinterpret_cast<const T*>(from);
    for (size_t i = 0; i < count; ++i) values[i] = read(source[i]);
    return;
  }
  for (size_t i = 0; i < count; ++i) {
    T element;
    std::memcpy(&element, from + static_cast<ptrdiff_t>(i) * step, sizeof element);
    values[i] = read(element);
  }
}

template <class T, class Write>
inline void store_each(std::byte* to, ptrdiff_t step, size_t count, const float* __restrict values,
                       Write write) {
  if (step == static_cast<ptrdiff_t>(sizeof(T))) {
    T* __restrict target = reinterpret_cast<T*>(to);
    for (size_t i = 0; i < count; ++i) target[i] = write(values[i]);
    return;
  }
  for (size_t i = 0; i < count; ++i) {
    T element = write(values[i]);
    std::memcpy(to + static_cast<ptrdiff_t>(i) * step, &element, sizeof element);
  }
}

template <class T>
inline T saturated(float value) {
  constexpr double low = std::numeric_limits<T>::lowest(), high = std::numeric_limits<T>::max();
  double wide = std::nearbyint(static_cast<double>(value));
  if (!(wide > low)) return value != value ? T{0} : std::numeric_limits<T>::lowest();
  return wide >= high ? std::numeric_limits<T>::max() : static_cast<T>(wide);
}

void load_halves(const std::byte* from, size_t count, float* values) {
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    __m128i bits = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + 2 * i));
    _mm256_storeu_ps(values + i, _mm256_cvtph_ps(bits));
  }
  for (; i < count; ++i) {
    uint16_t bits;
    std::memcpy(&bits, from + 2 * i, 2);
    values[i] = half_to_float(bits);
  }
}

void store_halves(std::byte* to, size_t count, const float* values) {
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    __m128i bits = _mm256_cvtps_ph(_mm256_loadu_ps(values + i), _MM_FROUND_TO_NEAREST_INT);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + 2 * i), bits);
  }
  for (; i < count; ++i) {
    uint16_t bits = float_to_half(values[i]);
    std::memcpy(to + 2 * i, &bits, 2);
  }
}

template <class T>
void load_whole(const std::byte* from, ptrdiff_t step, size_t count, int64_t* values) {
  for (size_t i = 0; i < count; ++i) {
    T element;
    std::memcpy(&element, from + static_cast<ptrdiff_t>(i) * step, sizeof element);
    values[i] = element;
  }
}

template <class T>
void copy_each(const std::byte* from, ptrdiff_t from_step, std::byte* to, ptrdiff_t to_step, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    T element;
    std::memcpy(&element, from + static_cast<ptrdiff_t>(i) * from_step, sizeof element);
    std::memcpy(to + static_cast<ptrdiff_t>(i) * to_step, &element, sizeof element);
  }
}

}  // namespace

std::string_view spelling(ElementType type) { return kRows[static_cast<size_t>(type)].name; }
size_t size_of(ElementType type) { return kRows[static_cast<size_t>(type)].bytes; }
ElementClass class_of(ElementType type) { return kRows[static_cast<size_t>(type)].kind; }

std::optional<ElementType> element_type_named(std::string_view name) {
  if (name == "bool") return ElementType::Bool;
  for (size_t i = 0; i < std::size(kRows); ++i) {
    if (kRows[i].name == name) return static_cast<ElementType>(i);
  }
  return std::nullopt;
}

std::optional<ElementType> element_type_of(DType dtype) {
  for (size_t i = 0; i < std::size(kRows); ++i) {
    if (kRows[i].dtype == dtype) return static_cast<ElementType>(i);
  }
  return std::nullopt;
}

std::optional<DType> host_type_of(ElementType type) { return kRows[static_cast<size_t>(type)].dtype; }

void load_floats(ElementType type, const std::byte* from, ptrdiff_t step, size_t count, float* values) {
  switch (type) {
    case ElementType::Float32:
    case ElementType::TFloat32:
      return load_each<float>(from, step, count, values, [](float value) { return value; });
    case ElementType::BFloat16:
      return load_each<uint16_t>(from, step, count, values, bfloat16_to_float);
    case ElementType::Float16:
      if (step == 2) return load_halves(from, count, values);
      return load_each<uint16_t>(from, step, count, values, half_to_float);
    case ElementType::Int32:
      return load_each<int32_t>(from, step, count, values,
                                [](int32_t value) { return static_cast<float>(value); });
    case ElementType::UInt32:
      return load_each<uint32_t>(from, step, count, values,
                                 [](uint32_t value) { return static_cast<float>(value); });
    case ElementType::Int16:
      return load_each<int16_t>(from, step, count, values,
                                [](int16_t value) { return static_cast<float>(value); });
    case ElementType::UInt16:
      return load_each<uint16_t>(from, step, count, values,
                                 [](uint16_t value) { return static_cast<float>(value); });
    case ElementType::Int8:
      return load_each<int8_t>(from, step, count, values,
                               [](int8_t value) { return static_cast<float>(value); });
    case ElementType::UInt8:
      return load_each<uint8_t>(from, step, count, values,
                                [](uint8_t value) { return static_cast<float>(value); });
    case ElementType::Bool:
      return load_each<uint8_t>(from, step, count, values, [](uint8_t value) { return value ? 1.0f : 0.0f; });
    case ElementType::Float8E4M3:
    case ElementType::Float8E4M3FN:
    case ElementType::Float8E5M2:
    case ElementType::Float8E8M0FNU: {
      const std::array<float, 256>& table = float8_table(type);
      return load_each<uint8_t>(from, step, count, values, [&](uint8_t bits) { return table[bits]; });
    }
    case ElementType::Float8E4M3FNX4:
    case ElementType::Float8E5M2X4:
    case ElementType::Float4E2M1FNX4:
      break;
  }
  TW_CHECK(false, "elements of {} have no value each", spelling(type));
}

void store_floats(ElementType type, std::byte* to, ptrdiff_t step, size_t count, const float* values) {
  switch (type) {
    case ElementType::Float32:
      return store_each<float>(to, step, count, values, [](float value) { return value; });
    case ElementType::TFloat32:
      return store_each<float>(to, step, count, values, round_to_tf32);
    case ElementType::BFloat16:
      return store_each<uint16_t>(to, step, count, values, float_to_bfloat16);
    case ElementType::Float16:
      if (step == 2) return store_halves(to, count, values);
      return store_each<uint16_t>(to, step, count, values, float_to_half);
    case ElementType::Int32:
      return store_each<int32_t>(to, step, count, values, saturated<int32_t>);
    case ElementType::UInt32:
      return store_each<uint32_t>(to, step, count, values, saturated<uint32_t>);
    case ElementType::Int16:
      return store_each<int16_t>(to, step, count, values, saturated<int16_t>);
    case ElementType::UInt16:
      return store_each<uint16_t>(to, step, count, values, saturated<uint16_t>);
    case ElementType::Int8:
      return store_each<int8_t>(to, step, count, values, saturated<int8_t>);
    case ElementType::UInt8:
      return store_each<uint8_t>(to, step, count, values, saturated<uint8_t>);
    case ElementType::Bool:
      return store_each<uint8_t>(to, step, count, values, [](float value) { return uint8_t{value != 0}; });
    case ElementType::Float8E4M3:
    case ElementType::Float8E4M3FN:
    case ElementType::Float8E5M2:
    case ElementType::Float8E8M0FNU:
      return store_each<uint8_t>(to, step, count, values,
                                 [&](float value) { return float8_bits(type, value); });
    case ElementType::Float8E4M3FNX4:
    case ElementType::Float8E5M2X4:
    case ElementType::Float4E2M1FNX4:
      break;
  }
  TW_CHECK(false, "elements of {} have no value each", spelling(type));
}

void load_integers(ElementType type, const std::byte* from, ptrdiff_t step, size_t count, int64_t* values) {
  bool is_signed = class_of(type) == ElementClass::Signed;
  switch (size_of(type)) {
    case 1:
      return is_signed ? load_whole<int8_t>(from, step, count, values)
                       : load_whole<uint8_t>(from, step, count, values);
    case 2:
      return is_signed ? load_whole<int16_t>(from, step, count, values)
                       : load_whole<uint16_t>(from, step, count, values);
    default:
      return is_signed ? load_whole<int32_t>(from, step, count, values)
                       : load_whole<uint32_t>(from, step, count, values);
  }
}

void store_integers(ElementType type, std::byte* to, ptrdiff_t step, size_t count, const int64_t* values) {
  size_t bytes = size_of(type);
  for (size_t i = 0; i < count; ++i) std::memcpy(to + static_cast<ptrdiff_t>(i) * step, values + i, bytes);
}

void copy_elements(size_t bytes, const std::byte* from, ptrdiff_t from_step, std::byte* to, ptrdiff_t to_step,
                   size_t count) {
  ptrdiff_t dense = static_cast<ptrdiff_t>(bytes);
  if (from_step == dense && to_step == dense) {
    std::memmove(to, from, bytes * count);
    return;
  }
  switch (bytes) {
    case 1:
      return copy_each<uint8_t>(from, from_step, to, to_step, count);
    case 2:
      return copy_each<uint16_t>(from, from_step, to, to_step, count);
    default:
      return copy_each<uint32_t>(from, from_step, to, to_step, count);
  }
}

}  // namespace tilewright::kernels::nki
