#include "tune/rl_rollout.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "base/check.h"
#include "base/random.h"

namespace tilewright::tune {
namespace {

// DAPO's soft punishment: 0 up to the last `overlong_tokens` before the limit, then linear to -1.
double overlong_penalty(const RlOptions& options, const RlSample& sample) {
  if (sample.is_truncated) return -1;
  double over =
      static_cast<double>(sample.tokens.size()) - (options.max_new_tokens - options.overlong_tokens);
  return over <= 0 ? 0 : -over / options.overlong_tokens;
}

}  // namespace

int Rollout::trained_tokens() const {
  if (is_dropped) return 0;
  return static_cast<int>(std::count(sample.mask.begin(), sample.mask.end(), 1));
}

std::vector<Rollout> make_rollouts(const RlOptions& options, int64_t step,
                                   const std::vector<RlPrompt>& prompts,
                                   const std::vector<std::vector<decode::Completion>>& completions,
                                   std::vector<std::vector<Reward>> rewards) {
  TW_CHECK(completions.size() == prompts.size() && rewards.size() == prompts.size());
  std::vector<Rollout> rollouts;
  for (size_t i = 0; i < prompts.size(); ++i) {
    TW_CHECK(rewards[i].size() == completions[i].size(), "{} rewards for {} completions", rewards[i].size(),
             completions[i].size());
    for (size_t j = 0; j < completions[i].size(); ++j) {
      const decode::Completion& completion = completions[i][j];
      Rollout rollout;
      RlSample& sample = rollout.sample;
      sample.step = step;
      sample.group = static_cast<int64_t>(i);
      sample.index = static_cast<int32_t>(j);
      sample.task = prompts[i].task;
      sample.prompt_tokens = prompts[i].tokens;
      sample.tokens = completion.tokens;
      sample.log_probabilities = completion.log_probabilities;
      sample.is_truncated = !completion.stopped;
      sample.mask.assign(sample.tokens.size(), sample.is_truncated && options.truncated == "mask" ? 0 : 1);
      sample.reward = std::move(rewards[i][j]);
      if (options.truncated == "shape" && sample.reward.value) {
        double penalty = overlong_penalty(options, sample);
        *sample.reward.value += penalty;
        sample.reward.parts.push_back({"overlong", penalty});
      }
      rollouts.push_back(std::move(rollout));
    }
  }
  return rollouts;
}

AdvantageResult estimate_advantages(const RlOptions& options, std::vector<Rollout>& rollouts) {
  std::vector<ScoredSequence> sequences;
  for (const Rollout& rollout : rollouts) {
    ScoredSequence sequence{.group = rollout.sample.group,
                            .reward = rollout.sample.reward.value,
                            .mask = rollout.sample.mask,
                            .token_rewards = {},
                            .values = rollout.values};
    if (options.kl_in_reward && !rollout.reference_log_probabilities.empty()) {
      for (size_t t = 0; t < rollout.sample.tokens.size(); ++t) {
        double difference = rollout.sample.log_probabilities[t] - rollout.reference_log_probabilities[t];
        sequence.token_rewards.push_back(-options.kl_coefficient * difference);
      }
    }
    sequences.push_back(std::move(sequence));
  }
  const Algorithm* algorithm = find_algorithm(options.algorithm);
  AdvantageResult result =
      compute_advantages(algorithm->advantage, sequences, {.gamma = options.gamma, .lambda = options.lambda});
  for (size_t i = 0; i < rollouts.size(); ++i) {
    rollouts[i].is_dropped = result.sequences[i].is_dropped;
    rollouts[i].returns = result.sequences[i].returns;
    if (!rollouts[i].is_dropped) rollouts[i].sample.advantages = result.sequences[i].advantages;
  }
  return result;
}

std::vector<std::vector<size_t>> mini_batches(const RlOptions& options, int64_t step, int32_t pass,
                                              const std::vector<Rollout>& rollouts) {
  std::vector<size_t> order;
  for (size_t i = 0; i < rollouts.size(); ++i) {
    if (rollouts[i].trained_tokens() > 0) order.push_back(i);
  }
  size_t count = std::min<size_t>(options.mini_batches, order.size());
  if (count > 1) {
    Random random({.seed = options.seed ^ 0x6d696e69,
                   .step = static_cast<uint64_t>(step),
                   .task = static_cast<uint64_t>(pass)});
    for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  }
  std::vector<std::vector<size_t>> batches(count);
  for (size_t i = 0; i < order.size(); ++i) batches[i * count / order.size()].push_back(order[i]);
  return batches;
}

std::vector<MicroBatch> micro_batches(const RlOptions& options, const std::vector<Rollout>& rollouts,
                                      const std::vector<size_t>& chosen) {
  std::vector<MicroBatch> batches;
  for (size_t index : chosen) {
    const RlSample& sample = rollouts[index].sample;
    std::vector<int32_t> tokens = sample.prompt_tokens;
    tokens.insert(tokens.end(), sample.tokens.begin(), sample.tokens.end());
    bool is_full = batches.empty() || (!batches.back().rollouts.empty() &&
                                       static_cast<int64_t>(batches.back().packed.tokens.size() +
                                                            tokens.size()) > options.micro_batch_tokens);
    if (is_full) batches.emplace_back();
    batches.back().packed.add(tokens);
    batches.back().prompt_lengths.push_back(static_cast<int32_t>(sample.prompt_tokens.size()));
    batches.back().rollouts.push_back(index);
  }
  return batches;
}

std::vector<std::pair<std::string, double>> rollout_metrics(const std::vector<Rollout>& rollouts,
                                                            const AdvantageResult& advantages) {
  double tokens = 0, truncated = 0, unscored = 0, longest = 0, shortest = 1e9;
  std::vector<std::string> part_order;
  std::map<std::string, std::pair<double, int>> parts;
  for (const Rollout& rollout : rollouts) {
    const RlSample& sample = rollout.sample;
    double length = static_cast<double>(sample.tokens.size());
    tokens += length;
    longest = std::max(longest, length);
    shortest = std::min(shortest, length);
    truncated += sample.is_truncated;
    unscored += !sample.reward.value;
    for (const RewardPart& part : sample.reward.parts) {
      auto [place, is_new] = parts.try_emplace(part.name, 0.0, 0);
      if (is_new) part_order.push_back(part.name);
      place->second.first += part.value;
      ++place->second.second;
    }
  }
  double count = std::max<double>(1, static_cast<double>(rollouts.size()));
  std::vector<std::pair<std::string, double>> metrics{
      {"reward", advantages.reward_mean},
      {"reward_std", advantages.reward_deviation},
      {"frac_reward_zero_std",
       advantages.groups == 0 ? 0
                              : static_cast<double>(advantages.groups_without_signal) / advantages.groups}};
  for (const std::string& name : part_order) {
    metrics.emplace_back("rewards/" + name + "/mean", parts[name].first / parts[name].second);
  }
  metrics.emplace_back("completions/mean_length", tokens / count);
  metrics.emplace_back("completions/min_length", rollouts.empty() ? 0 : shortest);
  metrics.emplace_back("completions/max_length", longest);
  metrics.emplace_back("completions/clipped_ratio", truncated / count);
  metrics.emplace_back("completions/unscored_ratio", unscored / count);
  return metrics;
}

}  // namespace tilewright::tune
