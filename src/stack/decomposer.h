// The machinery of decomposition: terms (tensors and numbers on the way down) and the builder that makes
// program values from them. The rules for ATen operations are in decompose_*.cc.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/graph.h"
#include "graph/signature.h"
#include "stack/program.h"

namespace tilewright::stack {

// Thrown by rules, caught by decompose(): an operation that no rule covers.
struct UnsupportedOperation {
  std::string message;
};

// A tensor or number while operations are taken apart. Its dimensions may be a view of the value's.
struct Term {
  Operand operand;
  std::vector<AxisList> dims;
  DType dtype = DType::Float32;
  // Layout operations that only a scan can absorb: reversed along `dim`, without its last element, or a part
  // whose shape alone is known.
  enum class Shape : uint8_t { Plain, Flipped, WithoutLast, Part } shape = Shape::Plain;
  int shape_dim = 0;

  bool is_number() const { return std::holds_alternative<Literal>(operand); }
  const Literal* literal() const { return std::get_if<Literal>(&operand); }
  int rank() const { return static_cast<int>(dims.size()); }
};

class Decomposer {
 public:
  Decomposer(const graph::Graph& graph, bool by_position);
  Program run();

  // ---- arguments of the node being taken apart
  Term tensor(const graph::Node& node, std::string_view name);  // a tensor or number; absent: unsupported
  std::vector<Term> tensors(const graph::Node& node, std::string_view name);  // a list of tensors
  bool has(const graph::Node& node, std::string_view name) const;             // present and not None
  int64_t integer(const graph::Node& node, std::string_view name, int64_t absent) const;
  double real(const graph::Node& node, std::string_view name, double absent) const;
  bool flag(const graph::Node& node, std::string_view name, bool absent) const;
  std::string word(const graph::Node& node, std::string_view name, std::string absent) const;
  std::vector<int64_t> integers(const graph::Node& node, std::string_view name) const;
  // The dimensions an argument `dim` names, normalised and sorted; all of them when absent or empty.
  std::vector<int> dimensions(const graph::Node& node, const Term& of) const;
  const graph::TensorType& result_type(const graph::Node& node, size_t index = 0) const;
  const graph::Graph& graph() const { return graph_; }

  // ---- making values
  static Term number(double value);
  static Term integer_number(int64_t value);
  Term count(const AxisList& list, int offset = 0);
  Term apply(Primitive primitive, std::vector<Term> terms);
  Term add(Term a, Term b) { return apply(Primitive::Add, {std::move(a), std::move(b)}); }
  Term sub(Term a, Term b) { return apply(Primitive::Sub, {std::move(a), std::move(b)}); }
  Term mul(Term a, Term b) { return apply(Primitive::Mul, {std::move(a), std::move(b)}); }
  Term div(Term a, Term b) { return apply(Primitive::Div, {std::move(a), std::move(b)}); }
  Term max(Term a, Term b) { return apply(Primitive::Max, {std::move(a), std::move(b)}); }
  Term min(Term a, Term b) { return apply(Primitive::Min, {std::move(a), std::move(b)}); }
  Term where(Term condition, Term a, Term b) {
    return apply(Primitive::Where, {std::move(condition), std::move(a), std::move(b)});
  }
  Term to_float(Term term);
  // `keep` leaves reduced dimensions as size 1. `hint` names the variable.
  Term reduce(ReduceKind kind, const Term& term, const std::vector<int>& over, bool keep,
              std::string hint = "");
  Term mean(const Term& term, const std::vector<int>& over, bool keep);
  Term scan(ReduceKind kind, const Term& term, int dim);
  // Turns an inclusive scan into the exclusive one; false where the term is no scan.
  bool make_exclusive(const Term& term);
  // Sum of products over the axes that are in neither `dims` nor shared: `dims` are the result's.
  Term contract(const Term& a, const Term& b, std::vector<AxisList> dims, const AxisList& over);
  Term index(const AxisList& list, std::vector<AxisList> dims);
  Term softmax(const Term& term, int dim, bool is_log);
  // Zero mean and unit variance over dimensions.
  Term normalise(const Term& term, const std::vector<int>& over, double epsilon);

  AxisTable& axes() { return program_.axes; }
  // Views `term` with the dimensions of `shape` (same elements).
  Term reshape(const Term& term, const std::vector<graph::Dimension>& shape);
  void unify(const AxisList& a, const AxisList& b);
  static int normalise_dim(int64_t dim, int rank) { return static_cast<int>(dim < 0 ? dim + rank : dim); }
  static std::vector<int> all_dims(const Term& term);
  bool is_constant_size(const graph::Dimension& dimension) const { return dimension.symbol < 0; }

 private:
  Term fetch(graph::ValueId id);
  Term leaf(graph::ValueId id);
  Term count_of_symbol(int symbol);
  Term add_value(ProgramValue value);
  std::vector<AxisList> broadcast(const std::vector<Term>& terms);
  void check_shape(const graph::Node& node, size_t index, const Term& term) const;
  void name_result(const graph::Node& node, size_t index, const Term& term);
  void join_leaves();
  bool has_repeated_axis() const;
  void check_values() const;

  const graph::Graph& graph_;
  graph::Signature signature_;
  Program program_;
  std::unordered_map<uint32_t, std::vector<Term>> node_results_;  // by graph node
  std::unordered_map<uint32_t, size_t> tensor_index_;             // graph value -> program_.tensors
  int origin_ = -1;
};

// A rule: an ATen operation's base name and how it is taken apart.
struct Rule {
  std::string_view name;
  std::vector<Term> (*apply)(Decomposer& decomposer, const graph::Node& node);
};
std::span<const Rule> pointwise_rules();
std::span<const Rule> reduction_rules();
std::span<const Rule> normalisation_rules();
std::span<const Rule> loss_rules();
std::span<const Rule> contraction_rules();
std::span<const Rule> layout_rules();

}  // namespace tilewright::stack
