// Rules for losses and distances.
#include "stack/decomposer.h"

namespace tilewright::stack {
namespace {

using Node = graph::Node;
using Terms = std::vector<Term>;

// torch's Reduction: 0 none, 1 mean, 2 sum.
Term reduced(Decomposer& d, const Node& node, const Term& loss) {
  int64_t mode = d.integer(node, "reduction", 1);
  if (mode == 0) return loss;
  std::vector<int> over = Decomposer::all_dims(loss);
  return mode == 1 ? d.mean(loss, over, false) : d.reduce(ReduceKind::Sum, loss, over, false, "s");
}

Term square_of(Decomposer& d, const Term& x) { return d.mul(x, x); }
Term absolute(Decomposer& d, Term x) { return d.apply(Primitive::Abs, {std::move(x)}); }
Term difference(Decomposer& d, const Node& node) {
  return d.sub(d.tensor(node, "self"), d.tensor(node, "target"));
}
Term one() { return Decomposer::number(1.0); }
Term zero() { return Decomposer::number(0.0); }
Term log_of(Decomposer& d, Term x) { return d.apply(Primitive::Log, {std::move(x)}); }

Terms mse_loss(Decomposer& d, const Node& node) {
  return {reduced(d, node, square_of(d, difference(d, node)))};
}
Terms l1_loss(Decomposer& d, const Node& node) {
  return {reduced(d, node, absolute(d, difference(d, node)))};
}

Terms smooth_l1_loss(Decomposer& d, const Node& node) {
  double beta = d.real(node, "beta", 1);
  Term size = absolute(d, difference(d, node));
  if (beta == 0) return {reduced(d, node, size)};
  Term limit = d.tensor(node, "beta");
  Term half = d.mul(Decomposer::number(0.5), square_of(d, size));
  Term below = beta == 1 ? half : d.div(half, limit);
  Term above = d.sub(size, d.mul(Decomposer::number(0.5), limit));
  return {reduced(d, node, d.where(d.apply(Primitive::Less, {size, limit}), below, above))};
}

Terms huber_loss(Decomposer& d, const Node& node) {
  Term size = absolute(d, difference(d, node));
  Term limit = d.tensor(node, "delta");
  Term below = d.mul(Decomposer::number(0.5), square_of(d, size));
  Term above = d.mul(limit, d.sub(size, d.mul(Decomposer::number(0.5), limit)));
  return {reduced(d, node, d.where(d.apply(Primitive::LessEqual, {size, limit}), below, above))};
}

Terms kl_div(Decomposer& d, const Node& node) {
  Term input = d.tensor(node, "self");
  Term target = d.tensor(node, "target");
  if (d.flag(node, "log_target", false)) {
    return {reduced(d, node, d.mul(d.apply(Primitive::Exp, {target}), d.sub(target, input)))};
  }
  // A target of 0 gives 0, not 0 * -inf.
  Term is_positive = d.apply(Primitive::Greater, {target, zero()});
  Term loss = d.where(is_positive, d.mul(target, d.sub(log_of(d, target), input)), zero());
  return {reduced(d, node, loss)};
}

// input's entry at the target class along dimension 1, by comparing positions.
Term at_target(Decomposer& d, const Term& input, Term target) {
  int dim = input.rank() == 1 ? 0 : 1;
  target.dims.insert(target.dims.begin() + dim, AxisList{});
  std::vector<AxisList> dims(input.rank());
  dims[dim] = input.dims[dim];
  Term position = d.index(input.dims[dim], dims);
  Term chosen = d.where(d.apply(Primitive::Equal, {position, target}), input, zero());
  return d.reduce(ReduceKind::Sum, chosen, {dim}, false, "t");
}

void check_class_options(Decomposer& d, const Node& node) {
  if (d.has(node, "weight")) throw UnsupportedOperation{"class weights"};
  if (d.integer(node, "ignore_index", -100) >= 0) throw UnsupportedOperation{"ignore_index"};
}

Terms cross_entropy(Decomposer& d, const Node& node) {
  check_class_options(d, node);
  Term x = d.tensor(node, "self");
  Term target = d.tensor(node, "target");
  int dim = x.rank() == 1 ? 0 : 1;
  double smoothing = d.real(node, "label_smoothing", 0);
  if (is_float(target.dtype)) {
    Term losses = d.reduce(ReduceKind::Sum, d.mul(target, d.softmax(x, dim, true)), {dim}, false, "s");
    if (smoothing != 0) throw UnsupportedOperation{"label_smoothing with class probabilities"};
    return {reduced(d, node, d.apply(Primitive::Neg, {losses}))};
  }
  Term largest = d.reduce(ReduceKind::Max, x, {dim}, true, "m");
  Term total = d.reduce(ReduceKind::Sum, d.apply(Primitive::Exp, {d.sub(x, largest)}), {dim}, false, "s");
  largest.dims.erase(largest.dims.begin() + dim);
  Term log_total = d.add(largest, log_of(d, total));
  Term chosen = at_target(d, x, target);
  if (smoothing == 0) return {reduced(d, node, d.sub(log_total, chosen))};
  Term smooth = d.mul(d.tensor(node, "label_smoothing"), d.mean(x, {dim}, false));
  Term kept = d.mul(d.sub(one(), d.tensor(node, "label_smoothing")), chosen);
  return {reduced(d, node, d.sub(d.sub(log_total, kept), smooth))};
}

Terms nll_loss(Decomposer& d, const Node& node) {
  check_class_options(d, node);
  Term chosen = at_target(d, d.tensor(node, "self"), d.tensor(node, "target"));
  return {reduced(d, node, d.apply(Primitive::Neg, {chosen}))};
}

Terms binary_cross_entropy(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  Term y = d.tensor(node, "target");
  Term limit = Decomposer::number(-100.0);
  Term hit = d.mul(y, d.max(log_of(d, x), limit));
  Term miss = d.mul(d.sub(one(), y), d.max(log_of(d, d.sub(one(), x)), limit));
  Term loss = d.apply(Primitive::Neg, {d.add(hit, miss)});
  if (d.has(node, "weight")) loss = d.mul(loss, d.tensor(node, "weight"));
  return {reduced(d, node, loss)};
}

// log(1 + exp(x)) without overflow.
Term softplus_of(Decomposer& d, const Term& x) {
  Term tail = d.apply(Primitive::Exp, {d.apply(Primitive::Neg, {absolute(d, x)})});
  return d.add(d.max(x, zero()), d.apply(Primitive::Log1p, {tail}));
}

Terms binary_cross_entropy_with_logits(Decomposer& d, const Node& node) {
  if (d.has(node, "pos_weight")) throw UnsupportedOperation{"pos_weight"};
  Term x = d.tensor(node, "self");
  Term loss = d.sub(softplus_of(d, x), d.mul(x, d.tensor(node, "target")));
  if (d.has(node, "weight")) loss = d.mul(loss, d.tensor(node, "weight"));
  return {reduced(d, node, loss)};
}

Terms soft_margin_loss(Decomposer& d, const Node& node) {
  Term product = d.mul(d.tensor(node, "self"), d.tensor(node, "target"));
  return {reduced(d, node, softplus_of(d, d.apply(Primitive::Neg, {product})))};
}

Terms hinge_embedding_loss(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  Term target = d.tensor(node, "target");
  Term margin = d.max(d.sub(d.tensor(node, "margin"), x), zero());
  return {reduced(d, node, d.where(d.apply(Primitive::Equal, {target, one()}), x, margin))};
}

Terms margin_ranking_loss(Decomposer& d, const Node& node) {
  Term gap = d.sub(d.tensor(node, "input1"), d.tensor(node, "input2"));
  Term loss = d.apply(Primitive::Neg, {d.mul(d.tensor(node, "target"), gap)});
  if (d.real(node, "margin", 0) != 0) loss = d.add(loss, d.tensor(node, "margin"));
  return {reduced(d, node, d.max(loss, zero()))};
}

Terms poisson_nll_loss(Decomposer& d, const Node& node) {
  if (d.flag(node, "full", false)) throw UnsupportedOperation{"full=True"};
  Term x = d.tensor(node, "input");
  Term target = d.tensor(node, "target");
  if (d.flag(node, "log_input", true)) {
    return {reduced(d, node, d.sub(d.apply(Primitive::Exp, {x}), d.mul(target, x)))};
  }
  return {reduced(d, node, d.sub(x, d.mul(target, log_of(d, d.add(x, d.tensor(node, "eps"))))))};
}

// Inner product over the product of norms, each at least eps.
Term cosine(Decomposer& d, const Term& a, const Term& b, int dim, const Term& epsilon) {
  auto sum = [&](const Term& x) { return d.reduce(ReduceKind::Sum, x, {dim}, false, "s"); };
  auto length = [&](const Term& x) { return d.max(d.apply(Primitive::Sqrt, {sum(d.mul(x, x))}), epsilon); };
  return d.div(sum(d.mul(a, b)), d.mul(length(a), length(b)));
}

Terms cosine_similarity(Decomposer& d, const Node& node) {
  Term a = d.tensor(node, "x1");
  Term b = d.tensor(node, "x2");
  int dim = Decomposer::normalise_dim(d.integer(node, "dim", 1), a.rank());
  return {cosine(d, a, b, dim, d.tensor(node, "eps"))};
}

Terms cosine_embedding_loss(Decomposer& d, const Node& node) {
  Term a = d.tensor(node, "input1");
  Term similarity = cosine(d, a, d.tensor(node, "input2"), a.rank() - 1, Decomposer::number(1e-8));
  Term margin = d.real(node, "margin", 0) == 0 ? similarity : d.sub(similarity, d.tensor(node, "margin"));
  Term is_same = d.apply(Primitive::Equal, {d.tensor(node, "target"), one()});
  return {reduced(d, node, d.where(is_same, d.sub(one(), similarity), d.max(margin, zero())))};
}

// ||a - b + eps|| over the last dimension.
Term distance(Decomposer& d, const Term& a, const Term& b, const Node& node, bool keep) {
  Term gap = d.sub(a, b);
  if (d.real(node, "eps", 1e-6) != 0) gap = d.add(gap, d.tensor(node, "eps"));
  int last = gap.rank() - 1;
  double p = d.real(node, "p", 2);
  if (p == 1) return d.reduce(ReduceKind::Sum, absolute(d, gap), {last}, keep, "s");
  if (p != 2) throw UnsupportedOperation{"a norm other than 1 and 2"};
  return d.apply(Primitive::Sqrt, {d.reduce(ReduceKind::Sum, square_of(d, gap), {last}, keep, "s")});
}

Terms pairwise_distance(Decomposer& d, const Node& node) {
  return {distance(d, d.tensor(node, "x1"), d.tensor(node, "x2"), node, d.flag(node, "keepdim", false))};
}

Terms triplet_margin_loss(Decomposer& d, const Node& node) {
  if (d.flag(node, "swap", false)) throw UnsupportedOperation{"swap"};
  Term anchor = d.tensor(node, "anchor");
  Term near = distance(d, anchor, d.tensor(node, "positive"), node, false);
  Term far = distance(d, anchor, d.tensor(node, "negative"), node, false);
  Term loss = d.max(d.add(d.sub(near, far), d.tensor(node, "margin")), zero());
  return {reduced(d, node, loss)};
}

constexpr Rule kRules[] = {
    {"mse_loss", mse_loss},
    {"l1_loss", l1_loss},
    {"smooth_l1_loss", smooth_l1_loss},
    {"huber_loss", huber_loss},
    {"kl_div", kl_div},
    {"cross_entropy_loss", cross_entropy},
    {"nll_loss", nll_loss},
    {"nll_loss_nd", nll_loss},
    {"binary_cross_entropy", binary_cross_entropy},
    {"binary_cross_entropy_with_logits", binary_cross_entropy_with_logits},
    {"soft_margin_loss", soft_margin_loss},
    {"hinge_embedding_loss", hinge_embedding_loss},
    {"margin_ranking_loss", margin_ranking_loss},
    {"poisson_nll_loss", poisson_nll_loss},
    {"cosine_similarity", cosine_similarity},
    {"cosine_embedding_loss", cosine_embedding_loss},
    {"pairwise_distance", pairwise_distance},
    {"triplet_margin_loss", triplet_margin_loss},
};

}  // namespace

std::span<const Rule> loss_rules() { return kRules; }

}  // namespace tilewright::stack
