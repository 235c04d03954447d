// The composition of a graph: which operations feed which, whatever the sizes, constants and names.
#include <fmt/format.h>

#include <unordered_map>

#include "base/hash.h"
#include "graph/graph.h"
#include "graph/op_table.h"

namespace tilewright::graph {
namespace {

class Canonical {
 public:
  explicit Canonical(const Graph& graph) : graph_(graph) {}

  std::string text() {
    for (ValueId id : graph_.outputs) visit(id);
    for (ValueId id : graph_.outputs) text_ += fmt::format("return {}\n", number_.at(id.index));
    return std::move(text_);
  }

 private:
  // Values are numbered in the order a depth-first walk from the outputs meets them.
  void visit(ValueId id) {
    if (number_.contains(id.index)) return;
    const Value& value = graph_[id];
    switch (value.source) {
      case ValueSource::Input:
        return define(id, "input");
      case ValueSource::Parameter:
      case ValueSource::Buffer:
        return define(id, "state");
      case ValueSource::Constant:
        return define(id, "constant");
      case ValueSource::Node:
        break;
    }
    const Node& node = graph_.nodes[value.node];
    std::string arguments;
    for (const NamedArgument& argument : node.arguments) arguments += " " + describe(argument.value);
    std::string line = fmt::format("{}{}", base_name(node.op), arguments);
    for (ValueId result : node.results) number_.emplace(result.index, static_cast<int>(number_.size()));
    text_ += line + "\n";
  }
  void define(ValueId id, std::string_view role) {
    number_.emplace(id.index, static_cast<int>(number_.size()));
    text_ += fmt::format("{}\n", role);
  }
  std::string value_text(ValueId id) {
    visit(id);
    return fmt::format("%{}", number_.at(id.index));
  }
  // Kinds of argument stay, numbers do not; a flag or a mode is part of the structure.
  std::string describe(const Argument& argument) {
    if (const auto* id = std::get_if<ValueId>(&argument)) return value_text(*id);
    if (const auto* ids = std::get_if<std::vector<ValueId>>(&argument)) {
      std::string text = "[";
      for (ValueId id : *ids) text += value_text(id) + ",";
      return text + "]";
    }
    if (const auto* flag = std::get_if<bool>(&argument)) return *flag ? "true" : "false";
    if (const auto* word = std::get_if<std::string>(&argument)) return "'" + *word + "'";
    if (std::holds_alternative<NoneArgument>(argument)) return "none";
    if (std::holds_alternative<DType>(argument)) return std::string(torch_name(std::get<DType>(argument)));
    return "#";
  }

  const Graph& graph_;
  std::string text_;
  std::unordered_map<uint32_t, int> number_;
};

}  // namespace

std::string composition_hash(const Graph& graph) { return hash_hex(Canonical(graph).text()); }

}  // namespace tilewright::graph
