// Reinforcement learning from a scorer: sample groups of completions, score them, update the policy.
// One trainer; what differs between GRPO, PPO and the others are rows of advantages.def, objectives.def
// and algorithms.def. A step is a function of the state and the prompts; the state can be saved and
// restored exactly.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "decode/sampler.h"
#include "model/transformer.h"
#include "tune/rl_sample.h"

namespace tilewright::tune {

struct RlOptions {
  uint64_t seed = 0;
  std::string algorithm = "grpo";  // algorithms.def
  int64_t steps = 60;
  int32_t completions = 8;  // a prompt: the group
  int32_t max_new_tokens = 256;
  double temperature = 1.0;           // of sampling, and of the distribution that is trained
  int64_t micro_batch_tokens = 8192;  // of one forward and backward pass; changes nothing but memory
  int32_t updates = 1;                // passes over the step's samples
  int32_t mini_batches = 1;           // optimiser steps a pass

  double learning_rate = 1.5e-4;
  double final_learning_rate_fraction = 0.1;
  int64_t warmup_steps = 3;
  std::string schedule = "linear";
  double beta2 = 0.99;
  double weight_decay = 0;
  double max_gradient_norm = 1.0;

  double clip_low = -1, clip_high = -1;  // below 0: the objective's own bounds
  double dual_clip = 0;                  // 0: off
  // Completions cut off at max_new_tokens: "mask" takes no gradient from them, "keep" treats them like any
  // other, "shape" takes off up to 1 over the last overlong_tokens before the limit (DAPO).
  std::string truncated = "mask";
  int32_t overlong_tokens = 32;
  double kl_coefficient = 0;        // 0: no reference policy is kept
  std::string kl_estimator = "k3";  // k1, k2, k3
  bool kl_in_reward = false;        // else in the loss

  double gamma = 1.0, lambda = 0.95;  // GAE
  double critic_learning_rate = 5e-4;
  double value_clip = 0.2;
  int64_t critic_warmup_steps = 2;  // steps at the start that train only the critic
};
Result<void> validate(const RlOptions& options);

struct RlPrompt {
  uint64_t id = 0;  // of the task: part of the key of its random draws
  std::string task;
  std::vector<int32_t> tokens;
};

// result[i][j] scores completions[i][j] of prompts[i].
using Scorer = std::function<std::vector<std::vector<Reward>>(
    const std::vector<RlPrompt>& prompts, const std::vector<std::vector<decode::Completion>>& completions)>;

struct RlStep {
  std::vector<std::pair<std::string, double>> metrics;  // names as TRL's GRPO trainer
  std::vector<RlSample> samples;
  double metric(std::string_view name) const;  // NaN: not there
};

class RlTrainer {
 public:
  // `policy` must outlive the trainer; with a KL coefficient its weights now are the reference.
  RlTrainer(model::Transformer& policy, const RlOptions& options);
  ~RlTrainer();

  RlStep step(const std::vector<RlPrompt>& prompts, const Scorer& scorer);
  int64_t steps_done() const;
  bool done() const;

  std::string save_state() const;
  Result<void> load_state(std::string_view bytes, std::string_view name);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace tilewright::tune
