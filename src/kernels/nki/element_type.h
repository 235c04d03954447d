// Element types of NKI tensors and their conversions. Engines read any type as fp32, compute in fp32 and cast
// once at the output: to the nearest, ties to even; integers saturate (release notes of NKI 0.6).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/dtype.h"

namespace tilewright::kernels::nki {

enum class ElementType : uint8_t {
#define TW_ELEMENT(identifier, name, bytes, kind, dtype) identifier,
#include "kernels/nki/element_types.def"
#undef TW_ELEMENT
};

enum class ElementClass : uint8_t { Bool, Signed, Unsigned, Float, Packed };

std::string_view spelling(ElementType type);
size_t size_of(ElementType type);
ElementClass class_of(ElementType type);
inline bool is_integer(ElementType type) { return class_of(type) < ElementClass::Float; }
inline bool is_float8(ElementType type) {
  return class_of(type) == ElementClass::Float && size_of(type) == 1;
}
inline bool is_half(ElementType type) {
  return type == ElementType::BFloat16 || type == ElementType::Float16;
}
std::optional<ElementType> element_type_named(
    std::string_view name);  // also "float32" of other packages, "bool"
std::optional<ElementType> element_type_of(DType dtype);
std::optional<DType> host_type_of(ElementType type);  // that a tensor of the host can hold

// `count` elements, `step` bytes apart, to or from contiguous fp32.
void load_floats(ElementType type, const std::byte* from, ptrdiff_t step, size_t count, float* values);
void store_floats(ElementType type, std::byte* to, ptrdiff_t step, size_t count, const float* values);
// The same for integers, exact; stores keep the low bits.
void load_integers(ElementType type, const std::byte* from, ptrdiff_t step, size_t count, int64_t* values);
void store_integers(ElementType type, std::byte* to, ptrdiff_t step, size_t count, const int64_t* values);
// Elements of `bytes` bytes from one pattern to another, unchanged.
void copy_elements(size_t bytes, const std::byte* from, ptrdiff_t from_step, std::byte* to, ptrdiff_t to_step,
                   size_t count);

}  // namespace tilewright::kernels::nki
