// Rules for reductions and scans.
#include <cmath>

#include "graph/operands.h"
#include "stack/decomposer.h"

namespace tilewright::stack {
namespace {

using Node = graph::Node;
using Terms = std::vector<Term>;

bool keeps(Decomposer& d, const Node& node) { return d.flag(node, "keepdim", false); }

Terms sum(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  if (x.dtype == DType::Bool) throw UnsupportedOperation{"a sum of booleans"};
  return {d.reduce(ReduceKind::Sum, x, d.dimensions(node, x), keeps(d, node), "s")};
}
Terms mean(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  return {d.mean(x, d.dimensions(node, x), keeps(d, node))};
}
Terms product(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  return {d.reduce(ReduceKind::Product, x, d.dimensions(node, x), keeps(d, node), "p")};
}

template <ReduceKind kKind>
Terms extreme(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  return {d.reduce(kKind, x, d.dimensions(node, x), keeps(d, node), "m")};
}

// max and min have three forms: of two tensors, of all elements, and along a dimension with indices.
template <ReduceKind kKind, ReduceKind kIndexKind, Primitive kPrimitive>
Terms max_or_min(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  if (d.has(node, "other")) return {d.apply(kPrimitive, {x, d.tensor(node, "other")})};
  std::vector<int> over = d.dimensions(node, x);
  Term values = d.reduce(kKind, x, over, keeps(d, node), "m");
  if (node.results.size() < 2 || values.operand.index() == 1 || x.dims[over[0]].empty()) return {values};
  return {values, d.reduce(kIndexKind, x, over, keeps(d, node), "k")};
}

template <ReduceKind kKind>
Terms index_of(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  return {d.reduce(kKind, x, d.dimensions(node, x), keeps(d, node), "k")};
}

Term variance(Decomposer& d, const Node& node) {
  Term x = d.to_float(d.tensor(node, "self"));
  std::vector<int> over = d.dimensions(node, x);
  int correction = 1;
  if (graph::find_argument(node, "unbiased") != nullptr) {
    correction = d.flag(node, "unbiased", true) ? 1 : 0;
  } else {
    correction = static_cast<int>(d.integer(node, "correction", 1));
  }
  AxisList all;
  for (int dim : over) all.insert(all.end(), x.dims[dim].begin(), x.dims[dim].end());
  Term difference = d.sub(x, d.mean(x, over, true));
  Term squares = d.reduce(ReduceKind::Sum, d.mul(difference, difference), over, keeps(d, node), "s");
  return d.div(squares, d.count(all, -correction));
}
Terms var(Decomposer& d, const Node& node) { return {variance(d, node)}; }
Terms std_deviation(Decomposer& d, const Node& node) {
  return {d.apply(Primitive::Sqrt, {variance(d, node)})};
}

Terms logsumexp(Decomposer& d, const Node& node) {
  Term x = d.to_float(d.tensor(node, "self"));
  std::vector<int> over = d.dimensions(node, x);
  Term largest = d.reduce(ReduceKind::Max, x, over, true, "m");
  Term total =
      d.reduce(ReduceKind::Sum, d.apply(Primitive::Exp, {d.sub(x, largest)}), over, keeps(d, node), "s");
  if (!keeps(d, node)) {
    std::vector<AxisList> dims = total.dims;
    largest.dims = dims;
  }
  return {d.add(largest, d.apply(Primitive::Log, {total}))};
}

Terms norm(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  std::vector<int> over = d.dimensions(node, x);
  double p = d.has(node, "ord") ? d.real(node, "ord", 2) : d.real(node, "p", 2);
  bool keep = keeps(d, node);
  if (p == 2) {
    return {d.apply(Primitive::Sqrt, {d.reduce(ReduceKind::Sum, d.mul(x, x), over, keep, "s")})};
  }
  Term size = d.apply(Primitive::Abs, {x});
  if (p == 1) return {d.reduce(ReduceKind::Sum, size, over, keep, "s")};
  if (std::isinf(p)) return {d.reduce(p > 0 ? ReduceKind::Max : ReduceKind::Min, size, over, keep, "m")};
  throw UnsupportedOperation{"a norm other than 1, 2 and infinity"};
}

template <ReduceKind kKind>
Terms scan(Decomposer& d, const Node& node) {
  Term x = d.to_float(d.tensor(node, "self"));
  return {d.scan(kKind, x, Decomposer::normalise_dim(d.integer(node, "dim", 0), x.rank()))};
}

constexpr Rule kRules[] = {
    {"sum", sum},
    {"mean", mean},
    {"prod", product},
    {"amax", extreme<ReduceKind::Max>},
    {"amin", extreme<ReduceKind::Min>},
    {"max", max_or_min<ReduceKind::Max, ReduceKind::ArgMax, Primitive::Max>},
    {"min", max_or_min<ReduceKind::Min, ReduceKind::ArgMin, Primitive::Min>},
    {"argmax", index_of<ReduceKind::ArgMax>},
    {"argmin", index_of<ReduceKind::ArgMin>},
    {"var", var},
    {"std", std_deviation},
    {"logsumexp", logsumexp},
    {"norm", norm},
    {"linalg_vector_norm", norm},
    {"frobenius_norm", norm},
    {"cumsum", scan<ReduceKind::Sum>},
    {"cumprod", scan<ReduceKind::Product>},
    {"cummax", scan<ReduceKind::Max>},
    {"cummin", scan<ReduceKind::Min>},
};

}  // namespace

std::span<const Rule> reduction_rules() { return kRules; }

}  // namespace tilewright::stack
