// Rules for matrix products: all become one contraction over named axes, with the epilogue beside it.
#include <algorithm>
#include <cmath>
#include <map>

#include "stack/decomposer.h"

namespace tilewright::stack {
namespace {

using Node = graph::Node;
using Terms = std::vector<Term>;

// torch.matmul's rules: vectors, matrices, batches that broadcast.
Term matmul_of(Decomposer& d, Term a, Term b) {
  bool a_is_vector = a.rank() == 1;
  bool b_is_vector = b.rank() == 1;
  if (a.rank() == 0 || b.rank() == 0) throw UnsupportedOperation{"a scalar operand"};
  if (a_is_vector) a.dims.insert(a.dims.begin(), AxisList{});
  if (b_is_vector) b.dims.push_back({});
  AxisList over = a.dims.back();
  if (over.empty() || b.dims[b.rank() - 2].empty())
    throw UnsupportedOperation{"an inner dimension of size 1"};
  d.unify(over, b.dims[b.rank() - 2]);
  size_t batch = std::max(a.dims.size(), b.dims.size()) - 2;
  std::vector<AxisList> dims(batch);
  for (const Term* term : {&a, &b}) {
    size_t own = term->dims.size() - 2;
    for (size_t i = 0; i < own; ++i) {
      AxisList& target = dims[i + batch - own];
      if (target.empty()) {
        target = term->dims[i];
      } else if (!term->dims[i].empty()) {
        d.unify(target, term->dims[i]);
      }
    }
  }
  if (!a_is_vector) dims.push_back(a.dims[a.rank() - 2]);
  if (!b_is_vector) dims.push_back(b.dims[b.rank() - 1]);
  return d.contract(a, b, dims, over);
}

template <const char* kFirst, const char* kSecond>
Terms product(Decomposer& d, const Node& node) {
  return {matmul_of(d, d.tensor(node, kFirst), d.tensor(node, kSecond))};
}
constexpr char kSelf[] = "self", kOther[] = "other", kMat2[] = "mat2", kVec[] = "vec", kTensor[] = "tensor";

Terms outer(Decomposer& d, const Node& node) {
  Term a = d.tensor(node, "self");
  a.dims.push_back({});
  return {d.mul(a, d.tensor(node, "vec2"))};
}

// beta * self + alpha * (a @ b)
template <const char* kFirst, const char* kSecond>
Terms add_product(Decomposer& d, const Node& node) {
  Term result = matmul_of(d, d.tensor(node, kFirst), d.tensor(node, kSecond));
  if (d.real(node, "alpha", 1) != 1) result = d.mul(d.tensor(node, "alpha"), result);
  Term self = d.tensor(node, "self");
  if (d.real(node, "beta", 1) == 0) return {result};
  if (d.real(node, "beta", 1) != 1) self = d.mul(d.tensor(node, "beta"), self);
  return {d.add(result, self)};
}
constexpr char kMat1[] = "mat1", kBatch1[] = "batch1", kBatch2[] = "batch2";

Terms linear(Decomposer& d, const Node& node) {
  Term weight = d.tensor(node, "weight");
  if (weight.rank() == 2) std::swap(weight.dims[0], weight.dims[1]);
  Term result = matmul_of(d, d.tensor(node, "input"), weight);
  return {d.has(node, "bias") ? d.add(result, d.tensor(node, "bias")) : result};
}

Terms einsum(Decomposer& d, const Node& node) {
  std::string equation = d.word(node, "equation", "");
  equation.erase(std::remove(equation.begin(), equation.end(), ' '), equation.end());
  std::vector<Term> operands = d.tensors(node, "tensors");
  size_t comma = equation.find(',');
  size_t arrow = equation.find("->");
  if (operands.size() != 2 || comma == equation.npos || arrow == equation.npos ||
      equation.find('.') != equation.npos) {
    throw UnsupportedOperation{"an equation other than of two operands with '->'"};
  }
  std::string letters[] = {equation.substr(0, comma), equation.substr(comma + 1, arrow - comma - 1)};
  std::string result = equation.substr(arrow + 2);
  std::map<char, AxisList> axes;
  for (size_t operand = 0; operand < 2; ++operand) {
    for (size_t i = 0; i < letters[operand].size(); ++i) {
      auto [place, is_new] = axes.emplace(letters[operand][i], operands[operand].dims[i]);
      if (!is_new) d.unify(place->second, operands[operand].dims[i]);
    }
  }
  std::vector<AxisList> dims;
  for (char letter : result) dims.push_back(axes[letter]);
  AxisList over;
  for (auto& [letter, list] : axes) {
    if (result.find(letter) == result.npos) over.insert(over.end(), list.begin(), list.end());
  }
  return {d.contract(operands[0], operands[1], dims, over)};
}

Terms attention(Decomposer& d, const Node& node) {
  if (d.real(node, "dropout_p", 0) > 0 || d.flag(node, "enable_gqa", false)) {
    throw UnsupportedOperation{"dropout or grouped queries"};
  }
  Term query = d.tensor(node, "query");
  Term key = d.tensor(node, "key");
  Term value = d.tensor(node, "value");
  AxisList width = query.dims.back();
  std::swap(key.dims[key.rank() - 1], key.dims[key.rank() - 2]);
  Term scores = matmul_of(d, query, key);
  if (d.has(node, "scale")) {
    scores = d.mul(scores, d.tensor(node, "scale"));
  } else {
    scores = d.div(scores, d.apply(Primitive::Sqrt, {d.mul(d.count(width), Decomposer::number(1.0))}));
  }
  if (d.flag(node, "is_causal", false)) {
    const AxisList& row_list = scores.dims[scores.rank() - 2];
    const AxisList& column_list = scores.dims[scores.rank() - 1];
    Term is_past = d.apply(Primitive::GreaterEqual,
                           {d.index(row_list, {row_list, {}}), d.index(column_list, {column_list})});
    scores = d.where(is_past, scores, Decomposer::number(-INFINITY));
  }
  if (d.has(node, "attn_mask")) {
    Term mask = d.tensor(node, "attn_mask");
    scores = mask.dtype == DType::Bool ? d.where(mask, scores, Decomposer::number(-INFINITY))
                                       : d.add(scores, mask);
  }
  return {matmul_of(d, d.softmax(scores, scores.rank() - 1, false), value)};
}

constexpr Rule kRules[] = {
    {"matmul", product<kSelf, kOther>},
    {"mm", product<kSelf, kMat2>},
    {"bmm", product<kSelf, kMat2>},
    {"mv", product<kSelf, kVec>},
    {"dot", product<kSelf, kTensor>},
    {"outer", outer},
    {"addmm", add_product<kMat1, kMat2>},
    {"baddbmm", add_product<kBatch1, kBatch2>},
    {"linear", linear},
    {"einsum", einsum},
    {"scaled_dot_product_attention", attention},
};

}  // namespace

std::span<const Rule> contraction_rules() { return kRules; }

}  // namespace tilewright::stack
