#include "tune/objective.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace tilewright::tune {
namespace {

enum class Ratio : uint8_t { Token, Sequence };
enum class Shape : uint8_t { Clip, Plain, Capped, Soft, GeometricMean };

struct Row {
  Ratio ratio;
  Shape shape;
  double low, high;
};

constexpr Row kRows[] = {
#define TW_OBJECTIVE(identifier, spelling, ratio, shape, low, high, doc) \
  {Ratio::ratio, Shape::shape, low, high},
#include "tune/objectives.def"
#undef TW_OBJECTIVE
};

constexpr Algorithm kAlgorithms[] = {
#define TW_ALGORITHM(spelling, advantage, objective, denominator, doc) \
  {spelling, AdvantageKind::advantage, ObjectiveKind::objective, Denominator::denominator, doc},
#include "tune/algorithms.def"
#undef TW_ALGORITHM
};

constexpr double kLogRatioLimit = 20;  // as verl: exp() stays finite whatever the drift

struct Bounds {
  double low, high;
};

// Loss and derivative of one token whose (token or sequence) ratio is `ratio`; the derivative of the ratio
// by the token's logp is the ratio itself.
ValueAndGradient clipped(double ratio, double advantage, Bounds bounds, double dual_clip,
                         TokenLosses& counts) {
  double free_loss = -ratio * advantage;
  double bounded = std::clamp(ratio, 1 - bounds.low, 1 + bounds.high);
  double bounded_loss = -bounded * advantage;
  ValueAndGradient result{free_loss, free_loss};
  if (bounded_loss > free_loss) {
    result = {bounded_loss, 0};
    ++(ratio < 1 ? counts.clipped_low : counts.clipped_high);
  }
  if (dual_clip > 1 && advantage < 0 && result.value > -dual_clip * advantage) {
    if (result.gradient != 0) ++counts.clipped_high;
    result = {-dual_clip * advantage, 0};
  }
  return result;
}

ValueAndGradient soft(double ratio, double advantage, const ObjectiveOptions& options) {
  double temperature = advantage > 0 ? options.soft_positive : options.soft_negative;
  double gate = 1 / (1 + std::exp(-temperature * (ratio - 1)));
  return {-4 / temperature * gate * advantage, -4 * gate * (1 - gate) * ratio * advantage};
}

double log_ratio(const TokenInputs& inputs, size_t t) {
  return std::clamp(static_cast<double>(inputs.logp[t]) - inputs.old_logp[t], -kLogRatioLimit,
                    kLogRatioLimit);
}

// Mean over trained tokens of the log-ratio, optionally clipped on the side of the advantage's sign (GMPO).
struct SequenceRatio {
  double ratio = 1;
  std::vector<bool> is_clipped;
};
SequenceRatio sequence_ratio(const TokenInputs& inputs, std::optional<Bounds> clip, TokenLosses& counts) {
  SequenceRatio result{1, std::vector<bool>(inputs.logp.size())};
  double sum = 0;
  int tokens = 0;
  for (size_t t = 0; t < inputs.logp.size(); ++t) {
    if (!inputs.mask[t]) continue;
    double value = log_ratio(inputs, t);
    if (clip && inputs.advantages[t] > 0 && value > clip->high) {
      value = clip->high;
      result.is_clipped[t] = true;
      ++counts.clipped_high;
    } else if (clip && inputs.advantages[t] < 0 && value < -clip->low) {
      value = -clip->low;
      result.is_clipped[t] = true;
      ++counts.clipped_low;
    }
    sum += value;
    ++tokens;
  }
  if (tokens > 0) result.ratio = std::exp(sum / tokens);
  return result;
}

}  // namespace

const Algorithm* find_algorithm(std::string_view name) {
  for (const Algorithm& algorithm : kAlgorithms) {
    if (algorithm.spelling == name) return &algorithm;
  }
  return nullptr;
}

std::vector<std::string_view> algorithm_names() {
  std::vector<std::string_view> names;
  for (const Algorithm& algorithm : kAlgorithms) names.push_back(algorithm.spelling);
  return names;
}

