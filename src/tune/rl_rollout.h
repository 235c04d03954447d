// One step's sampled completions on their way from the sampler to the update: scored, with advantages,
// cut into optimiser steps and micro-batches. No tensors here.
#pragma once

#include <cstdint>
#include <vector>

#include "model/transformer.h"
#include "tune/objective.h"
#include "tune/rl.h"

namespace tilewright::tune {

struct Rollout {
  RlSample sample;
  std::vector<double> values, returns;              // with a critic
  std::vector<double> reference_log_probabilities;  // with a KL coefficient
  bool is_dropped = false;
  int trained_tokens() const;  // 0 when dropped
};

// Samples and rewards as rollouts, masks set by what is done with truncated completions.
std::vector<Rollout> make_rollouts(const RlOptions& options, int64_t step,
                                   const std::vector<RlPrompt>& prompts,
                                   const std::vector<std::vector<decode::Completion>>& completions,
                                   std::vector<std::vector<Reward>> rewards);

// Fills advantages, returns and is_dropped.
AdvantageResult estimate_advantages(const RlOptions& options, std::vector<Rollout>& rollouts);

// Indices into the rollouts, per optimiser step of one pass; dropped ones left out. Shuffled when there are
// several.
std::vector<std::vector<size_t>> mini_batches(const RlOptions& options, int64_t step, int32_t pass,
                                              const std::vector<Rollout>& rollouts);

// Packed pieces of at most options.micro_batch_tokens tokens (a longer completion is a piece of its own).
struct MicroBatch {
  std::vector<size_t> rollouts;
  model::PackedTokens packed;
  std::vector<int32_t> prompt_lengths;
};
std::vector<MicroBatch> micro_batches(const RlOptions& options, const std::vector<Rollout>& rollouts,
                                      const std::vector<size_t>& chosen);

// What is known before the update; names as TRL's.
std::vector<std::pair<std::string, double>> rollout_metrics(const std::vector<Rollout>& rollouts,
                                                            const AdvantageResult& advantages);

}  // namespace tilewright::tune
