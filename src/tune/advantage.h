// Advantages: from the rewards of sampled completions to one number a token. Pure functions on
// plain numbers; the estimators are the rows of advantages.def.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilewright::tune {

enum class AdvantageKind : uint8_t {
#define TW_ADVANTAGE(identifier, spelling, baseline, scale, doc) identifier,
#include "tune/advantages.def"
#undef TW_ADVANTAGE
};
std::string_view spelling(AdvantageKind kind);
std::optional<AdvantageKind> advantage_from_spelling(std::string_view text);
std::vector<std::string_view> advantage_spellings();
bool needs_critic(AdvantageKind kind);

// What is known of one completion. All token vectors have one entry a completion token.
struct ScoredSequence {
  int64_t group = 0;             // completions of one prompt (and turn) share a group
  std::optional<double> reward;  // of the whole completion; none: it could not be scored (our shortcoming)
  std::vector<uint8_t> mask;     // 1: a token that is trained on
  std::vector<double> token_rewards;  // added to the token's reward (a KL penalty); may be empty
  std::vector<double> values;         // the critic's values before each token; empty without a critic
};

struct AdvantageOptions {
  double gamma = 1.0, lambda = 0.95;  // GAE; PPO's defaults in TRL
  double deviation_epsilon = 1e-4;    // added to deviations (TRL)
  double equal_rewards_below = 1e-9;  // a group whose rewards spread less has no signal
};

struct SequenceAdvantage {
  std::vector<double> advantages;  // 0 where masked
  std::vector<double>
      returns;              // targets of the critic (advantage before whitening + value); empty without one
  bool is_dropped = false;  // unscorable, or its group carries no signal: it takes no part in the step
};

struct AdvantageResult {
  std::vector<SequenceAdvantage> sequences;  // in the order given
  int groups = 0;
  int groups_without_signal =
      0;  // deviation 0 (or fewer than two scored completions, where the baseline needs them)
  double reward_mean = 0, reward_deviation = 0;  // over scored completions; mean of the groups' deviations
};

// Population or sample deviation? Sample (n - 1), as torch.std and TRL.
AdvantageResult compute_advantages(AdvantageKind kind, const std::vector<ScoredSequence>& sequences,
                                   const AdvantageOptions& options = {});

}  // namespace tilewright::tune
