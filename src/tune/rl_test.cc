#include "tune/rl.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/random.h"
#include "model/transformer_tensors.h"
#include "tune/rl_rollout.h"

namespace tilewright::tune {
namespace {

constexpr int32_t kEnd = 0;

model::ModelConfig tiny_config() {
  model::ModelConfig config;
  config.vocab_size = 8;
  config.width = 16;
  config.feed_forward = 32;
  config.layers = 1;
  config.heads = 2;
  config.kv_heads = 1;
  config.head_dim = 8;
  config.max_positions = 32;
  config.initializer_range = 0.2;
  config.eos_tokens = {kEnd};
  return config;
}

RlOptions tiny_options(std::string algorithm) {
  RlOptions options;
  options.algorithm = std::move(algorithm);
  options.completions = 8;
  options.max_new_tokens = 6;
  options.steps = 60;
  options.truncated = "keep";
  options.learning_rate = 1e-2;
  options.critic_learning_rate = 1e-2;
  options.schedule = "constant";
  return options;
}

std::vector<RlPrompt> two_prompts() { return {{1, "one", {5, 1}}, {2, "two", {6, 1}}}; }

using TokenReward = std::function<double(const RlPrompt&, const std::vector<int32_t>&)>;
Scorer scorer_of(TokenReward reward) {
  return [reward](const std::vector<RlPrompt>& prompts,
                  const std::vector<std::vector<decode::Completion>>& completions) {
    std::vector<std::vector<Reward>> rewards(prompts.size());
    for (size_t i = 0; i < prompts.size(); ++i) {
      for (const auto& completion : completions[i]) {
        double value = reward(prompts[i], completion.tokens);
        rewards[i].push_back({.value = value, .parts = {{"task", value}}, .status = "scored", .summary = ""});
      }
    }
    return rewards;
  };
}

// A tiny string task with a known optimum: answer 3 after prompt one, 4 after prompt two, then stop.
double string_reward(const RlPrompt& prompt, const std::vector<int32_t>& tokens) {
  int32_t wanted = prompt.id == 1 ? 3 : 4;
  double reward = 0;
  if (!tokens.empty() && tokens[0] == wanted) reward += 0.5;
  if (tokens.size() == 2 && tokens[0] == wanted && tokens[1] == kEnd) reward += 0.5;
  return reward;
}

std::vector<float> weights_of(const model::Transformer& model) {
  std::vector<float> all;
  for (const auto& parameter : model::parameters(model)) {
    at::Tensor flat = parameter.tensor.detach().contiguous();
    all.insert(all.end(), flat.const_data_ptr<float>(), flat.const_data_ptr<float>() + flat.numel());
  }
  return all;
}

double largest_difference(const std::vector<float>& left, const std::vector<float>& right) {
  double largest = 0;
  for (size_t i = 0; i < left.size(); ++i) largest = std::max<double>(largest, std::abs(left[i] - right[i]));
  return largest;
}

class EveryAlgorithm : public testing::TestWithParam<std::string> {};

TEST_P(EveryAlgorithm, LearnsATinyStringTask) {
  model::Transformer policy(tiny_config(), 3);
  RlOptions options = tiny_options(GetParam());
  options.completions = 16;
  RlTrainer trainer(policy, options);
  double first = 0, last = 0;
  while (!trainer.done()) {
    RlStep step = trainer.step(two_prompts(), scorer_of(string_reward));
    if (trainer.steps_done() == 1) first = step.metric("reward");
    last = step.metric("reward");
  }
  EXPECT_LT(first, 0.4);
  EXPECT_GT(last, 0.9) << GetParam();
}
INSTANTIATE_TEST_SUITE_P(Rl, EveryAlgorithm,
                         testing::Values("grpo", "ppo", "grpo_paper", "dr_grpo", "rloo",
                                         "reinforce_plus_plus", "reinforce_plus_plus_baseline", "lite_ppo",
                                         "max_rl", "gpg", "gspo", "gmpo", "cispo", "sapo"));

TEST(Rl, EqualRewardsChangeNothing) {
  model::Transformer policy(tiny_config(), 3);
  std::vector<float> before = weights_of(policy);
  RlTrainer trainer(policy, tiny_options("grpo"));
  RlStep step = trainer.step(two_prompts(), scorer_of([](const auto&, const auto&) { return 1.0; }));
  EXPECT_EQ(largest_difference(before, weights_of(policy)), 0);
  EXPECT_EQ(step.metric("frac_reward_zero_std"), 1);
  for (const auto& [name, value] : step.metrics) EXPECT_TRUE(std::isfinite(value)) << name;
}

TEST(Rl, TruncatedOnlyBatchIsMaskedWithoutNaN) {
  model::Transformer policy(tiny_config(), 3);
  std::vector<float> before = weights_of(policy);
  RlOptions options = tiny_options("grpo");
  options.truncated = "mask";
  options.max_new_tokens = 1;
  RlTrainer trainer(policy, options);
  RlStep step = trainer.step({{1, "one", {5, 1}}},
                             scorer_of([](const auto&, const auto& tokens) { return tokens[0]; }));
  double difference = largest_difference(before, weights_of(policy));
  bool some_stopped = step.metric("completions/clipped_ratio") < 1;
  EXPECT_TRUE(std::isfinite(difference));
  if (!some_stopped) {
    EXPECT_EQ(difference, 0);
  }
  for (const auto& [name, value] : step.metrics) EXPECT_TRUE(std::isfinite(value)) << name;
}

TEST(Rl, MicroBatchesChangeNothing) {
  std::vector<std::vector<float>> results;
  for (int64_t tokens : {1, 24, 100000}) {
    for (const char* algorithm : {"grpo", "grpo_paper", "dr_grpo", "ppo"}) {
      model::Transformer policy(tiny_config(), 3);
      RlOptions options = tiny_options(algorithm);
      options.micro_batch_tokens = tokens;
      options.critic_warmup_steps = 0;
      RlTrainer trainer(policy, options);
      trainer.step(two_prompts(), scorer_of(string_reward));
      results.push_back(weights_of(policy));
    }
  }
  for (size_t i = 4; i < results.size(); ++i)
    EXPECT_LT(largest_difference(results[i % 4], results[i]), 2e-4) << i;
}

TEST(Rl, RolloutLogProbabilitiesAreTheTrainedOnes) {
  for (double temperature : {1.0, 0.7, 1.5}) {
    model::Transformer policy(tiny_config(), 3);
    RlOptions options = tiny_options("grpo");
    options.temperature = temperature;
    RlTrainer trainer(policy, options);
    RlStep step = trainer.step(two_prompts(), scorer_of(string_reward));
    EXPECT_LT(step.metric("sampling/sampling_logp_difference/max"), 1e-4);
    EXPECT_NEAR(step.metric("sampling/importance_sampling_ratio/mean"), 1, 1e-4);
  }
}

// At ratio 1 the step's gradient is REINFORCE's: minus the derivative of mean(A log p) by each weight,
// here by central differences on some weights of the tiny model.
TEST(Rl, FirstStepDescendsTheReinforceGradient) {
  model::Transformer policy(tiny_config(), 3);
  RlOptions options = tiny_options("gpg");
  RlTrainer trainer(policy, options);
  model::Transformer start = policy.clone();
  RlStep step = trainer.step(two_prompts(), scorer_of(string_reward));
  auto objective = [&](const model::Transformer& model) {
    at::NoGradGuard no_gradients;
    double sum = 0;
    int count = 0;
    for (const RlSample& sample : step.samples) {
      if (sample.advantages.empty()) continue;
      model::PackedTokens packed;
      std::vector<int32_t> tokens = sample.prompt_tokens;
      tokens.insert(tokens.end(), sample.tokens.begin(), sample.tokens.end());
      packed.add(tokens);
      auto rows = model::completion_rows(packed, {static_cast<int32_t>(sample.prompt_tokens.size())});
      at::Tensor hidden = model::hidden_states(model, packed).index_select(0, rows.rows);
      at::Tensor scores = model::score_tokens(model, hidden, rows.targets).log_probability.contiguous();
      for (size_t t = 0; t < sample.tokens.size(); ++t)
        sum -= sample.advantages[t] * scores.const_data_ptr<float>()[t];
      count += static_cast<int>(sample.tokens.size());
    }
    return sum / count;
  };
  // AdamW's first step moves every weight by the learning rate against its gradient's sign.
  auto before = model::parameters(start), after = model::parameters(policy);
  int checked = 0;
  for (size_t p = 0; p < before.size(); ++p) {
    float* weights = before[p].tensor.data_ptr<float>();
    const float* moved = after[p].tensor.const_data_ptr<float>();
    for (int64_t i = 0; i < before[p].tensor.numel(); i += 17) {
      float kept = weights[i];
      constexpr float kStep = 1e-2f;
      weights[i] = kept + kStep;
      double up = objective(start);
      weights[i] = kept - kStep;
      double down = objective(start);
      weights[i] = kept;
      double slope = (up - down) / (2 * kStep);
      if (std::abs(slope) < 2e-3) continue;
      EXPECT_LT((moved[i] - kept) * slope, 0) << before[p].name << " " << i;
      ++checked;
    }
  }
  EXPECT_GT(checked, 20);
}

TEST(Rl, ResumedStepsEqualUninterruptedOnes) {
  for (const char* algorithm : {"grpo", "ppo"}) {
    RlOptions options = tiny_options(algorithm);
    options.kl_coefficient = 0.01;
    model::Transformer whole(tiny_config(), 3);
    RlTrainer first(whole, options);
    for (int i = 0; i < 3; ++i) first.step(two_prompts(), scorer_of(string_reward));
    std::string state = first.save_state();
    for (int i = 0; i < 2; ++i) first.step(two_prompts(), scorer_of(string_reward));

    model::Transformer resumed(tiny_config(), 3);
    RlTrainer second(resumed, options);
    ASSERT_TRUE(second.load_state(state, "state")) << algorithm;
    EXPECT_EQ(second.steps_done(), 3);
    for (int i = 0; i < 2; ++i) second.step(two_prompts(), scorer_of(string_reward));
    EXPECT_EQ(largest_difference(weights_of(whole), weights_of(resumed)), 0) << algorithm;
    EXPECT_EQ(first.save_state(), second.save_state()) << algorithm;
  }
}

TEST(Rl, StateOfAnotherAlgorithmIsRefused) {
  model::Transformer policy(tiny_config(), 3);
  RlTrainer grpo(policy, tiny_options("grpo"));
  RlTrainer ppo(policy, tiny_options("ppo"));
  auto loaded = ppo.load_state(grpo.save_state(), "state.safetensors");
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().kind, DiagnosticKind::RunMismatch);
  EXPECT_FALSE(grpo.load_state("garbage", "state.safetensors"));
}

TEST(Rl, KlIsZeroAgainstItsOwnStart) {
  model::Transformer policy(tiny_config(), 3);
  RlOptions options = tiny_options("grpo");
  options.kl_coefficient = 0.1;
  RlTrainer trainer(policy, options);
  RlStep step = trainer.step(two_prompts(), scorer_of(string_reward));
  EXPECT_NEAR(step.metric("kl"), 0, 1e-5);
  step = trainer.step(two_prompts(), scorer_of(string_reward));
  EXPECT_GT(step.metric("kl"), 0);
}

TEST(Rl, SeveralMiniBatchesAndPassesLearnToo) {
  model::Transformer policy(tiny_config(), 3);
  RlOptions options = tiny_options("grpo");
  options.updates = 2;
  options.mini_batches = 4;
  options.learning_rate = 3e-3;
  RlTrainer trainer(policy, options);
  double last = 0;
  while (!trainer.done()) last = trainer.step(two_prompts(), scorer_of(string_reward)).metric("reward");
  EXPECT_GT(last, 0.9);
}

TEST(RlSample, SurvivesJson) {
  model::Transformer policy(tiny_config(), 3);
  for (const char* algorithm : {"grpo", "ppo"}) {
    RlTrainer trainer(policy, tiny_options(algorithm));
    for (const RlSample& sample : trainer.step(two_prompts(), scorer_of(string_reward)).samples) {
      auto read = sample_from_json(to_json(sample), "samples.jsonl:1");
      ASSERT_TRUE(read);
      EXPECT_EQ(to_json(*read), to_json(sample));
      EXPECT_EQ(read->tokens, sample.tokens);
      EXPECT_EQ(read->log_probabilities, sample.log_probabilities);
    }
  }
  EXPECT_FALSE(sample_from_json("{}", "x"));
  EXPECT_FALSE(sample_from_json("nonsense", "x"));
}

TEST(RlOptions, MistakesAreNamed) {
  RlOptions options;
  EXPECT_TRUE(validate(options));
  options.algorithm = "grop";
  auto result = validate(options);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("did you mean 'grpo'"), std::string::npos);
}

TEST(RlRollout, OverlongShapingIsLinear) {
  RlOptions options;
  options.truncated = "shape";
  options.max_new_tokens = 10;
  options.overlong_tokens = 4;
  auto shaped = [&](int tokens, bool stopped) {
    decode::Completion completion{std::vector<int32_t>(tokens, 1), std::vector<float>(tokens, -1), stopped};
    return *make_rollouts(options, 0, {{1, "t", {1}}}, {{completion}},
                          {{{.value = 0, .parts = {}, .status = "", .summary = ""}}})[0]
                .sample.reward.value;
  };
  EXPECT_EQ(shaped(6, true), 0);
  EXPECT_EQ(shaped(8, true), -0.5);
  EXPECT_EQ(shaped(10, false), -1);
}

}  // namespace
}  // namespace tilewright::tune
