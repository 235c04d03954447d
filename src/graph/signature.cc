#include "graph/signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "graph/op_table.h"
#include "graph/operands.h"

namespace tilewright::graph {
namespace {

// "ln.weight" -> "weight", or "ln_weight" where that is taken.
std::string state_argument(const std::string& key, const std::set<std::string>& taken) {
  size_t dot = key.rfind('.');
  std::string last = key.substr(dot == key.npos ? 0 : dot + 1);
  if (!taken.contains(last)) return last;
  std::string whole = key;
  std::replace(whole.begin(), whole.end(), '.', '_');
  while (taken.contains(whole)) whole += "_";
  return whole;
}

bool is_false(const Node& node, std::string_view argument) {
  const Argument* found = find_argument(node, argument);
  const bool* flag = found == nullptr ? nullptr : std::get_if<bool>(found);
  return flag != nullptr && !*flag;
}

// The letter with the next number that makes no argument's name.
std::string fresh(std::string_view letter, int& next, const std::set<std::string>& taken) {
  std::string name;
  do name = fmt::format("{}{}", letter, next++);
  while (taken.contains(name));
  return name;
}

}  // namespace

std::vector<bool> needed_nodes(const Graph& graph) {
  std::vector<bool> is_needed(graph.nodes.size(), false);
  std::vector<ValueId> open = graph.outputs;
  while (!open.empty()) {
    const Value& value = graph[open.back()];
    open.pop_back();
    if (value.source != ValueSource::Node || is_needed[value.node]) continue;
    is_needed[value.node] = true;
    for (ValueId operand : operands(graph.nodes[value.node])) open.push_back(operand);
  }
  return is_needed;
}

ValueId same_as(const Graph& graph, const Node& node) {
  constexpr std::array<std::string_view, 5> copies = {"contiguous", "clone", "detach", "alias", "lift_fresh"};
  std::string_view op = base_name(node.op);
  bool is_copy = std::find(copies.begin(), copies.end(), op) != copies.end() ||
                 (op == "dropout" && is_false(node, "train"));
  std::vector<ValueId> read = operands(node);
  if (!is_copy || node.results.size() != 1 || read.size() != 1) return {};
  if (graph[read[0]].type.dtype != graph[node.results[0]].type.dtype) return {};
  return read[0];
}

Signature signature(const Graph& graph) {
  Signature result;
  result.names.assign(graph.values.size(), "_");
  result.argument_of.assign(graph.values.size(), "");
  result.arguments = graph.argument_names;
  if (result.arguments.empty()) {
    for (ValueId id : graph.inputs) result.arguments.push_back(graph[id].name);
    result.arguments.insert(result.arguments.end(), graph.scalar_inputs.begin(), graph.scalar_inputs.end());
  }
  for (ValueId id : graph.inputs) result.argument_of[id.index] = graph[id].name;
  std::set<std::string> taken(result.arguments.begin(), result.arguments.end());
  std::vector<std::string> keys = graph.state_names;
  if (keys.empty()) {
    for (ValueId id : graph.parameters) keys.push_back(graph[id].name);
  }
  for (const std::string& key : keys) {
    std::string name = state_argument(key, taken);
    result.arguments.push_back(name);
    taken.insert(name);
    for (ValueId id : graph.parameters) {
      if (graph[id].name == key) result.argument_of[id.index] = name;
    }
  }
  int bound = 0;
  for (const std::string& argument : result.arguments) {
    for (size_t i = 0; i < graph.values.size(); ++i) {
      if (result.argument_of[i] == argument) result.names[i] = fresh("x", bound, taken);
    }
  }
  std::set<uint32_t> read;
  for (ValueId id : graph.outputs) read.insert(id.index);
  std::vector<bool> is_needed = needed_nodes(graph);
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (!is_needed[i]) continue;
    for (ValueId id : operands(graph.nodes[i])) read.insert(id.index);
  }
  int next = 0;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (!is_needed[i]) continue;
    const Node& node = graph.nodes[i];
    if (ValueId same = same_as(graph, node)) {
      result.names[node.results[0].index] = result.names[same.index];
      continue;
    }
    for (ValueId id : node.results) {
      if (!read.contains(id.index)) continue;
      result.names[id.index] = fresh("v", next, taken);
    }
  }
  return result;
}

}  // namespace tilewright::graph