TokenLosses policy_loss(ObjectiveKind kind, const TokenInputs& inputs, const ObjectiveOptions& options) {
  const Row& objective = kRows[static_cast<size_t>(kind)];
  size_t length = inputs.logp.size();
  TW_CHECK(inputs.old_logp.size() == length && inputs.advantages.size() == length &&
           inputs.mask.size() == length);
  Bounds bounds{options.clip_low.value_or(objective.low), options.clip_high.value_or(objective.high)};
  TokenLosses result{.loss = std::vector<double>(length), .gradient = std::vector<double>(length)};
  SequenceRatio sequence;
  if (objective.ratio == Ratio::Sequence) {
    bool clips_tokens = objective.shape == Shape::GeometricMean;
    sequence = sequence_ratio(inputs, clips_tokens ? std::optional(bounds) : std::nullopt, result);
  }
  for (size_t t = 0; t < length; ++t) {
    if (!inputs.mask[t]) continue;
    double advantage = inputs.advantages[t];
    double ratio = objective.ratio == Ratio::Sequence ? sequence.ratio : std::exp(log_ratio(inputs, t));
    ValueAndGradient token;
    switch (objective.shape) {
      case Shape::Clip:
        token = clipped(ratio, advantage, bounds, options.dual_clip, result);
        break;
      case Shape::Plain:
        token = {-advantage * inputs.logp[t], -advantage};
        break;
      case Shape::Capped: {
        double cap = std::min(ratio, bounds.high);
        if (cap < ratio) ++result.clipped_high;
        token = {-cap * advantage * inputs.logp[t], -cap * advantage};
        break;
      }
      case Shape::Soft:
        token = soft(ratio, advantage, options);
        break;
      case Shape::GeometricMean:
        token = {-ratio * advantage, sequence.is_clipped[t] ? 0 : -ratio * advantage};
        break;
    }
    result.loss[t] = token.value;
    result.gradient[t] = token.gradient;
    result.ratio_min = result.tokens == 0 ? ratio : std::min(result.ratio_min, ratio);
    result.ratio_max = result.tokens == 0 ? ratio : std::max(result.ratio_max, ratio);
    result.ratio_sum += ratio;
    ++result.tokens;
  }
  return result;
}

std::vector<double> loss_weights(Denominator denominator, const std::vector<int>& trained_tokens,
                                 int longest_allowed) {
  int64_t tokens = 0, completions = 0;
  for (int count : trained_tokens) {
    tokens += count;
    completions += count > 0;
  }
  std::vector<double> weights(trained_tokens.size(), 0);
  for (size_t i = 0; i < weights.size(); ++i) {
    if (trained_tokens[i] == 0) continue;
    switch (denominator) {
      case Denominator::Tokens:
        weights[i] = 1.0 / static_cast<double>(tokens);
        break;
      case Denominator::Sequences:
        weights[i] = 1.0 / (static_cast<double>(trained_tokens[i]) * static_cast<double>(completions));
        break;
      case Denominator::Constant:
        weights[i] = 1.0 / (static_cast<double>(longest_allowed) * static_cast<double>(completions));
        break;
    }
  }
  return weights;
}

ValueAndGradient value_loss(double value, double old_value, double target, double clip) {
  double difference = value - target;
  ValueAndGradient result{0.5 * difference * difference, difference};
  if (clip <= 0) return result;
  double bounded = std::clamp(value, old_value - clip, old_value + clip);
  double bounded_loss = 0.5 * (bounded - target) * (bounded - target);
  if (bounded_loss > result.value) result = {bounded_loss, bounded == value ? difference : 0};
  return result;
}

ValueAndGradient kl_estimate(KlKind kind, double logp, double reference_logp) {
  double difference = logp - reference_logp;
  switch (kind) {
    case KlKind::K1:
      return {difference, 1};
    case KlKind::K2:
      return {0.5 * difference * difference, difference};
    case KlKind::K3: {
      double inverse = std::exp(std::clamp(-difference, -kLogRatioLimit, kLogRatioLimit));
      return {inverse + difference - 1, 1 - inverse};
    }
  }
  TW_CHECK(false, "no such estimator");
}

}  // namespace tilewright::tune
