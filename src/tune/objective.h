// Policy and value losses of RL as functions of plain numbers: each gives the loss of every token
// and its derivative with respect to the token's log-probability (or value). The trainer multiplies
// the derivatives with the log-probabilities and lets autograd do the rest, so the mathematics here
// needs no tensors. Rows: objectives.def; whole algorithms: algorithms.def.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tune/advantage.h"

namespace tilewright::tune {

enum class ObjectiveKind : uint8_t {
#define TW_OBJECTIVE(identifier, spelling, ratio, shape, low, high, doc) identifier,
#include "tune/objectives.def"
#undef TW_OBJECTIVE
};

// What the sum over tokens is divided by. Always counted over the whole optimiser step, so that the loss
// does not depend on micro-batches, padding or ranks.
enum class Denominator : uint8_t {
  Tokens,     // trained tokens of the step (DAPO)
  Sequences,  // each completion's own tokens, then the completions (GRPO as published)
  Constant,   // completions times the longest length allowed (Dr. GRPO)
};

struct Algorithm {
  std::string_view spelling;
  AdvantageKind advantage;
  ObjectiveKind objective;
  Denominator denominator;
  std::string_view doc;
};
// Null for an unknown name.
const Algorithm* find_algorithm(std::string_view name);
std::vector<std::string_view> algorithm_names();

struct ObjectiveOptions {
  std::optional<double> clip_low = std::nullopt, clip_high = std::nullopt;  // none: the row's
  double dual_clip = 0;  // > 1: bounds the loss of negative advantages (PPO dual clip); 0: off
  double soft_positive = 1.0, soft_negative = 1.05;  // temperatures of Soft (SAPO)
};

// One completion; all spans have one entry a token.
struct TokenInputs {
  std::span<const float> logp;      // under the weights being trained
  std::span<const float> old_logp;  // when sampled
  std::span<const double> advantages;
  std::span<const uint8_t> mask;
};

struct TokenLosses {
  std::vector<double> loss;               // 0 where masked
  std::vector<double> gradient;           // of loss, by logp, as if each token's ratio were its own variable
  int tokens = 0;                         // trained
  int clipped_low = 0, clipped_high = 0;  // tokens whose gradient the clip removed
  double ratio_sum = 0, ratio_min = 1, ratio_max = 1;
};

TokenLosses policy_loss(ObjectiveKind kind, const TokenInputs& inputs, const ObjectiveOptions& options = {});

// The weight of each completion's tokens in the step's loss: sum of weight * loss is the loss.
// `trained_tokens[i]`: unmasked tokens of completion i, 0 for a dropped one. All zero: all weights 0.
std::vector<double> loss_weights(Denominator denominator, const std::vector<int>& trained_tokens,
                                 int longest_allowed);

struct ValueAndGradient {
  double value = 0, gradient = 0;
};

// 0.5 max((v - return)^2, (clip(v, old_v +- clip) - return)^2); clip <= 0: no clipping.
ValueAndGradient value_loss(double value, double old_value, double target, double clip);

// Estimators of KL(policy || reference) at a sampled token, from log-probabilities; gradient by logp.
enum class KlKind : uint8_t { K1, K2, K3 };
ValueAndGradient kl_estimate(KlKind kind, double logp, double reference_logp);

}  // namespace tilewright::tune
