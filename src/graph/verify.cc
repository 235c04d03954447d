// verify: ids, order and result types; in-place writes made functional.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "graph/functionalise.h"
#include "graph/graph.h"
#include "graph/op_table.h"
#include "graph/operands.h"

namespace tilewright::graph {

std::vector<ValueId> operands(const Node& node) {
  std::vector<ValueId> ids;
  for (const NamedArgument& argument : node.arguments) {
    if (const auto* id = std::get_if<ValueId>(&argument.value)) ids.push_back(*id);
    if (const auto* list = std::get_if<std::vector<ValueId>>(&argument.value)) {
      // aten::index takes absent tensors in its list: x[:, i].
      std::copy_if(list->begin(), list->end(), std::back_inserter(ids), [](ValueId id) { return bool(id); });
    }
  }
  return ids;
}

const Argument* find_argument(const Node& node, std::string_view name) {
  for (const NamedArgument& argument : node.arguments) {
    if (argument.name == name) return &argument.value;
  }
  return nullptr;
}

namespace {

std::string place(const Graph& graph, size_t index) {
  return fmt::format("node {} ({})", index, graph.nodes[index].op);
}

}  // namespace

Result<void> verify(const Graph& graph) {
  auto bad = [](std::string message) { return fail(DiagnosticKind::BadFormat, "graph: " + message); };
  std::vector<bool> is_defined(graph.values.size(), false);
  auto in_range = [&](ValueId id) { return id && id.index < graph.values.size(); };
  for (const auto* list : {&graph.inputs, &graph.parameters}) {
    for (ValueId id : *list) {
      if (!in_range(id)) return bad("an input's id is out of range");
      if (is_defined[id.index]) return bad(fmt::format("'{}' is declared twice", graph[id].name));
      is_defined[id.index] = true;
    }
  }
  for (size_t i = 0; i < graph.values.size(); ++i) {
    const Value& value = graph.values[i];
    if (value.source == ValueSource::Constant) is_defined[i] = true;
    if (!value.type.strides.empty() && value.type.strides.size() != value.type.shape.size()) {
      return bad(fmt::format("'{}' has {} dimensions and {} strides", value.name, value.type.shape.size(),
                             value.type.strides.size()));
    }
    for (const Dimension& dimension : value.type.shape) {
      if (dimension.size < 0) return bad(fmt::format("'{}' has a negative size", value.name));
    }
  }
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const Node& node = graph.nodes[i];
    if (node.results.empty()) return bad(place(graph, i) + " has no result");
    for (ValueId id : operands(node)) {
      if (!in_range(id)) return bad(place(graph, i) + " has an operand out of range");
      if (!is_defined[id.index])
        return bad(fmt::format("{} uses '{}' before it is made", place(graph, i), graph[id].name));
    }
    for (ValueId id : node.results) {
      if (!in_range(id)) return bad(place(graph, i) + " has a result out of range");
      if (is_defined[id.index])
        return bad(fmt::format("{} makes '{}' again", place(graph, i), graph[id].name));
      if (graph[id].source != ValueSource::Node || graph[id].node != i) {
        return bad(fmt::format("'{}' does not name {} as its maker", graph[id].name, place(graph, i)));
      }
      is_defined[id.index] = true;
    }
    // Pointwise operations: the result has the broadcast shape of its operands (type_as keeps its first's).
    const OpInfo* info = find_operation(node.op);
    if (info == nullptr || info->op_class != OpClass::Pointwise) continue;
    size_t rank = 0;
    for (ValueId id : operands(node)) rank = std::max(rank, graph[id].type.shape.size());
    if (graph[node.results[0]].type.shape.size() != rank) {
      return bad(fmt::format("{} has a result of {} dimensions for operands of {}", place(graph, i),
                             graph[node.results[0]].type.shape.size(), rank));
    }
  }
  for (ValueId id : graph.outputs) {
    if (!in_range(id) || !is_defined[id.index]) return bad("an output is not defined");
  }
  if (graph.outputs.empty()) return bad("no output");
  return {};
}

Graph functionalise(Graph graph) {
  std::vector<ValueId> current(graph.values.size());
  for (size_t i = 0; i < current.size(); ++i) current[i] = ValueId(i);
  auto rename = [&](ValueId& id) { id = current[id.index]; };
  for (Node& node : graph.nodes) {
    for (NamedArgument& argument : node.arguments) {
      if (auto* id = std::get_if<ValueId>(&argument.value)) rename(*id);
      if (auto* list = std::get_if<std::vector<ValueId>>(&argument.value)) {
        for (ValueId& id : *list) rename(id);
      }
    }
    if (!is_in_place(node.op) || node.arguments.empty() || node.results.empty()) continue;
    const auto* self = std::get_if<ValueId>(&node.arguments.front().value);
    if (self == nullptr) continue;
    // Every name that meant the written value means the result from here on.
    ValueId written = *self;
    for (ValueId& id : current) {
      if (id == written) id = node.results.front();
    }
  }
  for (ValueId& id : graph.outputs) rename(id);
  return graph;
}

}  // namespace tilewright::graph
