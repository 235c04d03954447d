#include "tune/objective.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace tilewright::tune {
namespace {

struct Tokens {
  std::vector<float> logp, old_logp;
  std::vector<double> advantages;
  std::vector<uint8_t> mask;
  TokenInputs inputs() const { return {logp, old_logp, advantages, mask}; }
};

Tokens random_tokens(uint64_t seed, double spread, double advantage = 0) {
  Random random({.seed = seed});
  Tokens tokens;
  for (int t = 0; t < 6; ++t) {
    tokens.old_logp.push_back(static_cast<float>(-1 - random.uniform()));
    tokens.logp.push_back(tokens.old_logp.back() + static_cast<float>(spread * random.normal()));
    tokens.advantages.push_back(advantage != 0 ? advantage : random.normal());
    tokens.mask.push_back(t != 2);
  }
  return tokens;
}

constexpr ObjectiveKind kAll[] = {
#define TW_OBJECTIVE(identifier, spelling, ratio, shape, low, high, doc) ObjectiveKind::identifier,
#include "tune/objectives.def"
#undef TW_OBJECTIVE
};

TEST(Objective, AtRatioOneEveryRowHasTheGradientOfReinforce) {
  for (ObjectiveKind kind : kAll) {
    Tokens tokens = random_tokens(1, 0);
    TokenLosses losses = policy_loss(kind, tokens.inputs());
    for (size_t t = 0; t < tokens.logp.size(); ++t) {
      EXPECT_NEAR(losses.gradient[t], tokens.mask[t] ? -tokens.advantages[t] : 0, 1e-6)
          << static_cast<int>(kind);
    }
    EXPECT_EQ(losses.tokens, 5);
    EXPECT_EQ(losses.clipped_low + losses.clipped_high, 0);
  }
}

// Derivative of the completion's loss (mean over its tokens) by each token's logp, by central differences.
TEST(Objective, GradientsEqualFiniteDifferences) {
  for (ObjectiveKind kind : {ObjectiveKind::TokenClip, ObjectiveKind::SoftClip, ObjectiveKind::Reinforce,
                             ObjectiveKind::SequenceClip, ObjectiveKind::GeometricMean}) {
    for (uint64_t seed = 0; seed < 20; ++seed) {
      bool is_sequence = kind == ObjectiveKind::SequenceClip || kind == ObjectiveKind::GeometricMean;
      Tokens tokens =
          random_tokens(seed, is_sequence ? 0.001 : 0.3, is_sequence ? (seed % 2 ? 1.5 : -1.5) : 0);
      ObjectiveOptions options;
      if (is_sequence) options = {.clip_low = 0.5, .clip_high = 0.5};
      auto mean_loss = [&] {
        double sum = 0;
        TokenLosses losses = policy_loss(kind, tokens.inputs(), options);
        for (double loss : losses.loss) sum += loss;
        return sum / losses.tokens;
      };
      TokenLosses losses = policy_loss(kind, tokens.inputs(), options);
      for (size_t t = 0; t < tokens.logp.size(); ++t) {
        float before = tokens.logp[t];
        constexpr float kStep = 1.0f / 1024;
        tokens.logp[t] = before + kStep;
        double up = mean_loss();
        tokens.logp[t] = before - kStep;
        double down = mean_loss();
        tokens.logp[t] = before;
        double ratio = std::exp(static_cast<double>(before) - tokens.old_logp[t]);
        if (std::abs(ratio - 0.8) < 0.01 || std::abs(ratio - 1.28) < 0.01) continue;  // a kink
        EXPECT_NEAR(losses.gradient[t] / losses.tokens, (up - down) / (2 * kStep), 2e-3)
            << static_cast<int>(kind);
      }
    }
  }
}

TEST(Objective, ClipStopsOnlyTheHelpfulSide) {
  Tokens tokens{.logp = {0.5f, 0.5f, -0.5f, -0.5f},
                .old_logp = {0, 0, 0, 0},
                .advantages = {1, -1, 1, -1},
                .mask = {1, 1, 1, 1}};
  TokenLosses losses = policy_loss(ObjectiveKind::TokenClip, tokens.inputs());
  EXPECT_EQ(losses.gradient[0], 0);
  EXPECT_NEAR(losses.loss[0], -1.28, 1e-9);
  EXPECT_GT(losses.gradient[1], 0);
  EXPECT_LT(losses.gradient[2], 0);
  EXPECT_EQ(losses.gradient[3], 0);
  EXPECT_NEAR(losses.loss[3], 0.8, 1e-9);
  EXPECT_EQ(losses.clipped_low, 1);
  EXPECT_EQ(losses.clipped_high, 1);
}

TEST(Objective, DualClipBoundsNegativeAdvantages) {
  Tokens tokens{.logp = {3}, .old_logp = {0}, .advantages = {-1}, .mask = {1}};
  TokenLosses losses = policy_loss(ObjectiveKind::TokenClip, tokens.inputs(), {.dual_clip = 3});
  EXPECT_NEAR(losses.loss[0], 3, 1e-9);
  EXPECT_EQ(losses.gradient[0], 0);
}

TEST(Objective, CappedRatioKeepsEveryGradient) {
  Tokens tokens{.logp = {3, -3}, .old_logp = {0, 0}, .advantages = {1, 1}, .mask = {1, 1}};
  TokenLosses losses = policy_loss(ObjectiveKind::CappedRatio, tokens.inputs());
  EXPECT_NEAR(losses.gradient[0], -5, 1e-9);
  EXPECT_NEAR(losses.gradient[1], -std::exp(-3.0), 1e-9);
}

TEST(Objective, ExtremeRatiosStayFinite) {
  for (ObjectiveKind kind : kAll) {
    Tokens tokens{.logp = {-1000, 0}, .old_logp = {0, -1000}, .advantages = {1, -1}, .mask = {1, 1}};
    TokenLosses losses = policy_loss(kind, tokens.inputs());
    for (int t = 0; t < 2; ++t)
      EXPECT_TRUE(std::isfinite(losses.loss[t]) && std::isfinite(losses.gradient[t]));
  }
}

TEST(LossWeights, DenominatorsByHand) {
  std::vector<int> tokens{4, 0, 2};
  auto by_tokens = loss_weights(Denominator::Tokens, tokens, 10);
  EXPECT_NEAR(by_tokens[0], 1.0 / 6, 1e-12);
  EXPECT_EQ(by_tokens[1], 0);
  auto by_sequence = loss_weights(Denominator::Sequences, tokens, 10);
  EXPECT_NEAR(by_sequence[0], 1.0 / 8, 1e-12);
  EXPECT_NEAR(by_sequence[2], 1.0 / 4, 1e-12);
  auto constant = loss_weights(Denominator::Constant, tokens, 10);
  EXPECT_NEAR(constant[0], 1.0 / 20, 1e-12);
  for (double weight : loss_weights(Denominator::Tokens, {0, 0}, 10)) EXPECT_EQ(weight, 0);
}

TEST(ValueLoss, ClippingIsPessimistic) {
  EXPECT_NEAR(value_loss(1, 0, 3, 0).value, 2, 1e-12);
  ValueAndGradient clipped = value_loss(1, 0, 3, 0.5);  // the step to 1 does not count: 0.5 * 2.5^2
  EXPECT_NEAR(clipped.value, 3.125, 1e-12);
  EXPECT_EQ(clipped.gradient, 0);
  EXPECT_NEAR(value_loss(0.2, 0, 3, 0.5).gradient, -2.8, 1e-12);
}

TEST(Kl, K3IsNeverNegativeAndHasTheMeanOfK1) {
  // A distribution over four symbols and a reference: expectations under the policy are exact sums.
  std::vector<double> policy{0.1, 0.2, 0.3, 0.4}, reference{0.4, 0.3, 0.2, 0.1};
  double mean_k1 = 0, mean_k3 = 0, exact = 0;
  for (size_t i = 0; i < 4; ++i) {
    double logp = std::log(policy[i]), reference_logp = std::log(reference[i]);
    EXPECT_GE(kl_estimate(KlKind::K3, logp, reference_logp).value, 0);
    mean_k1 += policy[i] * kl_estimate(KlKind::K1, logp, reference_logp).value;
    mean_k3 += policy[i] * kl_estimate(KlKind::K3, logp, reference_logp).value;
    exact += policy[i] * (logp - reference_logp);
  }
  EXPECT_NEAR(mean_k1, exact, 1e-12);
  EXPECT_NEAR(mean_k3, exact, 1e-12);
}

TEST(Kl, GradientsEqualFiniteDifferences) {
  for (KlKind kind : {KlKind::K1, KlKind::K2, KlKind::K3}) {
    double step = 1e-6;
    double numeric =
        (kl_estimate(kind, -1.3 + step, -0.9).value - kl_estimate(kind, -1.3 - step, -0.9).value) /
        (2 * step);
    EXPECT_NEAR(kl_estimate(kind, -1.3, -0.9).gradient, numeric, 1e-6);
  }
}

TEST(Algorithm, NamesAreFound) {
  for (std::string_view name : algorithm_names()) EXPECT_EQ(find_algorithm(name)->spelling, name);
  EXPECT_EQ(find_algorithm("no"), nullptr);
  EXPECT_TRUE(needs_critic(find_algorithm("ppo")->advantage));
}

}  // namespace
}  // namespace tilewright::tune
