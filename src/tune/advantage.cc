#include "tune/advantage.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/check.h"

namespace tilewright::tune {
namespace {

enum class Baseline : uint8_t { None, GroupMean, LeaveOneOut, Critic };
enum class Scale : uint8_t { None, GroupStd, BatchStd, GroupMean, Whiten };

struct Row {
  std::string_view spelling;
  Baseline baseline;
  Scale scale;
};

constexpr Row kRows[] = {
#define TW_ADVANTAGE(identifier, spelling, baseline, scale, doc) {spelling, Baseline::baseline, Scale::scale},
#include "tune/advantages.def"
#undef TW_ADVANTAGE
};

const Row& row(AdvantageKind kind) { return kRows[static_cast<size_t>(kind)]; }

struct Moments {
  double mean = 0, deviation = 0;
  size_t count = 0;
};

Moments moments(const std::vector<double>& numbers) {
  Moments result{.count = numbers.size()};
  if (numbers.empty()) return result;
  for (double number : numbers) result.mean += number;
  result.mean /= static_cast<double>(numbers.size());
  if (numbers.size() < 2) return result;
  double squares = 0;
  for (double number : numbers) squares += (number - result.mean) * (number - result.mean);
  result.deviation = std::sqrt(squares / static_cast<double>(numbers.size() - 1));
  return result;
}

using Groups = std::map<int64_t, std::vector<size_t>>;  // group -> scored sequences

Groups scored_groups(const std::vector<ScoredSequence>& sequences) {
  Groups groups;
  for (size_t i = 0; i < sequences.size(); ++i) {
    auto& members = groups[sequences[i].group];
    if (sequences[i].reward) members.push_back(i);
  }
  return groups;
}

std::vector<double> rewards_of(const std::vector<ScoredSequence>& sequences,
                               const std::vector<size_t>& members) {
  std::vector<double> rewards;
  for (size_t i : members) rewards.push_back(*sequences[i].reward);
  return rewards;
}

// The completion's scalar advantage before whitening.
double scalar_advantage(const Row& estimator, double reward, const Moments& group, double batch_deviation,
                        const AdvantageOptions& options) {
  double centred = estimator.baseline == Baseline::None ? reward : reward - group.mean;
  if (estimator.baseline == Baseline::LeaveOneOut) {
    // R_i - mean of the others = G / (G - 1) * (R_i - mean)
    centred *= static_cast<double>(group.count) / static_cast<double>(group.count - 1);
  }
  switch (estimator.scale) {
    case Scale::None:
    case Scale::Whiten:
      return centred;
    case Scale::GroupStd:
      return centred / (group.deviation + options.deviation_epsilon);
    case Scale::BatchStd:
      return centred / (batch_deviation + options.deviation_epsilon);
    case Scale::GroupMean:
      return centred / (std::abs(group.mean) + options.deviation_epsilon);
  }
  TW_CHECK(false, "no such scale");
}

// delta_t = r_t + gamma V_{t+1} - V_t; A_t = delta_t + gamma lambda A_{t+1}. Masked tokens are stepped over:
// value and advantage are carried across them, so that tokens of the environment do not decay the return.
void estimate_by_critic(const ScoredSequence& sequence, const AdvantageOptions& options,
                        SequenceAdvantage& result) {
  size_t length = sequence.mask.size();
  TW_CHECK(sequence.values.size() == length, "{} values for {} tokens", sequence.values.size(), length);
  result.returns.assign(length, 0);
  size_t last = length;
  while (last > 0 && !sequence.mask[last - 1]) --last;
  double next_value = 0, next_advantage = 0;
  for (size_t t = last; t-- > 0;) {
    if (!sequence.mask[t]) continue;
    double reward = sequence.token_rewards.empty() ? 0 : sequence.token_rewards[t];
    if (t + 1 == last) reward += *sequence.reward;
    double delta = reward + options.gamma * next_value - sequence.values[t];
    next_advantage = delta + options.gamma * options.lambda * next_advantage;
    next_value = sequence.values[t];
    result.advantages[t] = next_advantage;
    result.returns[t] = next_advantage + sequence.values[t];
  }
}

void whiten(const std::vector<ScoredSequence>& sequences, std::vector<SequenceAdvantage>& results) {
  std::vector<double> all;
  for (size_t i = 0; i < results.size(); ++i) {
    for (size_t t = 0; t < results[i].advantages.size(); ++t) {
      if (!results[i].is_dropped && sequences[i].mask[t]) all.push_back(results[i].advantages[t]);
    }
  }
  Moments all_moments = moments(all);
  double scale = 1 / std::sqrt(all_moments.deviation * all_moments.deviation + 1e-8);
  for (size_t i = 0; i < results.size(); ++i) {
    for (size_t t = 0; t < results[i].advantages.size(); ++t) {
      if (results[i].is_dropped || !sequences[i].mask[t]) continue;
      results[i].advantages[t] = (results[i].advantages[t] - all_moments.mean) * scale;
    }
  }
}

// With no baseline (REINFORCE++) or a critic a group of equal rewards still teaches something against the
// others.
bool needs_spread(Baseline baseline) {
  return baseline == Baseline::GroupMean || baseline == Baseline::LeaveOneOut;
}

}  // namespace

std::string_view spelling(AdvantageKind kind) { return row(kind).spelling; }

std::optional<AdvantageKind> advantage_from_spelling(std::string_view text) {
  for (size_t i = 0; i < std::size(kRows); ++i) {
    if (kRows[i].spelling == text) return static_cast<AdvantageKind>(i);
  }
  return std::nullopt;
}

std::vector<std::string_view> advantage_spellings() {
  std::vector<std::string_view> names;
  for (const Row& each : kRows) names.push_back(each.spelling);
  return names;
}

bool needs_critic(AdvantageKind kind) { return row(kind).baseline == Baseline::Critic; }

AdvantageResult compute_advantages(AdvantageKind kind, const std::vector<ScoredSequence>& sequences,
                                   const AdvantageOptions& options) {
  const Row& estimator = row(kind);
  AdvantageResult result;
  result.sequences.resize(sequences.size());
  std::vector<double> all_rewards;
  for (size_t i = 0; i < sequences.size(); ++i) {
    result.sequences[i].advantages.assign(sequences[i].mask.size(), 0);
    if (estimator.baseline == Baseline::Critic)
      result.sequences[i].returns.assign(sequences[i].mask.size(), 0);
    result.sequences[i].is_dropped = !sequences[i].reward;
    if (sequences[i].reward) all_rewards.push_back(*sequences[i].reward);
  }
  Moments batch = moments(all_rewards);
  result.reward_mean = batch.mean;
  for (const auto& [group, members] : scored_groups(sequences)) {
    ++result.groups;
    Moments group_moments = moments(rewards_of(sequences, members));
    result.reward_deviation += group_moments.deviation;
    bool has_signal = members.size() >= 2 && group_moments.deviation > options.equal_rewards_below;
    if (!has_signal) ++result.groups_without_signal;
    for (size_t i : members) {
      SequenceAdvantage& sequence = result.sequences[i];
      if (needs_spread(estimator.baseline) && !has_signal) {
        sequence.is_dropped = true;
        continue;
      }
      if (estimator.baseline == Baseline::Critic) {
        estimate_by_critic(sequences[i], options, sequence);
        continue;
      }
      double advantage =
          scalar_advantage(estimator, *sequences[i].reward, group_moments, batch.deviation, options);
      // Token rewards without a critic: the undiscounted rest of the sequence, return-to-go.
      double rest = 0;
      for (size_t t = sequences[i].mask.size(); t-- > 0;) {
        if (!sequences[i].mask[t]) continue;
        if (!sequences[i].token_rewards.empty()) rest += sequences[i].token_rewards[t];
        sequence.advantages[t] = advantage + rest;
      }
    }
  }
  if (result.groups > 0) result.reward_deviation /= result.groups;
  if (estimator.scale == Scale::Whiten) whiten(sequences, result.sequences);
  return result;
}

}  // namespace tilewright::tune
