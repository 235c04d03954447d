#include "tasks/operations.h"

#include <algorithm>
#include <cmath>

namespace tilewright::tasks {
namespace {

using Constants = OperationConstants;

// Beyond this the next operations lose too many digits.
constexpr double kLargest = 1e5;

template <class Function>
std::optional<Range> increasing(const Range& r, Function f) {
  Range result{f(r.low), f(r.high), f(r.usual_low), f(r.usual_high)};
  if (!(std::abs(result.low) <= kLargest && std::abs(result.high) <= kLargest)) return std::nullopt;
  return result;
}
template <class Function>
std::optional<Range> decreasing(const Range& r, Function f) {
  Range result{f(r.high), f(r.low), f(r.usual_high), f(r.usual_low)};
  if (!(std::abs(result.low) <= kLargest && std::abs(result.high) <= kLargest)) return std::nullopt;
  return result;
}
Range magnitude(const Range& r) {
  auto least = [](double low, double high) {
    return low <= 0 && high >= 0 ? 0 : std::min(std::abs(low), std::abs(high));
  };
  auto most = [](double low, double high) { return std::max(std::abs(low), std::abs(high)); };
  return {least(r.low, r.high), most(r.low, r.high), least(r.usual_low, r.usual_high),
          most(r.usual_low, r.usual_high)};
}

using R = std::optional<Range>;

R scale(const Range& r, const Constants& k) {
  return increasing(r, [&](double v) { return v * k.c; });
}
R shift(const Range& r, const Constants& k) {
  return increasing(r, [&](double v) { return v + k.c; });
}
R minus(const Range& r, const Constants& k) {
  return increasing(r, [&](double v) { return v - k.c; });
}
R reverse_minus(const Range& r, const Constants& k) {
  return decreasing(r, [&](double v) { return k.c - v; });
}
R divide(const Range& r, const Constants& k) {
  return increasing(r, [&](double v) { return v / k.c; });
}
R affine(const Range& r, const Constants& k) {
  return increasing(r, [&](double v) { return v * k.c + k.t; });
}
R negate(const Range& r, const Constants&) {
  return decreasing(r, [](double v) { return -v; });
}
R absolute(const Range& r, const Constants&) { return magnitude(r); }
R square(const Range& r, const Constants&) {
  return increasing(magnitude(r), [](double v) { return v * v; });
}
R cube(const Range& r, const Constants&) {
  if (r.high > 70 || r.low < -70) return std::nullopt;
  return Range{std::max(-kLargest, r.low * r.low * r.low), std::min(kLargest, r.high * r.high * r.high),
               r.usual_low * r.usual_low * r.usual_low, r.usual_high * r.usual_high * r.usual_high};
}
R clamp(const Range& r, const Constants& k) {
  if (k.low >= r.usual_high || k.high <= r.usual_low) return std::nullopt;  // a constant
  if (k.low <= r.low && k.high >= r.high) return std::nullopt;              // the identity
  return increasing(r, [&](double v) { return std::clamp(v, k.low, k.high); });
}
R clamp_min(const Range& r, const Constants& k) {
  if (k.low >= r.usual_high || k.low <= r.low) return std::nullopt;
  return increasing(r, [&](double v) { return std::max(v, k.low); });
}
R clamp_max(const Range& r, const Constants& k) {
  if (k.high <= r.usual_low || k.high >= r.high) return std::nullopt;
  return increasing(r, [&](double v) { return std::min(v, k.high); });
}
R leaky(const Range& r, const Constants& k) {
  return increasing(r, [&](double v) { return v > 0 ? v : v * k.s; });
}
R exponential_capped(const Range& r, const Constants& k) {
  if (r.low < -80 || k.high <= r.usual_low) return std::nullopt;
  return increasing(r, [&](double v) { return std::exp(std::min(v, k.high)); });
}
R exponential(const Range& r, const Constants&) {
  if (r.high > 9 || r.low < -80) return std::nullopt;
  return increasing(r, [](double v) { return std::exp(v); });
}
R exponential_decay(const Range& r, const Constants&) {
  Range m = magnitude(r);
  if (m.high > 80 || m.usual_low > 5) return std::nullopt;
  return decreasing(m, [](double v) { return std::exp(-v); });
}
R bell(const Range& r, const Constants&) {
  Range m = magnitude(r);
  if (m.usual_low > 2) return std::nullopt;
  return decreasing(m, [](double v) { return std::exp(-v * v); });
}
R logarithm_safe(const Range& r, const Constants& k) {
  return increasing(magnitude(r), [&](double v) { return std::log(v + k.c); });
}
R logarithm(const Range& r, const Constants&) {
  if (r.low < 0.05) return std::nullopt;
  return increasing(r, [](double v) { return std::log(v); });
}
R log1p(const Range& r, const Constants&) {
  if (r.low < 0) return std::nullopt;
  return increasing(r, [](double v) { return std::log1p(v); });
}
// Two spellings, |x| and x * x: the wider range of both.
R log1p_safe(const Range& r, const Constants&) {
  return increasing(magnitude(r), [](double v) { return std::log1p(std::max(v, v * v)); });
}
R square_root(const Range& r, const Constants&) {
  if (r.low < 0) return std::nullopt;
  return increasing(r, [](double v) { return std::sqrt(v); });
}
R square_root_safe(const Range& r, const Constants& k) {
  return increasing(magnitude(r), [&](double v) { return std::sqrt(std::max(v, v * v) + k.c); });
}
R reciprocal_root_safe(const Range& r, const Constants& k) {
  Range m = magnitude(r);
  if (m.usual_low > 10) return std::nullopt;
  return decreasing(m, [&](double v) { return 1 / std::sqrt(v + k.t); });
}
R reciprocal_safe(const Range& r, const Constants& k) {
  Range m = magnitude(r);
  if (m.usual_low > 10) return std::nullopt;
  return decreasing(m, [&](double v) { return 1 / (v + k.t); });
}
R wave(const Range& r, const Constants&) {
  if (std::max(std::abs(r.low), std::abs(r.high)) > 700) return std::nullopt;
  if (r.usual_width() > 5) return Range{-1, 1, -1, 1};
  double first = std::sin(r.usual_low), last = std::sin(r.usual_high);
  return Range{-1, 1, std::min(first, last), std::max(first, last)};
}
R unit(const Range& r, const Constants&) {
  return increasing(r, [](double v) { return std::tanh(v); });
}
R arctangent(const Range& r, const Constants&) {
  return increasing(r, [](double v) { return std::atan(v); });
}
R logistic(const Range& r, const Constants&) {
  return increasing(r, [](double v) { return 1 / (1 + std::exp(-v)); });
}
R relu(const Range& r, const Constants&) {
  if (r.usual_high <= 0) return std::nullopt;
  return increasing(r, [](double v) { return std::max(v, 0.0); });
}
R elu(const Range& r, const Constants& k) {
  return increasing(r,
                    [&](double v) { return v > 0 ? 1.06 * v : 1.76 * std::max(k.t, 1.0) * std::expm1(v); });
}
R gelu(const Range& r, const Constants&) {
  if (r.usual_high <= 0) return std::nullopt;
  auto gate = [](double v) { return v / (1 + std::exp(-v)); };
  return Range{-0.31, std::max(r.high, 0.0), r.usual_low < 0 ? -0.2 : gate(r.usual_low), gate(r.usual_high)};
}
R softplus(const Range& r, const Constants&) {
  return increasing(r, [](double v) { return v > 30 ? v : std::log1p(std::exp(v)); });
}
R relu6(const Range& r, const Constants&) {
  if (r.usual_high <= 0 || r.usual_low >= 6) return std::nullopt;
  return increasing(r, [](double v) { return std::clamp(v, 0.0, 6.0); });
}
R log_sigmoid(const Range& r, const Constants&) {
  return increasing(r, [](double v) { return v > 30 ? -std::exp(-v) : v - std::log1p(std::exp(v)); });
}
R tanhshrink(const Range& r, const Constants&) {
  return increasing(r, [](double v) { return v - std::tanh(v); });
}
R softshrink(const Range& r, const Constants& k) {
  return increasing(r, [&](double v) { return v > k.s ? v : v < -k.s ? v : 0; });
}
R squared_relu(const Range& r, const Constants&) {
  if (r.usual_high <= 0) return std::nullopt;
  return increasing(r, [](double v) { return v > 0 ? v * v : 0; });
}

}  // namespace

std::span<const Operation> operations() {
  static const std::vector<Operation> all = {
#define TW_OPERATION(identifier, group, rule, flags, ...) \
  {#identifier, OperationGroup::group, rule, flags, {__VA_ARGS__}},
#include "tasks/operations.def"
#undef TW_OPERATION
  };
  return all;
}

}  // namespace tilewright::tasks
