// Primitives: pointwise operations, reductions and scans that kernels are made of (primitives.def).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tilewright::stack {

enum class Primitive : uint8_t {
#define TW_PRIMITIVE(identifier, name, operands, form, triton, precedence) identifier,
#include "stack/primitives.def"
#undef TW_PRIMITIVE
};

enum class PrimitiveForm : uint8_t { Plain, Infix, Prefix, Call, Postfix };

// How tightly text binds, loosest first (Python's order).
enum class Precedence : uint8_t { Compare, Or, And, Sum, Product, Unary, Atom };

struct PrimitiveInfo {
  std::string_view name;
  int operands;
  PrimitiveForm form;
  std::string_view triton;  // symbol, function or method text
  Precedence precedence;
};
const PrimitiveInfo& info(Primitive primitive);
bool is_comparison(Primitive primitive);

enum class ReduceKind : uint8_t { Sum, Max, Min, Product, ArgMax, ArgMin };
std::string_view spelling(ReduceKind kind);
// What leaves the reduction unchanged.
double neutral(ReduceKind kind);

// The primitive on numbers where the result is certain: absent operands are any finite number.
std::optional<double> evaluate(Primitive primitive, std::span<const std::optional<double>> operands);

}  // namespace tilewright::stack
