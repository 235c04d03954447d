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

bool needs_float(Primitive primitive) {
  switch (primitive) {
    case Primitive::Div:
    case Primitive::Exp:
    case Primitive::Exp2:
    case Primitive::Log:
    case Primitive::Log2:
    case Primitive::Sqrt:
    case Primitive::Rsqrt:
    case Primitive::Sin:
    case Primitive::Cos:
    case Primitive::Floor:
    case Primitive::Ceil:
    case Primitive::Erf:
    case Primitive::Sigmoid:
      return true;
    default:
      return false;
  }
}

bool gives_bool(Primitive primitive) {
  return is_comparison(primitive) || primitive == Primitive::And || primitive == Primitive::Or;
}

}  // namespace

Decomposer::Decomposer(const graph::Graph& graph) : graph_(graph), signature_(graph::signature(graph)) {
  program_.arguments = signature_.arguments;
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

// ---- making values -----------------------------------------------------------------------

Term Decomposer::number(double value) {
  Term term;
  Literal literal;
  literal.number = value;
  literal.text = std::isfinite(value) ? graph::python_repr(value)
                                      : fmt::format("float(\"{}\")", graph::python_repr(value));
  term.operand = std::move(literal);
  return term;
}

Term Decomposer::integer_number(int64_t value) {
  Term term;
  Literal literal;
  literal.number = static_cast<double>(value);
  literal.text = std::to_string(value);
  term.operand = std::move(literal);
  term.dtype = DType::Int64;
  return term;
}

Term Decomposer::count(const AxisList& list, int offset) {
  if (list.empty()) return integer_number(1 + offset);
  Term term;
  Literal literal;
  literal.number = static_cast<double>(program_.axes.product(list) + offset);
  literal.extent = list;
  literal.offset = offset;
  term.operand = std::move(literal);
  term.dtype = DType::Int64;
  return term;
}

Term Decomposer::add_value(ProgramValue value) {
  value.origin = origin_;
  Term term;
  term.dims = value.dims;
  term.dtype = value.dtype;
  term.operand = ProgramValueId(program_.values.size());
  program_.values.push_back(std::move(value));
  return term;
}

void Decomposer::unify(const AxisList& a, const AxisList& b) {
  if (!program_.axes.unify(a, b)) throw UnsupportedOperation{"dimensions that do not fit together"};
}

std::vector<AxisList> Decomposer::broadcast(const std::vector<Term>& terms) {
  size_t rank = 0;
  for (const Term& term : terms) rank = std::max(rank, term.dims.size());
  std::vector<AxisList> dims(rank);
  for (const Term& term : terms) {
    size_t shift = rank - term.dims.size();
    for (size_t d = 0; d < term.dims.size(); ++d) {
      const AxisList& list = term.dims[d];
      if (list.empty()) continue;
      AxisList& target = dims[d + shift];
      if (target.empty()) {
        target = list;
      } else {
        unify(target, list);
      }
    }
  }
  return dims;
}

Term Decomposer::to_float(Term term) {
  if (term.is_number() || is_float(term.dtype)) return term;
  return apply(Primitive::ToFloat, {std::move(term)});
}

Term Decomposer::apply(Primitive primitive, std::vector<Term> terms) {
  bool any_float = false;
  bool all_numbers = true;
  for (const Term& term : terms) {
    if (term.shape != Term::Shape::Plain) throw UnsupportedOperation{"a flipped or cut view outside a scan"};
    all_numbers &= term.is_number() && !term.literal()->is_extent();
  }
  size_t first_value = primitive == Primitive::Where ? 1 : 0;
  for (size_t i = first_value; i < terms.size(); ++i) any_float |= is_float(terms[i].dtype);
  if (all_numbers) {
    std::vector<std::optional<double>> values;
    for (const Term& term : terms) values.push_back(term.literal()->number);
    Term result = number(evaluate(primitive, values).value());
    // "0.5 * 3.3" stays as it is: the author's number remains to be seen.
    if (info(primitive).form == PrimitiveForm::Infix && !is_comparison(primitive)) {
      std::get<Literal>(result.operand).text =
          fmt::format("{} {} {}", terms[0].literal()->text, info(primitive).triton, terms[1].literal()->text);
    }
    return result;
  }
  if (primitive != Primitive::ToFloat && (any_float || needs_float(primitive))) {
    for (size_t i = first_value; i < terms.size(); ++i) terms[i] = to_float(std::move(terms[i]));
    any_float = true;
  }
  ProgramValue value;
  value.kind = ValueKind::Pointwise;
  value.primitive = primitive;
  value.dims = broadcast(terms);
  value.dtype = gives_bool(primitive)                          ? DType::Bool
                : any_float || primitive == Primitive::ToFloat ? DType::Float32
                                                               : terms[first_value].dtype;
  if (!any_float && !gives_bool(primitive) && primitive != Primitive::ToFloat) {
    // Integers: the widest operand that is a tensor; booleans in arithmetic count as int64.
    for (const Term& term : terms) {
      if (!term.is_number() && size_of(term.dtype) > size_of(value.dtype)) value.dtype = term.dtype;
    }
  }
  for (Term& term : terms) value.operands.push_back(std::move(term.operand));
  return add_value(std::move(value));
}

Term Decomposer::reduce(ReduceKind kind, const Term& term, const std::vector<int>& over, bool keep,
                        std::string hint) {
  if (term.is_number()) throw UnsupportedOperation{"a reduction of a constant"};
  if (term.shape != Term::Shape::Plain) throw UnsupportedOperation{"a flipped or cut view outside a scan"};
  if (kind != ReduceKind::Sum && !is_float(term.dtype)) throw UnsupportedOperation{"a reduction of integers"};
  bool is_index = kind == ReduceKind::ArgMax || kind == ReduceKind::ArgMin;
  ProgramValue value;
  value.kind = ValueKind::Reduce;
  value.reduce = kind;
  value.operands = {term.operand};
  value.dtype = is_index || !is_float(term.dtype) ? DType::Int64 : DType::Float32;
  value.name = std::move(hint);
  for (int d = 0; d < term.rank(); ++d) {
    if (std::find(over.begin(), over.end(), d) == over.end()) {
      value.dims.push_back(term.dims[d]);
    } else {
      value.axes.insert(value.axes.end(), term.dims[d].begin(), term.dims[d].end());
      if (keep) value.dims.push_back({});
    }
  }
  if (value.axes.empty()) {
    if (is_index) throw UnsupportedOperation{"the index of a reduction over a dimension of size 1"};
    Term view = term;
    view.dims = value.dims;
    return view;
  }
  return add_value(std::move(value));
}

Term Decomposer::mean(const Term& term, const std::vector<int>& over, bool keep) {
  AxisList all;
  for (int d : over) all.insert(all.end(), term.dims[d].begin(), term.dims[d].end());
  Term total = reduce(ReduceKind::Sum, to_float(term), over, keep, "s");
  return all.empty() ? total : div(total, count(all));
}

Term Decomposer::scan(ReduceKind kind, const Term& term, int dim) {
  if (term.is_number()) throw UnsupportedOperation{"a scan of a constant"};
  if (!is_float(term.dtype)) throw UnsupportedOperation{"a scan of integers"};
  if (term.dims[dim].empty()) return term;
  if (term.shape != Term::Shape::Plain && term.shape_dim != dim) {
    throw UnsupportedOperation{"a flip along another dimension than the scan's"};
  }
  if (term.shape == Term::Shape::Part) throw UnsupportedOperation{"a scan of a part"};
  ProgramValue value;
  value.kind = ValueKind::Scan;
  value.reduce = kind;
  value.operands = {term.operand};
  value.dims = term.dims;
  value.axes = term.dims[dim];
  value.is_reverse = term.shape == Term::Shape::Flipped;
  Term result = add_value(std::move(value));
  result.shape = term.shape;
  result.shape_dim = term.shape_dim;
  return result;
}

bool Decomposer::make_exclusive(const Term& term) {
  ProgramValue& value = program_[std::get<ProgramValueId>(term.operand)];
  if (value.kind != ValueKind::Scan) return false;
  value.is_exclusive = true;
  return true;
}

Term Decomposer::contract(const Term& a, const Term& b, std::vector<AxisList> dims, const AxisList& over) {
  if (a.is_number() || b.is_number()) throw UnsupportedOperation{"a product with a constant matrix"};
  if (!is_float(a.dtype) || !is_float(b.dtype)) throw UnsupportedOperation{"a matrix product of integers"};
  if (a.shape != Term::Shape::Plain || b.shape != Term::Shape::Plain) {
    throw UnsupportedOperation{"a flipped or cut view outside a scan"};
  }
  AxisList in_a = program_.storage(a.dims);
  AxisList in_b = program_.storage(b.dims);
  AxisList summed = program_.axes.resolve(over);
  auto contains = [](const AxisList& list, AxisId axis) {
    return std::find(list.begin(), list.end(), axis) != list.end();
  };
  bool a_has_own = std::any_of(in_a.begin(), in_a.end(), [&](AxisId axis) { return !contains(in_b, axis); });
  bool b_has_own = std::any_of(in_b.begin(), in_b.end(), [&](AxisId axis) { return !contains(in_a, axis); });
  ProgramValue value;
  value.dtype = DType::Float32;
  value.operands = {a.operand, b.operand};
  if (a_has_own && b_has_own && !summed.empty()) {
    value.kind = ValueKind::Contract;
    value.dims = std::move(dims);
    value.axes = over;
    return add_value(std::move(value));
  }
  // A matrix by a vector is a row reduction of a product.
  value.primitive = Primitive::Mul;
  value.dims = dims;
  value.dims.push_back(over);
  Term product = add_value(std::move(value));
  return summed.empty() ? Term{product.operand, dims, DType::Float32}
                        : reduce(ReduceKind::Sum, product, {product.rank() - 1}, false, "s");
}

Term Decomposer::index(const AxisList& list, std::vector<AxisList> dims) {
  ProgramValue value;
  value.kind = ValueKind::Index;
  value.axes = list;
  value.dims = std::move(dims);
  value.dtype = DType::Int32;
  return add_value(std::move(value));
}

Term Decomposer::reshape(const Term& term, const std::vector<graph::Dimension>& shape) {
  Term view = term;
  view.dims.assign(shape.size(), {});
  AxisList rest = program_.storage(term.dims);
  for (size_t d = shape.size(); d-- > 0;) {
    int64_t needed = shape[d].size;
    while (needed > 1) {
      if (rest.empty()) throw UnsupportedOperation{"a reshape that does not fit"};
      AxisId last = rest.back();
      int64_t size = program_.axes.size(last);
      if (size > needed) {
        // The outer factor is taken as a constant unless only the inner one can be.
        bool inner_is_constant = is_constant_size(shape[d]) && d > 0 && !is_constant_size(shape[d - 1]);
        std::string constant = std::to_string(inner_is_constant ? needed : size / needed);
        if (!program_.axes.split(last, needed, inner_is_constant ? constant : "",
                                 inner_is_constant ? "" : constant)) {
          throw UnsupportedOperation{"a reshape that cuts across dimensions"};
        }
        rest = program_.axes.resolve(rest);
        continue;
      }
      if (needed % size != 0) throw UnsupportedOperation{"a reshape that cuts across dimensions"};
      view.dims[d].insert(view.dims[d].begin(), last);
      rest.pop_back();
      needed /= size;
    }
    // A dimension of size 1 in this recording that is none in general keeps its axis.
    if (shape[d].size == 1 && shape[d].symbol >= 0 && !rest.empty() && program_.axes.size(rest.back()) == 1) {
      view.dims[d] = {rest.back()};
      rest.pop_back();
    }
  }
  return view;
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

Result<Program> decompose(const graph::Graph& recorded) {
  graph::Graph graph = graph::functionalise(recorded);
  try {
    return Decomposer(graph).run();
  } catch (const UnsupportedOperation& error) {
    return fail(DiagnosticKind::Unsupported, error.message);
  }
}

}  // namespace tilewright::stack
