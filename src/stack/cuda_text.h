// CUDA C++ text of what the tile program holds in Python's spelling, and of its types.
#pragma once

#include <string>
#include <string_view>

#include "base/dtype.h"
#include "stack/primitive.h"

namespace tilewright::stack {

// How tightly text binds, loosest first (C++'s order).
enum class CudaBinding : uint8_t { Conditional, Or, And, Equality, Relation, Sum, Product, Unary, Atom };
enum class CudaForm : uint8_t { Plain, Infix, Prefix, Call, Around, Choice, Cast };

struct CudaSpelling {
  CudaForm form;
  std::string_view text;
  std::string_view integer_text;  // "": as for floats
  CudaBinding binding;
};
const CudaSpelling& cuda_spelling(Primitive primitive);  // cuda_primitives.def

// What a kernel computes with: narrower types are widened when they are read.
enum class CudaType : uint8_t { Bool, Int, Long, Float };
CudaType computed_as(DType dtype);
std::string_view spelling(CudaType type);        // "float"
std::string_view stored_type(DType dtype);       // of a pointer: "at::Half"
std::string_view options_constant(DType dtype);  // "torch::kFloat16"

// An index or number of a kernel: `//` becomes `/`, 0.5 becomes 0.5f, infinities INFINITY.
std::string kernel_text(std::string_view python);
// Whether such text is a floating-point number (or an expression of them).
bool is_float_text(std::string_view python);
// A host expression: x.shape[1] becomes x.size(1); names that C++ does not allow get an underscore.
std::string host_text(std::string_view python);

}  // namespace tilewright::stack
