// step(): sample -> score -> (reference, critic) -> advantages -> passes of optimiser steps over
// micro-batches. The loss of a completion's tokens and its derivative come from objective.h; here the
// derivatives meet the log-probabilities and autograd carries them to the weights.
#include "tune/rl.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/from_blob.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/check.h"
#include "model/transformer_tensors.h"
#include "tune/objective.h"
#include "tune/optimizer.h"
#include "tune/rl_critic.h"
#include "tune/rl_rollout.h"
#include "tune/tensor_state.h"

namespace tilewright::tune {
namespace {

Schedule schedule_of(const std::string& name) {
  if (name == "constant") return Schedule::Constant;
  return name == "cosine" ? Schedule::Cosine : Schedule::Linear;
}

KlKind kl_kind_of(const std::string& name) {
  if (name == "k1") return KlKind::K1;
  return name == "k2" ? KlKind::K2 : KlKind::K3;
}

std::vector<float> to_floats(const at::Tensor& tensor) {
  at::Tensor flat = tensor.detach().contiguous();
  const float* data = flat.const_data_ptr<float>();
  return {data, data + flat.numel()};
}

// What the update saw, summed over tokens.
struct UpdateSums {
  double loss = 0, value_loss = 0, entropy = 0, kl = 0, grad_norm = 0, critic_grad_norm = 0;
  double difference_sum = 0, difference_max = 0, ratio_sum = 0, ratio_min = 1e30,
         ratio_max = 0;  // before any update
  int64_t tokens = 0, unmoved_tokens = 0, clipped_low = 0, clipped_high = 0;
  int optimizer_steps = 0;
};

}  // namespace

struct RlTrainer::Implementation {
  model::Transformer& policy;
  RlOptions options;
  const Algorithm& algorithm;
  Optimizer optimizer;
  std::optional<model::Transformer> reference;
  std::optional<RlCritic> critic;
  std::optional<Optimizer> critic_optimizer;
  int64_t steps_done = 0;
  int64_t tokens_seen = 0;

