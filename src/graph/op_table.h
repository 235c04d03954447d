// Look-up in ops.def: the ATen operations that the stack understands.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tilewright::graph {

enum class OpClass : uint8_t {
  Pointwise,
  Reduction,
  Scan,
  Normalisation,
  MatMul,
  Layout,
  Creation,
  Loss,
  Attention
};
enum class OpCost : uint8_t { Free, Cheap, Transcendental, Contraction };

struct OpInfo {
  std::string_view name;  // base name: "softmax" of "aten::softmax.int"
  OpClass op_class;
  OpCost cost;
  std::string_view doc;
};

std::span<const OpInfo> known_operations();
std::string_view spelling(OpClass op_class);
std::string_view spelling(OpCost cost);

// "aten::add_.Tensor" -> "add": without namespace, overload and the in-place underscore.
std::string_view base_name(std::string_view op);
// True for "aten::add_.Tensor" (and not for names that begin with an underscore only).
bool is_in_place(std::string_view op);
// The row of the operation, or null: unsupported by name.
const OpInfo* find_operation(std::string_view op);

}  // namespace tilewright::graph
