// Families that work along one dimension: reductions, softmax, normalisation, cumulative operations.
#include <fmt/format.h>

#include <algorithm>

#include "tasks/families.h"

namespace tilewright::tasks {
namespace {

constexpr Range kReduced{-60, 60, -1, 1};

std::string pick(Random& random, std::initializer_list<std::string> spellings) {
  return *(spellings.begin() + random.below(spellings.size()));
}

// The usual places of the reduced dimension: mostly the last.
size_t draw_dimension(Random& random, const Shape& shape) {
  return random.chance(0.75) ? shape.rank() - 1 : random.below(shape.rank());
}

enum class Reduction : uint8_t { Sum, Mean, Max, Min, Variance, Deviation, LogSumExp, Norm, ArgMax, ArgMin };

struct Reduced {
  std::string text;
  Range range;
};

Reduced spell_reduction(ProgramWriter& writer, Reduction kind, const Expression& operand,
                        const std::string& dim, bool keepdim) {
  Random& random = writer.random();
  std::string keep = keepdim ? ", keepdim=True" : "";
  std::string x = writer.atom(operand), e = operand.text;
  auto both = [&](std::string_view name, std::string_view more = "") {
    return pick(random, {fmt::format("torch.{}({}, dim={}{}{})", name, e, dim, more, keep),
                         fmt::format("{}.{}(dim={}{}{})", x, name, dim, more, keep)});
  };
  auto extreme = [&](std::string_view name) {
    return pick(random,
                {fmt::format("torch.{}({}, dim={}{})[0]", name, e, dim, keep),
                 fmt::format("{}.{}(dim={}{}).values", x, name, dim, keep), both(fmt::format("a{}", name))});
  };
  const Range& r = operand.range;
  switch (kind) {
    case Reduction::Sum:
      return {both("sum"),
              {std::max(-1e5, std::min(0.0, r.low) * 8192), std::min(1e5, std::max(0.0, r.high) * 8192), -30,
               30}};
    case Reduction::Mean:
      return {both("mean"), {r.low, r.high, r.usual_low / 4, r.usual_low / 4 + 0.3 * r.usual_width()}};
    case Reduction::Max:
      return {extreme("max"), {r.low, r.high, r.usual_high / 2, r.usual_high}};
    case Reduction::Min:
      return {extreme("min"), {r.low, r.high, r.usual_low, r.usual_low + 0.2 * r.usual_width()}};
    case Reduction::Variance:
      return {both("var", pick(random, {"", "", ", unbiased=False", ", correction=0"})), {0, 1e4, 0.1, 2}};
    case Reduction::Deviation:
      return {both("std", pick(random, {"", "", ", unbiased=False"})), {0, 1e2, 0.1, 2}};
    case Reduction::LogSumExp:
      return {both("logsumexp"), {r.low, r.high + 10, 0, 9}};
    case Reduction::Norm:
      return {pick(random, {fmt::format("torch.norm({}, dim={}{})", e, dim, keep),
                            fmt::format("{}.norm(p=2, dim={}{})", x, dim, keep),
                            fmt::format("torch.sqrt(torch.sum({} ** 2, dim={}{}))", x, dim, keep)}),
              {0, 1e4, 1, 50}};
    case Reduction::ArgMax:
      return {both("argmax"), kReduced};
    case Reduction::ArgMin:
      return {both("argmin"), kReduced};
  }
  return {};
}

}  // namespace

std::vector<Expression> build_reduction(ProgramWriter& writer) {
  Random& random = writer.random();
  Shape shape = draw_shape(writer, 2, 3);
  Expression x = writer.input(shape.names);
  writer.keep_inputs();
  std::string dim = spell_dimension(random, draw_dimension(random, shape), shape.rank());
  bool keepdim = random.chance(0.3);
  auto kind = static_cast<Reduction>(random.below(10));
  if (kind == Reduction::ArgMax || kind == Reduction::ArgMin) {
    // An index is compared exactly, and rounding before it may turn near ties: the input's own order counts.
    Reduced reduced = spell_reduction(writer, kind, x, dim, keepdim);
    return {writer.step(reduced.text, reduced.range)};
  }
  // The extreme of values that saturate is nearly always the limit.
  bool is_extreme = kind == Reduction::Max || kind == Reduction::Min;
  Expression operand =
      writer.chain(x, static_cast<int>(random.range(0, 2)), kAllGroups, is_extreme ? kGrows : 0);
  if (has_outer_operator(operand.text) || operand.text.size() > 40) operand = writer.named(operand);
  Reduced reduced = spell_reduction(writer, kind, operand, dim, keepdim);
  Expression result = writer.step(reduced.text, reduced.range);
  if (keepdim && random.chance(0.5)) {  // the reduction is applied back to the rows
    std::string r = writer.named(result).text;
    std::string back = writer.named(operand).text;
    result = writer.step(
        pick(random, {fmt::format("{} - {}", back, r), fmt::format("{} / (torch.abs({}) + 1)", back, r),
                      fmt::format("{} * {}", back, r)}),
        {-1e4, 1e4, -4, 4});
  }
  return {writer.chain(result, static_cast<int>(random.range(0, 2)),
                       kind == Reduction::Sum ? kArithmetic : kArithmetic | kActivation, 0, kSaturates)};
}

std::vector<Expression> build_softmax(ProgramWriter& writer) {
  Random& random = writer.random();
  Shape shape = draw_shape(writer, 2, 3);
  Expression x = writer.input(shape.names);
  std::optional<Expression> bias;
  if (random.chance(0.25))
    bias = writer.input(random.chance(0.5) ? shape.names : std::vector{shape.names.back()});
  writer.keep_inputs();
  size_t dimension = draw_dimension(random, shape);
  std::string dim = spell_dimension(random, dimension, shape.rank());
  if (random.chance(0.6)) x = writer.chain(x, static_cast<int>(random.range(1, 2)), kAllGroups);
  if (bias)
    x = writer.step(writer.atom(x) + " + " + bias->text,
                    {x.range.low - 60, x.range.high + 60, x.range.usual_low - 1, x.range.usual_high + 1});
  std::string e = x.text, a = writer.atom(x), text;
  constexpr Range probability{0, 1, 0, 1};
  Range range = probability;
  switch (random.below(6)) {
    case 0:
    case 1:
      text =
          pick(random,
               {fmt::format("F.softmax({}, dim={})", e, dim),
                fmt::format("torch.softmax({}, dim={})", e, dim), fmt::format("{}.softmax(dim={})", a, dim),
                fmt::format("{}({})", writer.module("softmax", fmt::format("nn.Softmax(dim={})", dim)), e)});
      break;
    case 2:
    case 3:
      text = pick(random, {fmt::format("F.log_softmax({}, dim={})", e, dim),
                           fmt::format("torch.log_softmax({}, dim={})", e, dim),
                           fmt::format("{}.log_softmax(dim={})", a, dim),
                           fmt::format("{} - torch.logsumexp({}, dim={}, keepdim=True)", a, e, dim)});
      range = {-120, 0, -12, -2};
      break;
    case 4:
      text = pick(random, {fmt::format("F.softmin({}, dim={})", e, dim),
                           fmt::format("F.softmax(-{}, dim={})", a, dim)});
      break;
    default: {  // written out
      Expression base = writer.named(x);
      std::string m = pick(random, {fmt::format("torch.max({}, dim={}, keepdim=True)[0]", base.text, dim),
                                    fmt::format("{}.amax(dim={}, keepdim=True)", base.text, dim)});
      Expression top =
          writer.named({fmt::format("torch.exp({} - {})", base.text, m), probability, true, false, false});
      text = pick(random, {fmt::format("{} / {}.sum(dim={}, keepdim=True)", top.text, top.text, dim),
                           fmt::format("{} / torch.sum({}, dim={}, keepdim=True)", top.text, top.text, dim)});
    }
  }
  if (text.find("F.") != std::string::npos) writer.use_functional();
  Expression result = writer.step(std::move(text), range);
  if (random.chance(0.35)) result = writer.chain(result, 1, kArithmetic);
  return {result};
}

namespace {

// LayerNorm and its relatives over the last dimension; `dim` is the constructor's name of its size.
std::string spell_norm(ProgramWriter& writer, const Expression& input, const std::string& size) {
  Random& random = writer.random();
  Expression x = writer.named(input);
  std::string v = x.text, eps = writer.vocabulary().epsilon();
  switch (random.below(10)) {
    case 0:
    case 1: {
      std::string dim = writer.init_argument("columns", size);
      std::string made = pick(
          random, {fmt::format("nn.LayerNorm({})", dim), fmt::format("nn.LayerNorm({}, eps={})", dim, eps),
                   fmt::format("nn.LayerNorm({}, elementwise_affine=False)", dim)});
      return fmt::format("{}({})", writer.module(pick(random, {"norm", "ln", "layer_norm"}), made), v);
    }
    case 2: {
      std::string dim = writer.init_argument("columns", size);
      std::string weight = writer.module("weight", fmt::format("nn.Parameter(torch.ones({}))", dim));
      std::string bias = writer.module("bias", fmt::format("nn.Parameter(torch.zeros({}))", dim));
      writer.use_functional();
      return fmt::format("F.layer_norm({}, ({}.shape[-1],), {}, {}, {})", v, v, weight, bias, eps);
    }
    case 3: {
      std::string mean =
          writer.named({fmt::format("{}.mean(dim=-1, keepdim=True)", v), kReduced, true, false, false}).text;
      std::string var = writer
                            .named({fmt::format("{}.var(dim=-1, keepdim=True, unbiased=False)", v), kReduced,
                                    true, false, false})
                            .text;
      return fmt::format("({} - {}) / torch.sqrt({} + {})", v, mean, var, eps);
    }
    case 4:
    case 5: {
      std::string dim = writer.init_argument("columns", size);
      std::string weight = writer.module(pick(random, {"weight", "gain", "g"}),
                                         fmt::format("nn.Parameter(torch.ones({}))", dim));
      std::string root = pick(
          random, {fmt::format("torch.rsqrt({}.pow(2).mean(-1, keepdim=True) + {})", v, eps),
                   fmt::format("torch.rsqrt(torch.mean({} * {}, dim=-1, keepdim=True) + {})", v, v, eps)});
      return fmt::format("{} * {} * {}", v, root, weight);
    }
    case 6:
      return fmt::format("{} / torch.sqrt(torch.mean({} ** 2, dim=-1, keepdim=True) + {})", v, v, eps);
    case 7: {
      std::string dim = writer.init_argument("columns", size);
      return fmt::format("{}({})", writer.module("norm", fmt::format("nn.RMSNorm({}, eps={})", dim, eps)), v);
    }
    case 8:
      writer.use_functional();
      return pick(random, {fmt::format("F.normalize({}, dim=-1)", v),
                           fmt::format("F.normalize({}, p=2, dim=-1)", v)});
    default:
      return pick(random,
                  {fmt::format("{} / ({}.norm(dim=-1, keepdim=True) + {})", v, v, eps),
                   fmt::format("{} / (torch.mean(torch.abs({}), dim=-1, keepdim=True) + {})", v, v, eps),
                   fmt::format("{} / ({}.abs().sum(dim=-1, keepdim=True) + {})", v, v, eps)});
  }
}

}  // namespace

std::vector<Expression> build_norm(ProgramWriter& writer) {
  Random& random = writer.random();
  Shape shape = draw_shape(writer, 2, 3);
  Expression x = writer.input(shape.names);
  std::optional<Expression> residual;
  if (random.chance(0.3)) residual = writer.input(shape.names);
  writer.keep_inputs();
  if (residual)
    x = writer.step(pick(random, {x.text + " + " + residual->text, residual->text + " + " + x.text}),
                    {-120, 120, -3, 3});
  else if (random.chance(0.4))
    x = writer.chain(x, 1, kAllGroups);
  std::string text = spell_norm(writer, x, shape.names.back());
  Expression result = writer.step(std::move(text), {-100, 100, -2, 2});
  return {writer.chain(result, static_cast<int>(random.range(0, 2)), kArithmetic | kActivation)};
}

std::vector<Expression> build_cumulative(ProgramWriter& writer) {
  Random& random = writer.random();
  Shape shape = draw_shape(writer, 2, 3, int64_t{1} << 21, 2048);
  Expression x = writer.input(shape.names);
  writer.keep_inputs();
  size_t dimension = draw_dimension(random, shape);
  std::string dim = spell_dimension(random, dimension, shape.rank());
  if (random.chance(0.65)) x = writer.chain(x, static_cast<int>(random.range(1, 2)), kAllGroups);
  std::string e = x.text, text;
  constexpr Range summed{-1e5, 1e5, -30, 30};
  Range range = summed;
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2:
      text = pick(random, {fmt::format("torch.cumsum({}, dim={})", e, dim),
                           fmt::format("{}.cumsum(dim={})", writer.atom(x), dim)});
      break;
    case 3:
      text = fmt::format("torch.flip(torch.cumsum(torch.flip({}, dims=[{}]), dim={}), dims=[{}])", e, dim,
                         dim, dim);
      break;
    case 4: {
      std::string v = writer.named(x).text;
      text = fmt::format("torch.cumsum({}, dim={}) - {}", v, dim, v);
      break;
    }
    case 5:
      text = pick(random, {fmt::format("torch.cummax({}, dim={})[0]", e, dim),
                           fmt::format("torch.cummax({}, dim={}).values", e, dim),
                           fmt::format("torch.cummin({}, dim={})[0]", e, dim)});
      range = {-1e5, 1e5, -2, 2};
      break;
    case 6:
      // Factors near one: a product of many others would leave float32's range.
      text = fmt::format("torch.cumprod(1 + {} * torch.tanh({}), dim={})",
                         pick(random, {"0.01", "0.02", "0.005"}), e, dim);
      range = {0, 1e5, 0.5, 2};
      break;
    default: {
      std::string v = writer.named(x).text;
      text = fmt::format("{} * torch.cumsum(torch.sigmoid({}), dim={})", v, v, dim);
    }
  }
  Expression result = writer.step(std::move(text), range);
  if (random.chance(0.35)) result = writer.chain(result, 1, kArithmetic);
  return {result};
}

}  // namespace tilewright::tasks
