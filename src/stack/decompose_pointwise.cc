// Rules for pointwise operations: arithmetic, activations, comparisons, conversions.
#include <cmath>

#include "graph/op_table.h"
#include "stack/decomposer.h"

namespace tilewright::stack {
namespace {

using Node = graph::Node;
using Terms = std::vector<Term>;

template <Primitive kPrimitive>
Terms unary(Decomposer& d, const Node& node) {
  return {d.apply(kPrimitive, {d.tensor(node, "self")})};
}

template <Primitive kPrimitive>
Terms binary(Decomposer& d, const Node& node) {
  return {d.apply(kPrimitive, {d.tensor(node, "self"), d.tensor(node, "other")})};
}

// alpha * other, without the product where alpha is 1.
Term scaled(Decomposer& d, const Node& node, Term other, std::string_view name = "alpha") {
  return d.real(node, name, 1) == 1 ? other : d.mul(d.tensor(node, name), std::move(other));
}

Terms add(Decomposer& d, const Node& node) {
  return {d.add(d.tensor(node, "self"), scaled(d, node, d.tensor(node, "other")))};
}
Terms sub(Decomposer& d, const Node& node) {
  return {d.sub(d.tensor(node, "self"), scaled(d, node, d.tensor(node, "other")))};
}
Terms rsub(Decomposer& d, const Node& node) {
  return {d.sub(d.tensor(node, "other"), scaled(d, node, d.tensor(node, "self")))};
}

Terms div(Decomposer& d, const Node& node) {
  Term quotient = d.div(d.tensor(node, "self"), d.tensor(node, "other"));
  std::string mode = d.word(node, "rounding_mode", "");
  if (mode.empty()) return {quotient};
  if (mode == "floor") return {d.apply(Primitive::Floor, {quotient})};
  throw UnsupportedOperation{"rounding_mode trunc"};
}

Terms addcmul(Decomposer& d, const Node& node) {
  Term product = d.mul(d.tensor(node, "tensor1"), d.tensor(node, "tensor2"));
  return {d.add(d.tensor(node, "self"), scaled(d, node, product, "value"))};
}
Terms addcdiv(Decomposer& d, const Node& node) {
  Term quotient = d.div(d.tensor(node, "tensor1"), d.tensor(node, "tensor2"));
  return {d.add(d.tensor(node, "self"), scaled(d, node, quotient, "value"))};
}
Terms lerp(Decomposer& d, const Node& node) {
  Term start = d.tensor(node, "self");
  return {d.add(start, d.mul(d.tensor(node, "weight"), d.sub(d.tensor(node, "end"), start)))};
}

Term one(Decomposer&) { return Decomposer::number(1.0); }

Terms reciprocal(Decomposer& d, const Node& node) { return {d.div(one(d), d.tensor(node, "self"))}; }
Terms square(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  return {d.mul(x, x)};
}

// x to a whole power by repeated products; the result's shape is x's.
Term whole_power(Decomposer& d, const Term& x, int power) {
  Term result = x;
  for (int i = 1; i < power; ++i) result = d.mul(result, x);
  return result;
}

Terms pow(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  Term exponent = d.tensor(node, "exponent");
  if (x.is_number()) {
    return {d.apply(Primitive::Exp,
                    {d.mul(d.to_float(exponent), Decomposer::number(std::log(x.literal()->number)))})};
  }
  if (!exponent.is_number()) {
    return {d.apply(Primitive::Exp, {d.mul(exponent, d.apply(Primitive::Log, {x}))})};
  }
  double power = exponent.literal()->number;
  if (power == 0.5) return {d.apply(Primitive::Sqrt, {x})};
  if (power == -0.5) return {d.apply(Primitive::Rsqrt, {x})};
  if (power >= 1 && power <= 8 && power == std::floor(power))
    return {whole_power(d, x, static_cast<int>(power))};
  if (power <= -1 && power >= -4 && power == std::floor(power)) {
    return {d.div(one(d), whole_power(d, x, static_cast<int>(-power)))};
  }
  return {d.apply(Primitive::Exp, {d.mul(exponent, d.apply(Primitive::Log, {x}))})};
}

// exp(x) - 1 would lose all digits near 0.
Term expm1_of(Decomposer& d, Term x) { return d.apply(Primitive::Expm1, {std::move(x)}); }
Terms log10(Decomposer& d, const Node& node) {
  return {d.mul(d.apply(Primitive::Log, {d.tensor(node, "self")}), Decomposer::number(1 / std::log(10.0)))};
}
Terms sinh(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  Term difference =
      d.sub(d.apply(Primitive::Exp, {x}), d.apply(Primitive::Exp, {d.apply(Primitive::Neg, {x})}));
  return {d.mul(Decomposer::number(0.5), difference)};
}
Terms cosh(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  Term sum = d.add(d.apply(Primitive::Exp, {x}), d.apply(Primitive::Exp, {d.apply(Primitive::Neg, {x})}));
  return {d.mul(Decomposer::number(0.5), sum)};
}
Terms erfc(Decomposer& d, const Node& node) {
  return {d.sub(one(d), d.apply(Primitive::Erf, {d.tensor(node, "self")}))};
}

Term positive(Decomposer& d, const Term& x) {
  return d.apply(Primitive::Greater, {x, Decomposer::number(0.0)});
}

Terms sign(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  Term negative = d.apply(Primitive::Less, {x, Decomposer::number(0.0)});
  return {
      d.where(positive(d, x), one(d), d.where(negative, Decomposer::number(-1.0), Decomposer::number(0.0)))};
}
Term trunc_of(Decomposer& d, const Term& x) {
  return d.where(positive(d, x), d.apply(Primitive::Floor, {x}), d.apply(Primitive::Ceil, {x}));
}
Terms trunc(Decomposer& d, const Node& node) { return {trunc_of(d, d.tensor(node, "self"))}; }
Terms frac(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  return {d.sub(x, trunc_of(d, x))};
}
Terms remainder(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  Term y = d.tensor(node, "other");
  return {d.sub(x, d.mul(d.apply(Primitive::Floor, {d.div(x, y)}), y))};
}

// ---- activations -------------------------------------------------------------------------

Terms relu(Decomposer& d, const Node& node) {
  return {d.max(d.tensor(node, "self"), Decomposer::number(0.0))};
}
Term relu6_of(Decomposer& d, Term x) {
  return d.min(d.max(std::move(x), Decomposer::number(0.0)), Decomposer::number(6.0));
}
Terms relu6(Decomposer& d, const Node& node) { return {relu6_of(d, d.tensor(node, "self"))}; }
Terms leaky_relu(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  Term slope = d.has(node, "negative_slope") ? d.tensor(node, "negative_slope") : Decomposer::number(0.01);
  return {d.where(positive(d, x), x, d.mul(slope, x))};
}
Terms prelu(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  Term slope = d.tensor(node, "weight");
  // One slope a channel: dimension 1 of x.
  if (slope.rank() == 1 && !slope.dims[0].empty()) {
    for (int dim = 2; dim < x.rank(); ++dim) slope.dims.push_back({});
  }
  return {d.where(positive(d, x), x, d.mul(slope, x))};
}
Terms elu(Decomposer& d, const Node& node) {
  if (d.real(node, "scale", 1) != 1 || d.real(node, "input_scale", 1) != 1) {
    throw UnsupportedOperation{"scale or input_scale"};
  }
  Term x = d.tensor(node, "self");
  Term tail = expm1_of(d, x);
  if (d.real(node, "alpha", 1) != 1) tail = d.mul(d.tensor(node, "alpha"), tail);
  return {d.where(positive(d, x), x, tail)};
}
Terms selu(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  Term tail = d.mul(Decomposer::number(1.6732632423543772), expm1_of(d, x));
  return {d.mul(Decomposer::number(1.0507009873554805), d.where(positive(d, x), x, tail))};
}
Terms celu(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  bool has_alpha = d.real(node, "alpha", 1) != 1;
  Term tail = expm1_of(d, has_alpha ? d.div(x, d.tensor(node, "alpha")) : x);
  if (has_alpha) tail = d.mul(d.tensor(node, "alpha"), tail);
  return {d.where(positive(d, x), x, tail)};
}
Terms gelu(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  if (d.word(node, "approximate", "none") == "none") {
    Term erf = d.apply(Primitive::Erf, {d.mul(x, Decomposer::number(0.7071067811865476))});
    return {d.mul(d.mul(Decomposer::number(0.5), x), d.add(one(d), erf))};
  }
  // 0.5 * (1 + tanh(u)) is sigmoid(2 u), u = sqrt(2 / pi) * (x + 0.044715 x^3).
  Term cube = d.mul(d.mul(d.mul(Decomposer::number(0.044715), x), x), x);
  Term inner = d.mul(Decomposer::number(1.5957691216057308), d.add(x, cube));
  return {d.mul(x, d.apply(Primitive::Sigmoid, {inner}))};
}
Terms silu(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  return {d.mul(x, d.apply(Primitive::Sigmoid, {x}))};
}
// tanh(log(1 + e)) is e (e + 2) / (e (e + 2) + 2); beyond 20 it is 1 and e would overflow.
Terms mish(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  Term e = d.apply(Primitive::Exp, {d.min(x, Decomposer::number(20.0))});
  Term n = d.mul(e, d.add(e, Decomposer::number(2.0)));
  return {d.div(d.mul(x, n), d.add(n, Decomposer::number(2.0)))};
}
// log(1 + exp(x)) as max(x, 0) + log1p(exp(-|x|)): no overflow, and small results keep their digits.
Term softplus_of(Decomposer& d, const Term& x) {
  Term tail = d.apply(Primitive::Exp, {d.apply(Primitive::Neg, {d.apply(Primitive::Abs, {x})})});
  return d.add(d.max(x, Decomposer::number(0.0)), d.apply(Primitive::Log1p, {tail}));
}
Terms softplus(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  bool has_beta = d.real(node, "beta", 1) != 1;
  Term scaled_x = has_beta ? d.mul(x, d.tensor(node, "beta")) : x;
  Term result = softplus_of(d, scaled_x);
  if (has_beta) result = d.div(result, d.tensor(node, "beta"));
  // Above 15 the linear part and the logarithm agree to single precision.
  if (d.real(node, "threshold", 20) >= 15) return {result};
  return {d.where(d.apply(Primitive::Greater, {scaled_x, d.tensor(node, "threshold")}), x, result)};
}
Terms log_sigmoid(Decomposer& d, const Node& node) {
  return {d.apply(Primitive::Neg, {softplus_of(d, d.apply(Primitive::Neg, {d.tensor(node, "self")}))})};
}
Terms hardtanh(Decomposer& d, const Node& node) {
  return {d.min(d.max(d.tensor(node, "self"), d.tensor(node, "min_val")), d.tensor(node, "max_val"))};
}
Terms hardsigmoid(Decomposer& d, const Node& node) {
  Term shifted = d.add(d.tensor(node, "self"), Decomposer::number(3.0));
  return {d.div(relu6_of(d, shifted), Decomposer::number(6.0))};
}
Terms hardswish(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  Term shifted = d.add(x, Decomposer::number(3.0));
  return {d.div(d.mul(x, relu6_of(d, shifted)), Decomposer::number(6.0))};
}
Terms hardshrink(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  Term is_outside = d.apply(Primitive::Greater, {d.apply(Primitive::Abs, {x}), d.tensor(node, "lambd")});
  return {d.where(is_outside, x, Decomposer::number(0.0))};
}
// x shrunk towards 0: max(x - l, 0) + min(x + l, 0).
Terms softshrink(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  Term lambda = d.tensor(node, "lambd");
  Term zero = Decomposer::number(0.0);
  return {d.add(d.max(d.sub(x, lambda), zero), d.min(d.add(x, lambda), zero))};
}
Terms softsign(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  return {d.div(x, d.add(one(d), d.apply(Primitive::Abs, {x})))};
}
Terms clamp(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  if (d.has(node, "min")) x = d.max(x, d.tensor(node, "min"));
  if (d.has(node, "max")) x = d.min(x, d.tensor(node, "max"));
  return {x};
}
Terms threshold(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  return {d.where(d.apply(Primitive::Greater, {x, d.tensor(node, "threshold")}), x, d.tensor(node, "value"))};
}

// ---- choice and conversion ---------------------------------------------------------------

Terms where(Decomposer& d, const Node& node) {
  return {d.where(d.tensor(node, "condition"), d.tensor(node, "self"), d.tensor(node, "other"))};
}
Terms masked_fill(Decomposer& d, const Node& node) {
  return {d.where(d.tensor(node, "mask"), d.tensor(node, "value"), d.tensor(node, "self"))};
}
Terms logical_not(Decomposer& d, const Node& node) {
  return {d.apply(Primitive::Equal, {d.tensor(node, "self"), Decomposer::integer_number(0)})};
}
Terms identity(Decomposer& d, const Node& node) { return {d.tensor(node, "self")}; }
Terms dropout(Decomposer& d, const Node& node) {
  if (d.flag(node, "train", false) && d.real(node, "p", 0.5) > 0)
    throw UnsupportedOperation{"random numbers"};
  return {d.tensor(node, "input")};
}
Terms to(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  DType target = d.result_type(node).dtype;
  if (x.is_number() || x.dtype == target) return {x};
  if (is_float(target)) return {d.to_float(x)};
  if (target == DType::Bool) return {d.apply(Primitive::NotEqual, {x, Decomposer::integer_number(0)})};
  if (!is_float(x.dtype)) return {x};
  throw UnsupportedOperation{"a conversion of floats to integers"};
}
// Lower (or upper) triangle: position along the last two dimensions decides.
template <bool kIsLower>
Terms triangle(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  if (x.rank() < 2) throw UnsupportedOperation{"fewer than two dimensions"};
  const AxisList& row_list = x.dims[x.rank() - 2];
  const AxisList& column_list = x.dims[x.rank() - 1];
  Term rows = d.index(row_list, {row_list, {}});
  Term columns = d.index(column_list, {column_list});
  if (int64_t diagonal = d.integer(node, "diagonal", 0))
    rows = d.add(rows, Decomposer::integer_number(diagonal));
  Primitive compare = kIsLower ? Primitive::GreaterEqual : Primitive::LessEqual;
  return {d.where(d.apply(compare, {rows, columns}), x, Decomposer::number(0.0))};
}

constexpr Rule kRules[] = {
    {"add", add},
    {"sub", sub},
    {"rsub", rsub},
    {"mul", binary<Primitive::Mul>},
    {"multiply", binary<Primitive::Mul>},
    {"div", div},
    {"true_divide", div},
    {"addcmul", addcmul},
    {"addcdiv", addcdiv},
    {"lerp", lerp},
    {"neg", unary<Primitive::Neg>},
    {"abs", unary<Primitive::Abs>},
    {"sign", sign},
    {"square", square},
    {"reciprocal", reciprocal},
    {"pow", pow},
    {"sqrt", unary<Primitive::Sqrt>},
    {"rsqrt", unary<Primitive::Rsqrt>},
    {"exp", unary<Primitive::Exp>},
    {"exp2", unary<Primitive::Exp2>},
    {"expm1", unary<Primitive::Expm1>},
    {"log", unary<Primitive::Log>},
    {"log2", unary<Primitive::Log2>},
    {"log10", log10},
    {"log1p", unary<Primitive::Log1p>},
    {"sin", unary<Primitive::Sin>},
    {"cos", unary<Primitive::Cos>},
    {"sinh", sinh},
    {"cosh", cosh},
    {"atan", unary<Primitive::Atan>},
    {"arctan", unary<Primitive::Atan>},
    {"tanh", unary<Primitive::Tanh>},
    {"erf", unary<Primitive::Erf>},
    {"erfc", erfc},
    {"floor", unary<Primitive::Floor>},
    {"ceil", unary<Primitive::Ceil>},
    {"trunc", trunc},
    {"frac", frac},
    {"remainder", remainder},
    {"maximum", binary<Primitive::Max>},
    {"minimum", binary<Primitive::Min>},
    {"clamp", clamp},
    {"clip", clamp},
    {"clamp_min", clamp},
    {"clamp_max", clamp},
    {"where", where},
    {"masked_fill", masked_fill},
    {"threshold", threshold},
    {"gt", binary<Primitive::Greater>},
    {"ge", binary<Primitive::GreaterEqual>},
    {"lt", binary<Primitive::Less>},
    {"le", binary<Primitive::LessEqual>},
    {"eq", binary<Primitive::Equal>},
    {"ne", binary<Primitive::NotEqual>},
    {"logical_and", binary<Primitive::And>},
    {"logical_or", binary<Primitive::Or>},
    {"logical_not", logical_not},
    {"bitwise_and", binary<Primitive::And>},
    {"bitwise_or", binary<Primitive::Or>},
    {"bitwise_not", logical_not},
    {"to", to},
    {"_to_copy", to},
    {"type_as", to},
    {"relu", relu},
    {"relu6", relu6},
    {"leaky_relu", leaky_relu},
    {"prelu", prelu},
    {"elu", elu},
    {"selu", selu},
    {"celu", celu},
    {"gelu", gelu},
    {"silu", silu},
    {"mish", mish},
    {"sigmoid", unary<Primitive::Sigmoid>},
    {"log_sigmoid", log_sigmoid},
    {"softplus", softplus},
    {"hardtanh", hardtanh},
    {"hardsigmoid", hardsigmoid},
    {"hardswish", hardswish},
    {"hardshrink", hardshrink},
    {"softshrink", softshrink},
    {"softsign", softsign},
    {"dropout", dropout},
    {"clone", identity},
    {"contiguous", identity},
    {"detach", identity},
    {"alias", identity},
    {"tril", triangle<true>},
    {"triu", triangle<false>},
};

}  // namespace

std::span<const Rule> pointwise_rules() { return kRules; }

}  // namespace tilewright::stack
