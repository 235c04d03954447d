// Families that join whole tensors: losses and matrix products.
#include <fmt/format.h>

#include <algorithm>

#include "tasks/families.h"

namespace tilewright::tasks {
namespace {

std::string pick(Random& random, std::initializer_list<std::string> spellings) {
  return *(spellings.begin() + random.below(spellings.size()));
}

// A loss whose two arguments have one shape; elementwise text in v (difference) form or a named function.
std::string spell_regression_loss(ProgramWriter& writer, const std::string& p, const std::string& t) {
  Random& random = writer.random();
  std::string delta = writer.vocabulary().moderate();
  std::string reduction = pick(random, {"", "", "", ", reduction='sum'", ", reduction='none'"});
  switch (random.below(10)) {
    case 0:
      return fmt::format("F.mse_loss({}, {}{})", p, t, reduction);
    case 1:
      return pick(random, {fmt::format("torch.mean(({} - {}) ** 2)", p, t),
                           fmt::format("(({} - {}) ** 2).mean()", p, t),
                           fmt::format("(({} - {}) ** 2).mean(dim=-1)", p, t),
                           fmt::format("torch.sum(({} - {}) ** 2, dim=-1)", p, t)});
    case 2:
      return fmt::format("F.l1_loss({}, {}{})", p, t, reduction);
    case 3:
      return pick(random, {fmt::format("torch.mean(torch.abs({} - {}))", p, t),
                           fmt::format("({} - {}).abs().sum(dim=-1)", p, t)});
    case 4:
      return pick(random, {fmt::format("F.smooth_l1_loss({}, {}{})", p, t, reduction),
                           fmt::format("F.smooth_l1_loss({}, {}, beta={})", p, t, delta)});
    case 5:
      return pick(random, {fmt::format("F.huber_loss({}, {}, delta={}{})", p, t, delta, reduction),
                           fmt::format("F.huber_loss({}, {})", p, t)});
    case 6: {
      std::string made = pick(random, {"nn.MSELoss()", "nn.L1Loss()", "nn.SmoothL1Loss()",
                                       fmt::format("nn.HuberLoss(delta={})", delta)});
      return fmt::format("{}({}, {})", writer.module(pick(random, {"loss", "criterion", "loss_fn"}), made), p,
                         t);
    }
    case 7:
      return fmt::format("F.binary_cross_entropy_with_logits({}, torch.sigmoid({}){})", p, t, reduction);
    case 8:
      return pick(
          random,
          {fmt::format("torch.mean(torch.log(torch.cosh(torch.clamp({} - {}, -9, 9))))", p, t),
           fmt::format("torch.sqrt(torch.mean(({} - {}) ** 2) + {})", p, t, writer.vocabulary().epsilon())});
    default:
      return pick(
          random,
          {fmt::format("F.kl_div(F.log_softmax({}, dim=-1), F.softmax({}, dim=-1), reduction='batchmean')", p,
                       t),
           fmt::format("1 - F.cosine_similarity({}, {}, dim=-1)", p, t),
           fmt::format("torch.mean(1 - F.cosine_similarity({}, {}, dim=-1))", p, t)});
  }
}

std::vector<Expression> build_classification_loss(ProgramWriter& writer) {
  Random& random = writer.random();
  std::string rows = writer.size("rows", draw_size(random, 1024, 16384));
  int64_t classes = draw_size(random, 8, 1024);
  std::string columns = writer.size("classes", classes);
  Expression logits = writer.input({rows, columns});
  std::string labels = writer.input_from(fmt::format("torch.randint(0, {}, ({},))", columns, rows), {}).text;
  writer.keep_inputs();
  if (random.chance(0.4)) logits = writer.chain(logits, 1, kArithmetic | kActivation);
  std::string e = logits.text, smoothing = writer.vocabulary().slope();
  std::string text =
      pick(random, {fmt::format("F.cross_entropy({}, {})", e, labels),
                    fmt::format("F.cross_entropy({}, {}, reduction='none')", e, labels),
                    fmt::format("F.nll_loss(F.log_softmax({}, dim=-1), {})", e, labels),
                    fmt::format("F.cross_entropy({}, {}, label_smoothing={})", e, labels, smoothing),
                    fmt::format("F.cross_entropy({}, {}, reduction='sum')", e, labels)});
  writer.use_functional();
  return {writer.step(std::move(text), {0, 1e4, 1, 8})};
}

std::vector<Expression> build_margin_loss(ProgramWriter& writer) {
  Random& random = writer.random();
  Shape shape = draw_shape(writer, 1, 2, int64_t{1} << 20, 2048);
  Expression scores = writer.input(shape.names);
  std::string sizes = fmt::format("({}{})", fmt::join(shape.names, ", "), shape.rank() == 1 ? "," : "");
  std::string signs =
      writer.input_from(fmt::format("torch.randint(0, 2, {}).float() * 2 - 1", sizes), {-1, 1, -1, 1}).text;
  writer.keep_inputs();
  if (random.chance(0.4)) scores = writer.chain(scores, 1, kArithmetic);
  std::string s = writer.atom(scores), margin = writer.number(writer.vocabulary().moderate());
  std::string text =
      pick(random, {fmt::format("torch.mean(torch.clamp({} - {} * {}, min=0))", margin, s, signs),
                    fmt::format("torch.relu({} - {} * {}).mean()", margin, s, signs),
                    fmt::format("torch.mean(torch.relu({} - {} * {}) ** 2)", margin, s, signs),
                    fmt::format("torch.mean(F.softplus(-{} * {}))", s, signs)});
  if (text.find("F.") != std::string::npos) writer.use_functional();
  return {writer.step(std::move(text), {0, 1e4, 0, 3})};
}

}  // namespace

std::vector<Expression> build_loss(ProgramWriter& writer) {
  Random& random = writer.random();
  if (random.chance(0.2)) return build_classification_loss(writer);
  if (random.chance(0.2)) return build_margin_loss(writer);
  Shape shape = draw_shape(writer, 2, 2, int64_t{1} << 20, 2048);
  Expression predicted = writer.input(shape.names), target = writer.input(shape.names);
  writer.keep_inputs();
  if (random.chance(0.4)) predicted = writer.chain(predicted, 1, kAllGroups);
  if (random.chance(0.2)) target = writer.chain(target, 1, kAllGroups);
  std::string p = has_outer_operator(predicted.text) ? writer.named(predicted).text : predicted.text;
  std::string t = has_outer_operator(target.text) ? writer.named(target).text : target.text;
  std::string text = spell_regression_loss(writer, p, t);
  if (text.find("F.") != std::string::npos) writer.use_functional();
  Expression result = writer.step(std::move(text), {0, 1e4, 0.2, 5});
  if (random.chance(0.25)) result = writer.chain(result, 1, kArithmetic, kGrows);
  return {result};
}

std::vector<Expression> build_matmul(ProgramWriter& writer) {
  Random& random = writer.random();
  // Normal inputs only: products of uniform ones are all large, where activations are flat.
  auto input = [&](const std::vector<std::string>& sizes) {
    return writer.input_from(fmt::format("torch.randn({})", fmt::join(sizes, ", ")), kNormalInput);
  };
  int64_t m = draw_size(random, 128, 2048), n = draw_size(random, 128, 2048), k = draw_size(random, 64, 1024);
  std::string rows = writer.size("rows", m), inner = writer.size("inner", k), outer = writer.size("outer", n);
  constexpr Range product{-1e4, 1e4, -20, 20};
  std::string text;
  std::optional<Expression> bias;
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2: {
      Expression x = input({rows, inner});
      std::string in = writer.init_argument("inner", inner), out = writer.init_argument("outer", outer);
      std::string made = pick(random, {fmt::format("nn.Linear({}, {})", in, out),
                                       fmt::format("nn.Linear({}, {}, bias=False)", in, out)});
      text = fmt::format("{}({})", writer.module(pick(random, {"linear", "fc", "proj"}), made), x.text);
      break;
    }
    case 3: {
      Expression a = input({rows, inner}), b = input({inner, outer});
      text = pick(random,
                  {fmt::format("torch.matmul({}, {})", a.text, b.text),
                   fmt::format("torch.mm({}, {})", a.text, b.text), fmt::format("{} @ {}", a.text, b.text),
                   fmt::format("{}.matmul({})", a.text, b.text)});
      break;
    }
    case 4: {
      Expression a = input({rows, inner}), b = input({outer, inner});
      text = pick(random, {fmt::format("torch.matmul({}, {}.T)", a.text, b.text),
                           fmt::format("{} @ {}.t()", a.text, b.text),
                           fmt::format("F.linear({}, {})", a.text, b.text)});
      break;
    }
    case 5: {
      Expression a = input({inner, rows}), b = input({inner, outer});
      text = pick(random, {fmt::format("torch.matmul({}.T, {})", a.text, b.text),
                           fmt::format("{}.t() @ {}", a.text, b.text)});
      break;
    }
    case 6: {
      Expression a = input({rows, inner}), w = input({outer, inner}), b = input({outer});
      text = pick(random, {fmt::format("F.linear({}, {}, {})", a.text, w.text, b.text),
                           fmt::format("{} @ {}.t() + {}", a.text, w.text, b.text),
                           fmt::format("torch.addmm({}, {}, {}.t())", b.text, a.text, w.text)});
      break;
    }
    default: {
      std::string batch = writer.size("sequence", draw_size(random, 2, 16));
      Expression a = input({batch, rows, inner}), b = input({batch, inner, outer});
      text = pick(random, {fmt::format("torch.bmm({}, {})", a.text, b.text),
                           fmt::format("torch.matmul({}, {})", a.text, b.text)});
    }
  }
  if (random.chance(0.25)) bias = input({outer});
  writer.keep_inputs();
  if (text.find("F.") != std::string::npos) writer.use_functional();
  Expression result = writer.step(std::move(text), product);
  if (bias) result = writer.step(writer.atom(result) + " + " + bias->text, product);
  if (random.chance(0.35)) result = writer.chain(result, 1, kArithmetic, 0, kSaturates);
  if (random.chance(0.65)) result = writer.chain(result, 1, kActivation);
  return {result};
}

}  // namespace tilewright::tasks
