// Rules for softmax and the normalisations.
#include "stack/decomposer.h"

namespace tilewright::stack {

Term Decomposer::softmax(const Term& input, int dim, bool is_log) {
  Term x = to_float(input);
  Term largest = reduce(ReduceKind::Max, x, {dim}, true, "m");
  Term shifted = sub(x, largest);
  Term e = apply(Primitive::Exp, {shifted});
  Term total = reduce(ReduceKind::Sum, e, {dim}, true, "s");
  return is_log ? sub(shifted, apply(Primitive::Log, {total})) : div(e, total);
}

Term Decomposer::normalise(const Term& x, const std::vector<int>& over, double epsilon) {
  Term difference = sub(x, mean(x, over, true));
  Term variance = mean(mul(difference, difference), over, true);
  return div(difference, apply(Primitive::Sqrt, {add(variance, number(epsilon))}));
}

namespace {

using Node = graph::Node;
using Terms = std::vector<Term>;

template <bool kIsLog>
Terms softmax(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  return {d.softmax(x, Decomposer::normalise_dim(d.integer(node, "dim", -1), x.rank()), kIsLog)};
}
Terms softmin(Decomposer& d, const Node& node) {
  Term x = d.apply(Primitive::Neg, {d.tensor(node, "self")});
  return {d.softmax(x, Decomposer::normalise_dim(d.integer(node, "dim", -1), x.rank()), false)};
}

// A vector of one entry a channel, viewed against dimension 1 of a tensor.
Term per_channel(Term vector, int rank) {
  for (int dim = 2; dim < rank; ++dim) vector.dims.push_back({});
  return vector;
}

Term scale_and_shift(Decomposer& d, const Node& node, Term x, bool is_per_channel) {
  for (std::string_view name : {"weight", "bias"}) {
    if (!d.has(node, name)) continue;
    Term vector = d.tensor(node, name);
    if (is_per_channel) vector = per_channel(vector, x.rank());
    x = name == "weight" ? d.mul(x, vector) : d.add(x, vector);
  }
  return x;
}

std::vector<int> last_dims(Decomposer& d, const Node& node, const Term& x) {
  std::vector<int> over;
  for (int i = static_cast<int>(d.integers(node, "normalized_shape").size()); i > 0; --i)
    over.push_back(x.rank() - i);
  return over;
}

Terms layer_norm(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "input");
  Term y = d.normalise(x, last_dims(d, node, x), d.real(node, "eps", 1e-5));
  return {scale_and_shift(d, node, y, false)};
}

Terms rms_norm(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "input");
  Term square = d.mean(d.mul(x, x), last_dims(d, node, x), true);
  double epsilon = d.real(node, "eps", 1.1920928955078125e-07);  // absent: the smallest step of float32
  Term y = d.div(x, d.apply(Primitive::Sqrt, {d.add(square, Decomposer::number(epsilon))}));
  return {scale_and_shift(d, node, y, false)};
}

Terms group_norm(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "input");
  int64_t groups = d.integer(node, "num_groups", 1);
  AxisList channels = d.axes().resolve(x.dims[1]);
  if (channels.size() != 1) throw UnsupportedOperation{"channels that are no single dimension"};
  Term split = x;
  std::vector<int> over;
  if (groups == 1) {
    for (int dim = 1; dim < x.rank(); ++dim) over.push_back(dim);
  } else {
    int64_t inner = d.axes().size(channels[0]) / groups;
    if (!d.axes().split(channels[0], inner, "", std::to_string(groups))) {
      throw UnsupportedOperation{"groups that do not divide the channels"};
    }
    AxisList parts = d.axes().resolve(channels);
    split.dims[1] = {parts[0]};
    // A group of one channel keeps its axis of size 1 in the general case.
    split.dims.insert(split.dims.begin() + 2, AxisList{parts[1]});
    for (int dim = 2; dim < split.rank(); ++dim) over.push_back(dim);
  }
  Term y = d.normalise(split, over, d.real(node, "eps", 1e-5));
  y.dims = x.dims;
  return {scale_and_shift(d, node, y, true)};
}

Terms instance_norm(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "input");
  std::vector<int> over;
  for (int dim = 2; dim < x.rank(); ++dim) over.push_back(dim);
  if (!d.flag(node, "use_input_stats", true)) throw UnsupportedOperation{"running statistics"};
  return {scale_and_shift(d, node, d.normalise(x, over, d.real(node, "eps", 1e-5)), true)};
}

Terms batch_norm(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "input");
  double epsilon = d.real(node, "eps", 1e-5);
  if (d.flag(node, "training", false)) {
    std::vector<int> over;
    for (int dim = 0; dim < x.rank(); ++dim) {
      if (dim != 1) over.push_back(dim);
    }
    return {scale_and_shift(d, node, d.normalise(x, over, epsilon), true)};
  }
  Term mean = per_channel(d.tensor(node, "running_mean"), x.rank());
  Term variance = per_channel(d.tensor(node, "running_var"), x.rank());
  Term y = d.div(d.sub(x, mean), d.apply(Primitive::Sqrt, {d.add(variance, Decomposer::number(epsilon))}));
  return {scale_and_shift(d, node, y, true)};
}

constexpr Rule kRules[] = {
    {"softmax", softmax<false>},     {"_softmax", softmax<false>}, {"log_softmax", softmax<true>},
    {"_log_softmax", softmax<true>}, {"softmin", softmin},         {"layer_norm", layer_norm},
    {"rms_norm", rms_norm},          {"group_norm", group_norm},   {"instance_norm", instance_norm},
    {"batch_norm", batch_norm},
};

}  // namespace

std::span<const Rule> normalisation_rules() { return kRules; }

}  // namespace tilewright::stack