  Implementation(model::Transformer& trained, const RlOptions& chosen);
  std::vector<Rollout> collect(const std::vector<RlPrompt>& prompts, const Scorer& scorer) const;
  void score_with_reference(std::vector<Rollout>& rollouts) const;
  void score_with_critic(std::vector<Rollout>& rollouts) const;
  void update(const std::vector<Rollout>& rollouts, const std::vector<size_t>& chosen, bool is_first,
              UpdateSums& sums);
  void policy_backward(const MicroBatch& batch, const std::vector<Rollout>& rollouts,
                       const std::vector<double>& weights, bool is_first, UpdateSums& sums);
  void critic_backward(const MicroBatch& batch, const std::vector<Rollout>& rollouts,
                       const std::vector<double>& weights, UpdateSums& sums);
  bool trains_policy() const { return !critic || steps_done >= options.critic_warmup_steps; }
  double rate(double peak) const;
  std::map<std::string, at::Tensor> tensors() const;
};

RlTrainer::Implementation::Implementation(model::Transformer& trained, const RlOptions& chosen)
    : policy(trained),
      options(chosen),
      algorithm(*find_algorithm(chosen.algorithm)),
      optimizer(model::parameters(trained), {.beta2 = chosen.beta2,
                                             .weight_decay = chosen.weight_decay,
                                             .max_gradient_norm = chosen.max_gradient_norm}) {
  if (options.kl_coefficient > 0) reference.emplace(policy.clone());
  if (needs_critic(algorithm.advantage)) {
    critic.emplace(policy);
    critic_optimizer.emplace(critic->parameters(),
                             OptimizerOptions{.beta2 = options.beta2,
                                              .weight_decay = options.weight_decay,
                                              .max_gradient_norm = options.max_gradient_norm});
  }
}

double RlTrainer::Implementation::rate(double peak) const {
  return learning_rate_at({.schedule = schedule_of(options.schedule),
                           .peak = peak,
                           .final_fraction = options.final_learning_rate_fraction,
                           .warmup_steps = options.warmup_steps,
                           .total_steps = options.steps},
                          steps_done);
}

std::vector<Rollout> RlTrainer::Implementation::collect(const std::vector<RlPrompt>& prompts,
                                                        const Scorer& scorer) const {
  std::vector<decode::SampleRequest> requests;
  for (const RlPrompt& prompt : prompts) {
    requests.push_back({.prompt = prompt.tokens,
                        .count = options.completions,
                        .key = {.seed = options.seed,
                                .step = static_cast<uint64_t>(steps_done),
                                .task = prompt.id,
                                .sample = 0}});
  }
  decode::SamplingOptions sampling;
  sampling.temperature = options.temperature;
  sampling.max_new_tokens = options.max_new_tokens;
  auto completions = decode::sample(policy, requests, sampling);
  return make_rollouts(options, steps_done, prompts, completions, scorer(prompts, completions));
}

void RlTrainer::Implementation::score_with_reference(std::vector<Rollout>& rollouts) const {
  at::NoGradGuard no_gradients;
  std::vector<size_t> all(rollouts.size());
  for (size_t i = 0; i < all.size(); ++i) all[i] = i;
  for (const MicroBatch& batch : micro_batches(options, rollouts, all)) {
    model::CompletionRows rows = model::completion_rows(batch.packed, batch.prompt_lengths);
    at::Tensor hidden = model::hidden_states(*reference, batch.packed).index_select(0, rows.rows);
    std::vector<float> scores =
        to_floats(model::score_tokens(*reference, hidden, rows.targets, options.temperature).log_probability);
    size_t next = 0;
    for (size_t index : batch.rollouts) {
      size_t length = rollouts[index].sample.tokens.size();
      rollouts[index].reference_log_probabilities.assign(scores.begin() + next,
                                                         scores.begin() + next + length);
      next += length;
    }
  }
}

void RlTrainer::Implementation::score_with_critic(std::vector<Rollout>& rollouts) const {
  at::NoGradGuard no_gradients;
  std::vector<size_t> all(rollouts.size());
  for (size_t i = 0; i < all.size(); ++i) all[i] = i;
  for (const MicroBatch& batch : micro_batches(options, rollouts, all)) {
    model::CompletionRows rows = model::completion_rows(batch.packed, batch.prompt_lengths);
    std::vector<float> values = to_floats(critic->values(batch.packed, rows.rows));
    size_t next = 0;
    for (size_t index : batch.rollouts) {
      size_t length = rollouts[index].sample.tokens.size();
      rollouts[index].values.assign(values.begin() + next, values.begin() + next + length);
      next += length;
    }
  }
}

void RlTrainer::Implementation::policy_backward(const MicroBatch& batch, const std::vector<Rollout>& rollouts,
                                                const std::vector<double>& weights, bool is_first,
                                                UpdateSums& sums) {
  model::CompletionRows rows = model::completion_rows(batch.packed, batch.prompt_lengths);
  at::Tensor hidden = model::hidden_states(policy, batch.packed).index_select(0, rows.rows);
  model::TokenScores scores = model::score_tokens(policy, hidden, rows.targets, options.temperature);
  std::vector<float> logp = to_floats(scores.log_probability);
  std::vector<float> entropy = to_floats(scores.entropy);
  std::vector<float> coefficients(logp.size());
  ObjectiveOptions objective{.dual_clip = options.dual_clip};
  if (options.clip_low >= 0) objective.clip_low = options.clip_low;
  if (options.clip_high >= 0) objective.clip_high = options.clip_high;
  size_t next = 0;
  for (size_t index : batch.rollouts) {
    const Rollout& rollout = rollouts[index];
    const RlSample& sample = rollout.sample;
    std::span<const float> own(logp.data() + next, sample.tokens.size());
    TokenLosses losses = policy_loss(
        algorithm.objective, {own, sample.log_probabilities, sample.advantages, sample.mask}, objective);
    for (size_t t = 0; t < own.size(); ++t) {
      if (!sample.mask[t]) continue;
      double loss = losses.loss[t], gradient = losses.gradient[t];
      if (!rollout.reference_log_probabilities.empty()) {
        ValueAndGradient kl =
            kl_estimate(kl_kind_of(options.kl_estimator), own[t], rollout.reference_log_probabilities[t]);
        sums.kl += kl.value;
        if (!options.kl_in_reward) {
          loss += options.kl_coefficient * kl.value;
          gradient += options.kl_coefficient * kl.gradient;
        }
      }
      sums.loss += weights[index] * loss;
      coefficients[next + t] = static_cast<float>(weights[index] * gradient);
      sums.entropy += entropy[next + t];
      if (is_first) {
        double difference = static_cast<double>(own[t]) - sample.log_probabilities[t];
        sums.difference_sum += std::abs(difference);
        sums.difference_max = std::max(sums.difference_max, std::abs(difference));
        sums.ratio_sum += std::exp(difference);
        sums.ratio_min = std::min(sums.ratio_min, std::exp(difference));
        sums.ratio_max = std::max(sums.ratio_max, std::exp(difference));
        ++sums.unmoved_tokens;
      }
    }
    sums.tokens += losses.tokens;
    sums.clipped_low += losses.clipped_low;
    sums.clipped_high += losses.clipped_high;
    next += own.size();
  }
  at::Tensor weighting =
      at::from_blob(coefficients.data(), {static_cast<int64_t>(coefficients.size())}).clone();
  scores.log_probability.dot(weighting).backward();
}

void RlTrainer::Implementation::critic_backward(const MicroBatch& batch, const std::vector<Rollout>& rollouts,
                                                const std::vector<double>& weights, UpdateSums& sums) {
  model::CompletionRows rows = model::completion_rows(batch.packed, batch.prompt_lengths);
  at::Tensor predicted = critic->values(batch.packed, rows.rows);
  std::vector<float> values = to_floats(predicted);
  std::vector<float> coefficients(values.size());
  size_t next = 0;
  for (size_t index : batch.rollouts) {
    const Rollout& rollout = rollouts[index];
    for (size_t t = 0; t < rollout.sample.tokens.size(); ++t, ++next) {
      if (!rollout.sample.mask[t]) continue;
      ValueAndGradient loss =
          value_loss(values[next], rollout.values[t], rollout.returns[t], options.value_clip);
      sums.value_loss += weights[index] * loss.value;
      coefficients[next] = static_cast<float>(weights[index] * loss.gradient);
    }
  }
  at::Tensor weighting =
      at::from_blob(coefficients.data(), {static_cast<int64_t>(coefficients.size())}).clone();
  predicted.dot(weighting).backward();
}

void RlTrainer::Implementation::update(const std::vector<Rollout>& rollouts,
                                       const std::vector<size_t>& chosen, bool is_first, UpdateSums& sums) {
  std::vector<int> trained(rollouts.size(), 0);
  for (size_t index : chosen) trained[index] = rollouts[index].trained_tokens();
  std::vector<double> weights = loss_weights(algorithm.denominator, trained, options.max_new_tokens);
  std::vector<double> critic_weights = loss_weights(Denominator::Tokens, trained, options.max_new_tokens);
  for (const MicroBatch& batch : micro_batches(options, rollouts, chosen)) {
    if (trains_policy()) policy_backward(batch, rollouts, weights, is_first, sums);
    if (critic) critic_backward(batch, rollouts, critic_weights, sums);
  }
  if (trains_policy()) sums.grad_norm += optimizer.step(rate(options.learning_rate));
  if (critic) sums.critic_grad_norm += critic_optimizer->step(rate(options.critic_learning_rate));
  ++sums.optimizer_steps;
}

std::map<std::string, at::Tensor> RlTrainer::Implementation::tensors() const {
  std::map<std::string, at::Tensor> all;
  for (const model::Parameter& parameter : model::parameters(policy))
    all["policy." + parameter.name] = parameter.tensor;
  for (const auto& [name, tensor] : optimizer.state()) all["optimizer." + name] = tensor;
  if (critic) {
    for (const model::Parameter& parameter : critic->parameters())
      all["critic." + parameter.name] = parameter.tensor;
    for (const auto& [name, tensor] : critic_optimizer->state()) all["critic_optimizer." + name] = tensor;
  }
  return all;
}

RlTrainer::RlTrainer(model::Transformer& policy, const RlOptions& options)
    : implementation_(std::make_unique<Implementation>(policy, options)) {}
RlTrainer::~RlTrainer() = default;

int64_t RlTrainer::steps_done() const { return implementation_->steps_done; }
bool RlTrainer::done() const { return steps_done() >= implementation_->options.steps; }

RlStep RlTrainer::step(const std::vector<RlPrompt>& prompts, const Scorer& scorer) {
  Implementation& self = *implementation_;
  std::vector<Rollout> rollouts = self.collect(prompts, scorer);
  if (self.reference) self.score_with_reference(rollouts);
  if (self.critic) self.score_with_critic(rollouts);
  AdvantageResult advantages = estimate_advantages(self.options, rollouts);
  UpdateSums sums;
  for (int32_t pass = 0; pass < self.options.updates; ++pass) {
    for (const auto& chosen : mini_batches(self.options, self.steps_done, pass, rollouts)) {
      self.update(rollouts, chosen, sums.optimizer_steps == 0, sums);
    }
  }
  for (const Rollout& rollout : rollouts) {
    self.tokens_seen +=
        static_cast<int64_t>(rollout.sample.prompt_tokens.size() + rollout.sample.tokens.size());
  }

  RlStep result{.metrics = rollout_metrics(rollouts, advantages), .samples = {}};
  auto add = [&](std::string name, double value) { result.metrics.emplace_back(std::move(name), value); };
  double steps = std::max(1, sums.optimizer_steps);
  double tokens = std::max<double>(1, static_cast<double>(sums.tokens));
  add("policy_loss", sums.loss / steps);
  add("entropy", sums.entropy / tokens);
  add("grad_norm", sums.grad_norm / steps);
  add("learning_rate", self.rate(self.options.learning_rate));
  add("clip_ratio/low_mean", static_cast<double>(sums.clipped_low) / tokens);
  add("clip_ratio/high_mean", static_cast<double>(sums.clipped_high) / tokens);
  add("clip_ratio/region_mean", static_cast<double>(sums.clipped_low + sums.clipped_high) / tokens);
  if (sums.unmoved_tokens > 0) {
    double count = static_cast<double>(sums.unmoved_tokens);
    add("sampling/sampling_logp_difference/mean", sums.difference_sum / count);
    add("sampling/sampling_logp_difference/max", sums.difference_max);
    add("sampling/importance_sampling_ratio/min", sums.ratio_min);
    add("sampling/importance_sampling_ratio/mean", sums.ratio_sum / count);
    add("sampling/importance_sampling_ratio/max", sums.ratio_max);
  }
  if (self.reference) add("kl", sums.kl / tokens);
  if (self.critic) {
    add("value_loss", sums.value_loss / steps);
    add("critic_grad_norm", sums.critic_grad_norm / steps);
  }
  add("num_tokens", static_cast<double>(self.tokens_seen));
  ++self.steps_done;
  for (Rollout& rollout : rollouts) result.samples.push_back(std::move(rollout.sample));
  return result;
}

std::string RlTrainer::save_state() const {
  const Implementation& self = *implementation_;
  return save_tensors(self.tensors(),
                      {{"kind", "rl"},
                       {"algorithm", self.options.algorithm},
                       {"steps_done", std::to_string(self.steps_done)},
                       {"tokens_seen", std::to_string(self.tokens_seen)},
                       {"optimizer_steps", std::to_string(self.optimizer.steps())},
                       {"critic_steps", std::to_string(self.critic ? self.critic_optimizer->steps() : 0)}});
}

Result<void> RlTrainer::load_state(std::string_view bytes, std::string_view name) {
  Implementation& self = *implementation_;
  auto numbers = load_tensors(self.tensors(), {{"kind", "rl"}, {"algorithm", self.options.algorithm}},
                              {"steps_done", "tokens_seen", "optimizer_steps", "critic_steps"}, bytes, name);
  if (!numbers) return tl::unexpected(numbers.error());
  self.steps_done = (*numbers)["steps_done"];
  self.tokens_seen = (*numbers)["tokens_seen"];
  // The moments were written in place; only the counts are left.
  if (auto restored = self.optimizer.load_state(self.optimizer.state(), (*numbers)["optimizer_steps"]);
      !restored) {
    return restored;
  }
  if (!self.critic) return {};
  return self.critic_optimizer->load_state(self.critic_optimizer->state(), (*numbers)["critic_steps"]);
}

}  // namespace tilewright::tune
