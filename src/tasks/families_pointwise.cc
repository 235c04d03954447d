// Families whose outputs depend on single elements: elementwise chains, binary operations,
// activations, transposes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tasks/families.h"

namespace tilewright::tasks {

int64_t draw_size(Random& random, int64_t low, int64_t high) {
  double exponent =
      std::log2(static_cast<double>(low)) +
      random.uniform() * (std::log2(static_cast<double>(high)) - std::log2(static_cast<double>(low)));
  auto any = static_cast<int64_t>(std::lround(std::exp2(exponent)));
  switch (random.below(4)) {
    case 0:
      return std::clamp(any, low, high);
    case 1:
      return std::clamp<int64_t>(any / 8 * 8, low, high);
    default:
      return std::clamp<int64_t>(int64_t{1} << std::lround(exponent), low, high);
  }
}

Shape draw_shape(ProgramWriter& writer, size_t least_rank, size_t most_rank, int64_t most_elements,
                 int64_t widest) {
  Random& random = writer.random();
  auto rank =
      static_cast<size_t>(random.range(static_cast<int64_t>(least_rank), static_cast<int64_t>(most_rank)));
  if (rank > 2 && random.chance(0.4)) rank = std::max<size_t>(least_rank, 2);
  Shape shape;
  auto add = [&](std::string_view role, int64_t value) {
    shape.names.push_back(writer.size(role, value));
    shape.values.push_back(value);
  };
  if (rank == 1) {
    add("elements", draw_size(random, most_elements / 16, most_elements));
    return shape;
  }
  int64_t columns = draw_size(random, 32, rank == 4 ? 128 : widest);
  int64_t left = std::max<int64_t>(16, most_elements / columns);
  if (rank == 2) {
    add("rows", draw_size(random, std::max<int64_t>(16, left / 16), std::max<int64_t>(left, 17)));
    add("columns", columns);
  } else if (rank == 3) {
    int64_t batch = draw_size(random, 4, 64);
    add("rows", batch);
    add("sequence",
        draw_size(random, std::max<int64_t>(16, left / batch / 8), std::max<int64_t>(17, left / batch)));
    add("columns", columns);
  } else {
    int64_t batch = draw_size(random, 4, 32), channels = draw_size(random, 4, 64);
    add("rows", batch);
    add("channels", channels);
    add("height",
        draw_size(random, 16, std::max<int64_t>(17, std::min<int64_t>(left / (batch * channels), 128))));
    add("width", columns);
  }
  return shape;
}

std::string spell_dimension(Random& random, size_t dimension, size_t rank) {
  if (dimension + 1 == rank && random.chance(0.6)) return "-1";
  return std::to_string(dimension);
}

std::vector<Expression> build_elementwise(ProgramWriter& writer) {
  Shape shape = draw_shape(writer, 1, 4);
  Expression x = writer.input(shape.names);
  return {writer.chain(x, static_cast<int>(writer.random().range(1, 5)), kAllGroups)};
}

namespace {

Range spread_of(const Range& a, const Range& b, double (*f)(double, double)) {
  auto corners = [&](double al, double ah, double bl, double bh) {
    std::array<double, 4> v = {f(al, bl), f(al, bh), f(ah, bl), f(ah, bh)};
    return std::pair(*std::min_element(v.begin(), v.end()), *std::max_element(v.begin(), v.end()));
  };
  auto [low, high] = corners(a.low, a.high, b.low, b.high);
  auto [usual_low, usual_high] = corners(a.usual_low, a.usual_high, b.usual_low, b.usual_high);
  return {low, high, usual_low, usual_high};
}

// One of the ways to combine two tensors.
Expression combine(ProgramWriter& writer, const Expression& left, const Expression& right) {
  Random& random = writer.random();
  std::string a = writer.atom(left), b = writer.atom(right);
  auto pick = [&](std::initializer_list<std::string> spellings) {
    return *(spellings.begin() + random.below(spellings.size()));
  };
  auto sum = [](double u, double v) { return u + v; };
  auto difference = [](double u, double v) { return u - v; };
  auto product = [](double u, double v) { return u * v; };
  switch (random.below(12)) {
    case 0:
    case 1:
      return writer.step(pick({a + " + " + b, fmt::format("torch.add({}, {})", left.text, right.text),
                               a + ".add(" + right.text + ")"}),
                         spread_of(left.range, right.range, sum));
    case 2:
      return writer.step(pick({a + " - " + b, fmt::format("torch.sub({}, {})", left.text, right.text)}),
                         spread_of(left.range, right.range, difference));
    case 3:
    case 4:
      return writer.step(pick({a + " * " + b, fmt::format("torch.mul({}, {})", left.text, right.text),
                               a + ".mul(" + right.text + ")"}),
                         spread_of(left.range, right.range, product));
    case 5: {
      std::string t = writer.number(writer.vocabulary().moderate());
      return writer.step(
          pick({fmt::format("{} / (torch.abs({}) + {})", a, right.text, t),
                fmt::format("torch.div({}, {}.abs() + {})", left.text, b, t)}),
          {left.range.low * 2, left.range.high * 2, left.range.usual_low, left.range.usual_high});
    }
    case 6:
      return writer.step(
          pick({fmt::format("torch.maximum({}, {})", left.text, right.text),
                fmt::format("torch.max({}, {})", left.text, right.text)}),
          spread_of(left.range, right.range, [](double u, double v) { return std::max(u, v); }));
    case 7:
      return writer.step(
          pick({fmt::format("torch.minimum({}, {})", left.text, right.text),
                fmt::format("torch.min({}, {})", left.text, right.text)}),
          spread_of(left.range, right.range, [](double u, double v) { return std::min(u, v); }));
    case 8: {
      std::string c = writer.number(writer.vocabulary().constant());
      return writer.step(pick({fmt::format("{} + {} * {}", a, c, b),
                               fmt::format("torch.add({}, {}, alpha={})", left.text, right.text, c)}),
                         spread_of(left.range, right.range, [](double u, double v) { return u + 10 * v; }));
    }
    case 9: {
      std::string s = writer.number(writer.vocabulary().slope());
      return writer.step(
          pick({fmt::format("torch.lerp({}, {}, {})", left.text, right.text, s),
                fmt::format("{} + {} * ({} - {})", a, s, b, a)}),
          spread_of(left.range, right.range, [](double u, double v) { return u + 0.5 * (v - u); }));
    }
    case 10:
      return writer.step(pick({fmt::format("{} * torch.sigmoid({})", a, right.text),
                               fmt::format("torch.sigmoid({}) * {}", right.text, a)}),
                         {left.range.low, left.range.high, left.range.usual_low, left.range.usual_high});
    default:
      return writer.step(
          pick({fmt::format("torch.abs({} - {})", a, b), fmt::format("({} - {}).abs()", a, b)}),
          {0, left.range.high + 60, 0, 3});
  }
}

// Sizes of a second operand that broadcasts against `shape`.
std::vector<std::string> broadcast_sizes(Random& random, const Shape& shape) {
  std::vector<std::string> sizes = shape.names;
  switch (random.below(5)) {
    case 0:
      return {sizes.back()};
    case 1:
      sizes.back() = "1";
      return sizes;
    case 2:
      sizes.front() = "1";
      return sizes;
    default:
      return sizes;
  }
}

}  // namespace

std::vector<Expression> build_binary(ProgramWriter& writer) {
  Random& random = writer.random();
  Shape shape = draw_shape(writer, 2, 3);
  Expression a = writer.input(shape.names), b = writer.input(broadcast_sizes(random, shape));
  bool has_third = random.chance(0.35);
  std::optional<Expression> c;
  if (has_third) c = writer.input(broadcast_sizes(random, shape));
  writer.keep_inputs();
  if (random.chance(0.3)) a = writer.chain(a, 1, kAllGroups);
  if (random.chance(0.3)) b = writer.chain(b, 1, kAllGroups);
  Expression result;
  if (c && random.chance(0.2)) {
    std::string value = writer.number(writer.vocabulary().constant());
    result = writer.step(fmt::format("torch.addcmul({}, {}, {}, value={})", a.text, b.text, c->text, value),
                         {-4e4, 4e4, -20, 20});
  } else {
    // Named operands: combine() may write one of them twice.
    result = combine(writer, writer.named(a), writer.named(b));
    if (c) result = combine(writer, writer.named(result), *c);
  }
  return {writer.chain(result, static_cast<int>(random.range(0, 2)), kAllGroups)};
}

std::vector<Expression> build_activation(ProgramWriter& writer) {
  Random& random = writer.random();
  Shape shape = draw_shape(writer, 2, 4);
  Expression x = writer.input(shape.names);
  if (random.chance(0.15)) {  // a gated unit
    Expression gate = writer.input(shape.names);
    writer.keep_inputs();
    Expression opened = writer.named(writer.chain(gate, 1, kActivation));
    Expression product = writer.step(writer.atom(x) + " * " + opened.text, {-4000, 4000, -3, 3});
    return {writer.chain(product, static_cast<int>(random.range(0, 1)), kArithmetic)};
  }
  if (random.chance(0.3)) x = writer.chain(x, 1, kArithmetic);
  x = writer.chain(x, 1, kActivation);
  if (random.chance(0.4)) x = writer.chain(x, 1, kArithmetic);
  if (random.chance(0.2)) x = writer.chain(x, 1, kActivation);
  return {x};
}

std::vector<Expression> build_transpose(ProgramWriter& writer) {
  Random& random = writer.random();
  Shape shape = draw_shape(writer, 2, 3, int64_t{1} << 21, 2048);
  Expression x = writer.input(shape.names);
  std::vector<std::string> turned = shape.names;
  std::vector<std::string> spellings;
  if (shape.rank() == 2) {
    std::swap(turned[0], turned[1]);
    spellings = {".t()", ".T", ".transpose(0, 1)", ".transpose(-2, -1)", ".permute(1, 0)"};
  } else if (random.chance(0.6)) {
    std::swap(turned[1], turned[2]);
    spellings = {".transpose(1, 2)", ".transpose(-1, -2)", ".permute(0, 2, 1)"};
  } else {
    std::swap(turned[0], turned[1]);
    spellings = {".transpose(0, 1)", ".permute(1, 0, 2)"};
  }
  std::optional<Expression> other;
  if (random.chance(0.35)) other = writer.input(turned);
  writer.keep_inputs();
  if (random.chance(0.45)) x = writer.chain(x, static_cast<int>(random.range(1, 2)), kAllGroups);
  x = writer.named(x);
  std::string text = x.text + random.pick(spellings);
  if (!other && random.chance(0.7)) text += ".contiguous()";
  Expression result = writer.step(std::move(text), x.range);
  if (other) result = combine(writer, writer.named(result), *other);
  int after = static_cast<int>(random.range(other || result.text.ends_with(".contiguous()") ? 0 : 1, 2));
  return {writer.chain(result, after, kAllGroups)};
}

}  // namespace tilewright::tasks
