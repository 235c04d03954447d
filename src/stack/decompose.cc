#include "stack/decompose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <utility>

#include "graph/functionalise.h"
#include "graph/number_text.h"
#include "graph/op_table.h"
#include "graph/operands.h"
#include "graph/parse_text.h"
#include "graph/signature.h"
#include "stack/decomposer.h"

namespace tilewright::stack {
namespace {

const Rule* find_rule(std::string_view op) {
  static const auto* table = [] {
    auto* rules = new std::unordered_map<std::string_view, const Rule*>;
    for (auto list : {pointwise_rules(), reduction_rules(), normalisation_rules(), loss_rules(),
                      contraction_rules(), layout_rules()}) {
      for (const Rule& rule : list) rules->emplace(rule.name, &rule);
    }
    return rules;
  }();
  auto found = table->find(graph::base_name(op));
  return found == table->end() ? nullptr : found->second;
}

}  // namespace

Decomposer::Decomposer(const graph::Graph& graph, bool by_position)
    : graph_(graph), signature_(graph::signature(graph)) {
  if (by_position) {
    for (const auto* list : {&graph.inputs, &graph.parameters}) {
      for (graph::ValueId id : *list) {
        std::string& name = signature_.argument_of[id.index];
        std::replace(signature_.arguments.begin(), signature_.arguments.end(), name, signature_.names[id.index]);
        name = signature_.names[id.index];
      }
    }
  }
  program_.arguments = signature_.arguments;
  program_.numbers = graph.scalar_inputs;
  for (const auto* list : {&graph.inputs, &graph.parameters}) {
    for (graph::ValueId id : *list) {
      const graph::Value& value = graph_[id];
      tensor_index_[id.index] = program_.tensors.size();
      bool is_parameter = value.source != graph::ValueSource::Input;
      program_.tensors.push_back({signature_.argument_of[id.index],
                                  signature_.names[id.index],
                                  value.type.dtype,
                                  {},
                                  graph::is_contiguous(value.type),
                                  false,
                                  is_parameter});
    }
  }
}

Program Decomposer::run() {
  std::vector<bool> is_needed = graph::needed_nodes(graph_);
  for (size_t i = 0; i < graph_.nodes.size(); ++i) {
    if (!is_needed[i]) continue;
    const graph::Node& node = graph_.nodes[i];
    const Rule* rule = find_rule(node.op);
    if (rule == nullptr) throw UnsupportedOperation{fmt::format("{} has no rule in the stack", node.op)};
    origin_ = static_cast<int>(i);
    std::vector<Term> results;
    try {
      results = rule->apply(*this, node);
    } catch (UnsupportedOperation& error) {
      throw UnsupportedOperation{fmt::format("{}: {}", node.op, error.message)};
    }
    for (size_t r = 0; r < results.size(); ++r) {
      check_shape(node, r, results[r]);
      name_result(node, r, results[r]);
    }
    node_results_[static_cast<uint32_t>(i)] = std::move(results);
  }
  for (graph::ValueId id : graph_.outputs) {
    Term term = fetch(id);
    if (term.shape != Term::Shape::Plain) throw UnsupportedOperation{"an output is a flipped or cut view"};
    if (term.is_number()) throw UnsupportedOperation{"an output is a constant"};
    // A view is stored as its own tensor.
    ProgramValueId value = std::get<ProgramValueId>(term.operand);
    if (program_[value].kind == ValueKind::Leaf || program_[value].dims != term.dims) {
      ProgramValue copy;
      copy.operands = {term.operand};
      copy.dims = term.dims;
      copy.dtype = term.dtype;
      copy.origin = program_[value].origin;
      value = std::get<ProgramValueId>(add_value(std::move(copy)).operand);
    }
    program_[value].dtype = graph_[id].type.dtype;
    program_.outputs.push_back(value);
  }
  join_leaves();
  check_values();
  return std::move(program_);
}

// The value is what the recorded graph calls by this name, unless it has one already (views share it).
void Decomposer::name_result(const graph::Node& node, size_t index, const Term& term) {
  const auto* id = std::get_if<ProgramValueId>(&term.operand);
  if (id == nullptr || index >= node.results.size()) return;
  ProgramValue& value = program_[*id];
  const std::string& name = signature_.names[node.results[index].index];
  if (value.kind != ValueKind::Leaf && value.result.empty() && name != "_") value.result = name;
}

void Decomposer::check_shape(const graph::Node& node, size_t index, const Term& term) const {
  if (term.shape != Term::Shape::Plain || index >= node.results.size()) return;
  const graph::TensorType& type = result_type(node, index);
  bool fits = term.rank() == static_cast<int>(type.shape.size());
  for (int d = 0; fits && d < term.rank(); ++d) {
    fits = program_.axes.product(program_.axes.resolve(term.dims[d])) == type.shape[d].size;
  }
  if (!fits && !term.is_number()) {
    throw UnsupportedOperation{fmt::format("{} gives a shape that its rule does not expect", node.op)};
  }
}

// ---- arguments ---------------------------------------------------------------------------

Term Decomposer::fetch(graph::ValueId id) {
  const graph::Value& value = graph_[id];
  if (value.source == graph::ValueSource::Constant) {
    if (value.constant.size() != 1) throw UnsupportedOperation{"a constant tensor with several elements"};
    Term term = is_float(value.type.dtype) ? number(value.constant[0])
                                           : integer_number(static_cast<int64_t>(value.constant[0]));
    term.dtype = value.type.dtype;
    return term;
  }
  if (value.source != graph::ValueSource::Node) return leaf(id);
  const graph::Node& node = graph_.nodes[value.node];
  const std::vector<Term>& results = node_results_.at(value.node);
  for (size_t i = 0; i < node.results.size() && i < results.size(); ++i) {
    if (node.results[i] == id) return results[i];
  }
  throw UnsupportedOperation{fmt::format("the second result of {}", node.op)};
}

// Every use of an input starts with axes of its own, so that x and x.T can meet; join_leaves() makes
// them one where nothing speaks against it.
Term Decomposer::leaf(graph::ValueId id) {
  const graph::Value& value = graph_[id];
  ProgramInput& input = program_.tensors[tensor_index_.at(id.index)];
  input.is_used = true;
  ProgramValue leaf;
  leaf.kind = ValueKind::Leaf;
  leaf.name = input.name;
  leaf.result = input.variable;
  leaf.dtype = value.type.dtype;
  int rank = static_cast<int>(value.type.shape.size());
  for (int d = 0; d < rank; ++d) {
    const graph::Dimension& dimension = value.type.shape[d];
    if (dimension.size == 1 && dimension.symbol < 0) {
      leaf.dims.push_back({});
      continue;
    }
    int priority = static_cast<int>(tensor_index_.at(id.index));
    leaf.dims.push_back({program_.axes.add(
        dimension.size, fmt::format("{}.shape[{}]", input.name, d == rank - 1 ? -1 : d), priority)});
  }
  input.dims = leaf.dims;
  int origin = std::exchange(origin_, -1);
  Term term = add_value(std::move(leaf));
  origin_ = origin;
  return term;
}

bool Decomposer::has(const graph::Node& node, std::string_view name) const {
  const graph::Argument* argument = graph::find_argument(node, name);
  return argument != nullptr && !std::holds_alternative<graph::NoneArgument>(*argument);
}

Term Decomposer::tensor(const graph::Node& node, std::string_view name) {
  for (const graph::NamedArgument& named : node.arguments) {
    if (named.name != name) continue;
    if (const auto* id = std::get_if<graph::ValueId>(&named.value)) return fetch(*id);
    if (const auto* whole = std::get_if<int64_t>(&named.value)) {
      if (named.symbol >= 0) return count_of_symbol(named.symbol);
      return integer_number(*whole);
    }
    if (const auto* real = std::get_if<double>(&named.value)) return number(*real);
    if (const auto* truth = std::get_if<bool>(&named.value)) return integer_number(*truth ? 1 : 0);
  }
  throw UnsupportedOperation{fmt::format("argument '{}' is missing or of another kind", name)};
}

std::vector<Term> Decomposer::tensors(const graph::Node& node, std::string_view name) {
  const graph::Argument* argument = graph::find_argument(node, name);
  const auto* list = argument == nullptr ? nullptr : std::get_if<std::vector<graph::ValueId>>(argument);
  if (list == nullptr) throw UnsupportedOperation{fmt::format("argument '{}' is no list of tensors", name)};
  std::vector<Term> terms;
  for (graph::ValueId id : *list) terms.push_back(fetch(id));
  return terms;
}

Term Decomposer::count_of_symbol(int symbol) {
  for (graph::ValueId id : graph_.inputs) {
    const std::vector<graph::Dimension>& shape = graph_[id].type.shape;
    for (size_t d = 0; d < shape.size(); ++d) {
      if (shape[d].symbol == symbol) return count(leaf(id).dims[d]);
    }
  }
  throw UnsupportedOperation{"a number that follows the sizes of the inputs"};
}

int64_t Decomposer::integer(const graph::Node& node, std::string_view name, int64_t absent) const {
  const graph::Argument* argument = graph::find_argument(node, name);
  if (argument == nullptr) return absent;
  if (const auto* value = std::get_if<int64_t>(argument)) return *value;
  if (const auto* value = std::get_if<bool>(argument)) return *value;
  if (const auto* value = std::get_if<double>(argument)) return static_cast<int64_t>(*value);
  return absent;
}

double Decomposer::real(const graph::Node& node, std::string_view name, double absent) const {
  const graph::Argument* argument = graph::find_argument(node, name);
  if (argument == nullptr) return absent;
  if (const auto* value = std::get_if<double>(argument)) return *value;
  if (const auto* value = std::get_if<int64_t>(argument)) return static_cast<double>(*value);
  if (const auto* id = std::get_if<graph::ValueId>(argument)) {
    const graph::Value& value = graph_[*id];
    if (value.source == graph::ValueSource::Constant && value.constant.size() == 1) return value.constant[0];
  }
  return absent;
}

bool Decomposer::flag(const graph::Node& node, std::string_view name, bool absent) const {
  const graph::Argument* argument = graph::find_argument(node, name);
  if (argument == nullptr) return absent;
  const auto* value = std::get_if<bool>(argument);
  return value == nullptr ? absent : *value;
}

std::string Decomposer::word(const graph::Node& node, std::string_view name, std::string absent) const {
  const graph::Argument* argument = graph::find_argument(node, name);
  if (argument == nullptr) return absent;
  const auto* value = std::get_if<std::string>(argument);
  return value == nullptr ? absent : *value;
}

std::vector<int64_t> Decomposer::integers(const graph::Node& node, std::string_view name) const {
  const graph::Argument* argument = graph::find_argument(node, name);
  if (argument == nullptr) return {};
  if (const auto* list = std::get_if<std::vector<int64_t>>(argument)) return *list;
  if (const auto* value = std::get_if<int64_t>(argument)) return {*value};
  return {};
}

std::vector<int> Decomposer::dimensions(const graph::Node& node, const Term& of) const {
  std::vector<int64_t> listed = integers(node, "dim");
  if (listed.empty()) return all_dims(of);
  std::vector<int> dims;
  for (int64_t dim : listed) dims.push_back(normalise_dim(dim, of.rank()));
  std::sort(dims.begin(), dims.end());
  return dims;
}

const graph::TensorType& Decomposer::result_type(const graph::Node& node, size_t index) const {
  return graph_[node.results[index]].type;
}

std::vector<int> Decomposer::all_dims(const Term& term) {
  std::vector<int> dims;
  for (int d = 0; d < term.rank(); ++d) dims.push_back(d);
  return dims;
}

// ---- finishing ---------------------------------------------------------------------------

bool Decomposer::has_repeated_axis() const {
  for (const ProgramValue& value : program_.values) {
    AxisList all = program_.storage(value.dims);
    if (value.kind == ValueKind::Reduce || value.kind == ValueKind::Contract) {
      AxisList over = program_.axes.resolve(value.axes);
      all.insert(all.end(), over.begin(), over.end());
    }
    std::set<AxisId> distinct(all.begin(), all.end());
    if (distinct.size() != all.size()) return true;
  }
  return false;
}

void Decomposer::join_leaves() {
  std::vector<size_t> leaves;
  for (size_t i = 0; i < program_.values.size(); ++i) {
    if (program_.values[i].kind == ValueKind::Leaf) leaves.push_back(i);
  }
  for (size_t i = 0; i < leaves.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      const ProgramValue& earlier = program_.values[leaves[j]];
      const ProgramValue& later = program_.values[leaves[i]];
      if (earlier.name != later.name) continue;
      AxisTable before = program_.axes;
      bool fits = true;
      for (size_t d = 0; fits && d < earlier.dims.size(); ++d) {
        fits = program_.axes.unify(earlier.dims[d], later.dims[d]);
      }
      if (!fits || has_repeated_axis()) program_.axes = std::move(before);
    }
  }
}

void Decomposer::check_values() const {
  if (has_repeated_axis()) {
    throw UnsupportedOperation{
        "a tensor meets its own transpose or a dimension meets another of the same tensor"};
  }
  for (const ProgramValue& value : program_.values) {
    if (value.kind != ValueKind::Reduce && value.kind != ValueKind::Scan) continue;
    AxisList held = program_.storage(std::get<ProgramValueId>(value.operands[0]));
    for (AxisId axis : program_.axes.resolve(value.axes)) {
      if (std::find(held.begin(), held.end(), axis) == held.end()) {
        throw UnsupportedOperation{"a reduction over a broadcast dimension"};
      }
    }
  }
}

Result<Program> decompose(const graph::Graph& recorded, bool by_position) {
  graph::Graph graph = graph::functionalise(recorded);
  try {
    Program program = Decomposer(graph, by_position).run();
    for (const ProgramInput& input : program.tensors) {
      if (by_position && !input.is_used)
        std::replace(program.arguments.begin(), program.arguments.end(), input.name, std::string());
    }
    return program;
  } catch (const UnsupportedOperation& error) {
    return fail(DiagnosticKind::Unsupported, error.message);
  }
}

}  // namespace tilewright::stack
