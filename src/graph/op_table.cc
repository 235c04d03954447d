#include "graph/op_table.h"

#include <array>
#include <string>
#include <unordered_map>

namespace tilewright::graph {
namespace {

constexpr OpInfo kOperations[] = {
#define TW_OP(name, op_class, cost, doc) {name, OpClass::op_class, OpCost::cost, doc},
#include "graph/ops.def"
#undef TW_OP
};

// "aten::add_.Tensor" -> "add_".
std::string_view without_overload(std::string_view op) {
  if (size_t colons = op.find("::"); colons != op.npos) op.remove_prefix(colons + 2);
  return op.substr(0, op.find('.'));
}

}  // namespace

std::span<const OpInfo> known_operations() { return kOperations; }

std::string_view spelling(OpClass op_class) {
  switch (op_class) {
    case OpClass::Pointwise:
      return "pointwise";
    case OpClass::Reduction:
      return "reduction";
    case OpClass::Scan:
      return "scan";
    case OpClass::Normalisation:
      return "normalisation";
    case OpClass::MatMul:
      return "matmul";
    case OpClass::Layout:
      return "layout";
    case OpClass::Creation:
      return "creation";
    case OpClass::Loss:
      return "loss";
    case OpClass::Attention:
      return "attention";
  }
  return "";
}

std::string_view spelling(OpCost cost) {
  switch (cost) {
    case OpCost::Free:
      return "free";
    case OpCost::Cheap:
      return "cheap";
    case OpCost::Transcendental:
      return "transcendental";
    case OpCost::Contraction:
      return "contraction";
  }
  return "";
}

std::string_view base_name(std::string_view op) {
  std::string_view name = without_overload(op);
  if (name.size() > 1 && name.back() == '_') name.remove_suffix(1);
  return name;
}

bool is_in_place(std::string_view op) {
  std::string_view name = without_overload(op);
  return name.size() > 1 && name.back() == '_' && !name.ends_with("__");
}

const OpInfo* find_operation(std::string_view op) {
  static const auto* table = [] {
    auto* rows = new std::unordered_map<std::string_view, const OpInfo*>;
    for (const OpInfo& info : kOperations) rows->emplace(info.name, &info);
    return rows;
  }();
  auto found = table->find(base_name(op));
  return found == table->end() ? nullptr : found->second;
}

}  // namespace tilewright::graph
