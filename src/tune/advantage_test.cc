#include "tune/advantage.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tilewright::tune {
namespace {

std::vector<ScoredSequence> group_of(std::vector<double> rewards, size_t tokens = 2, int64_t group = 0) {
  std::vector<ScoredSequence> sequences;
  for (double reward : rewards) {
    sequences.push_back({.group = group,
                         .reward = reward,
                         .mask = std::vector<uint8_t>(tokens, 1),
                         .token_rewards = {},
                         .values = {}});
  }
  return sequences;
}

TEST(Advantage, GroupStdIsMeanFreeAndScaled) {
  auto result = compute_advantages(AdvantageKind::GroupStd, group_of({0, 0, 0, 1}), {.deviation_epsilon = 0});
  EXPECT_NEAR(result.sequences[3].advantages[0], 0.75 / 0.5, 1e-12);
  EXPECT_NEAR(result.sequences[0].advantages[1], -0.25 / 0.5, 1e-12);
  EXPECT_EQ(result.groups_without_signal, 0);
}

TEST(Advantage, LeaveOneOutEqualsItsDefinition) {
  std::vector<double> rewards{1, 2, 6};
  auto result = compute_advantages(AdvantageKind::LeaveOneOut, group_of(rewards));
  for (size_t i = 0; i < 3; ++i) {
    double others = (rewards[(i + 1) % 3] + rewards[(i + 2) % 3]) / 2;
    EXPECT_NEAR(result.sequences[i].advantages[0], rewards[i] - others, 1e-12);
  }
}

TEST(Advantage, EqualRewardsAreDroppedAndCounted) {
  auto sequences = group_of({1, 1, 1});
  auto second = group_of({0, 1}, 2, 7);
  sequences.insert(sequences.end(), second.begin(), second.end());
  for (AdvantageKind kind :
       {AdvantageKind::GroupStd, AdvantageKind::GroupMean, AdvantageKind::LeaveOneOut,
        AdvantageKind::BatchStd, AdvantageKind::GroupRatio, AdvantageKind::GroupWhitened}) {
    auto result = compute_advantages(kind, sequences);
    EXPECT_EQ(result.groups, 2) << spelling(kind);
    EXPECT_EQ(result.groups_without_signal, 1) << spelling(kind);
    EXPECT_TRUE(result.sequences[0].is_dropped) << spelling(kind);
    EXPECT_EQ(result.sequences[0].advantages[0], 0) << spelling(kind);
    EXPECT_FALSE(result.sequences[4].is_dropped) << spelling(kind);
    EXPECT_GT(result.sequences[4].advantages[0], 0) << spelling(kind);
  }
}

TEST(Advantage, UnscorableTakesNoPart) {
  auto sequences = group_of({0, 5, 1});
  sequences[1].reward.reset();
  auto result = compute_advantages(AdvantageKind::GroupMean, sequences);
  EXPECT_TRUE(result.sequences[1].is_dropped);
  EXPECT_NEAR(result.sequences[2].advantages[0], 0.5, 1e-12);
  EXPECT_NEAR(result.reward_mean, 0.5, 1e-12);
}

TEST(Advantage, EveryRowIsFiniteOnAllEqualAndOnEmpty) {
  for (std::string_view name : advantage_spellings()) {
    AdvantageKind kind = *advantage_from_spelling(name);
    auto sequences = group_of({1, 1, 1, 1}, 3);
    for (auto& sequence : sequences) sequence.values = {0.5, 0.5, 0.5};
    for (const auto& sequence : compute_advantages(kind, sequences).sequences) {
      for (double advantage : sequence.advantages) EXPECT_TRUE(std::isfinite(advantage)) << name;
    }
    EXPECT_EQ(compute_advantages(kind, {}).groups, 0);
  }
}

TEST(Advantage, GaeAtLambdaOneIsReturnMinusValue) {
  ScoredSequence sequence{.group = 0,
                          .reward = 2.0,
                          .mask = {1, 1, 0, 1},
                          .token_rewards = {0.1, 0, 9, 0},
                          .values = {0.3, 0.6, 7, 1.0}};
  ScoredSequence other{
      .group = 1, .reward = 0.0, .mask = {1, 1, 1, 1}, .token_rewards = {}, .values = {0, 0, 0, 0}};
  auto result = compute_advantages(AdvantageKind::Gae, {sequence, other}, {.gamma = 1, .lambda = 1});
  // Returns are what the critic should have said; the masked token's reward and value are stepped over.
  EXPECT_NEAR(result.sequences[0].returns[0], 2.1, 1e-12);
  EXPECT_NEAR(result.sequences[0].returns[1], 2.0, 1e-12);
  EXPECT_NEAR(result.sequences[0].returns[3], 2.0, 1e-12);
  EXPECT_EQ(result.sequences[0].advantages[2], 0);
}

TEST(Advantage, GaeByHandWithDiscount) {
  ScoredSequence sequence{
      .group = 0, .reward = 1.0, .mask = {1, 1}, .token_rewards = {}, .values = {0.2, 0.5}};
  auto result = compute_advantages(AdvantageKind::Gae, {sequence}, {.gamma = 0.9, .lambda = 0.8});
  double last = 1.0 - 0.5;
  double first = 0.9 * 0.5 - 0.2 + 0.9 * 0.8 * last;
  EXPECT_NEAR(result.sequences[0].returns[1], last + 0.5, 1e-12);
  EXPECT_NEAR(result.sequences[0].returns[0], first + 0.2, 1e-12);
}

TEST(Advantage, WhitenedHasMeanZeroAndDeviationOneOverTrainedTokens) {
  auto sequences = group_of({0, 1, 4}, 3);
  sequences[1].mask = {1, 0, 0};
  auto result = compute_advantages(AdvantageKind::Whitened, sequences);
  double sum = 0, squares = 0;
  int count = 0;
  for (size_t i = 0; i < 3; ++i) {
    for (size_t t = 0; t < 3; ++t) {
      if (!sequences[i].mask[t]) continue;
      sum += result.sequences[i].advantages[t];
      squares += result.sequences[i].advantages[t] * result.sequences[i].advantages[t];
      ++count;
    }
  }
  EXPECT_NEAR(sum, 0, 1e-9);
  EXPECT_NEAR(squares / (count - 1), 1, 1e-6);
}

TEST(Advantage, SpellingsRoundTrip) {
  for (std::string_view name : advantage_spellings())
    EXPECT_EQ(spelling(*advantage_from_spelling(name)), name);
  EXPECT_FALSE(advantage_from_spelling("nothing"));
  EXPECT_TRUE(needs_critic(AdvantageKind::Gae));
  EXPECT_FALSE(needs_critic(AdvantageKind::GroupStd));
}

}  // namespace
}  // namespace tilewright::tune
