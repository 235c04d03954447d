#include "decode/sampler.h"

#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "decode/token_draw.h"
#include "model/transformer_tensors.h"

namespace tilewright::decode {
namespace {

model::ModelConfig small() {
  model::ModelConfig config;
  config.vocab_size = 50;
  config.width = 32;
  config.feed_forward = 48;
  config.layers = 3;
  config.heads = 4;
  config.kv_heads = 2;
  config.head_dim = 8;
  config.initializer_range = 0.4;
  config.max_positions = 96;
  config.eos_tokens = {0};
  return config;
}

std::vector<SampleRequest> requests(int count) {
  std::vector<SampleRequest> list;
  Random random({5, 0, 0, 0});
  for (int i = 0; i < count; ++i) {
    SampleRequest request;
    for (uint64_t k = 0, n = 1 + random.below(40); k < n; ++k) {
      request.prompt.push_back(static_cast<int32_t>(1 + random.below(49)));
    }
    request.count = 1 + static_cast<int32_t>(random.below(4));
    request.key = {11, 2, static_cast<uint64_t>(i), 0};
    list.push_back(std::move(request));
  }
  return list;
}

// The log-probabilities of a completion by a forward pass without a cache.
std::vector<double> scores_without_cache(const model::Transformer& model, const std::vector<int32_t>& prompt,
                                         const Completion& completion, double temperature) {
  at::NoGradGuard no_gradients;
  model::PackedTokens packed;
  std::vector<int32_t> all = prompt;
  all.insert(all.end(), completion.tokens.begin(), completion.tokens.end());
  packed.add(all);
  model::CompletionRows rows = model::completion_rows(packed, {static_cast<int32_t>(prompt.size())});
  at::Tensor hidden = model::hidden_states(model, packed).index_select(0, rows.rows);
  at::Tensor scores = model::score_tokens(model, hidden, rows.targets, temperature).log_probability;
  const float* values = scores.const_data_ptr<float>();
  return {values, values + scores.numel()};
}

TEST(Sampler, CacheGivesTheProbabilitiesOfTheTrainingPass) {
  model::Transformer model(small(), 1);
  for (double temperature : {1.0, 0.6}) {
    std::vector<SampleRequest> list = requests(9);
    auto results = sample(model, list, {.temperature = temperature, .max_new_tokens = 50});
    for (size_t i = 0; i < list.size(); ++i) {
      for (const Completion& completion : results[i]) {
        std::vector<double> scores = scores_without_cache(model, list[i].prompt, completion, temperature);
        ASSERT_EQ(scores.size(), completion.log_probabilities.size());
        for (size_t t = 0; t < scores.size(); ++t) {
          EXPECT_NEAR(scores[t], completion.log_probabilities[t], 2e-4) << i << " token " << t;
        }
      }
    }
  }
}

TEST(Sampler, GreedyEqualsArgmaxWithoutCache) {
  model::Transformer model(small(), 2);
  std::vector<SampleRequest> list = requests(4);
  auto results = sample(model, list, {.temperature = 0, .max_new_tokens = 30, .ignore_stop = true});
  at::NoGradGuard no_gradients;
  for (size_t i = 0; i < list.size(); ++i) {
    std::vector<int32_t> sequence = list[i].prompt;
    for (int32_t token : results[i][0].tokens) {
      model::PackedTokens packed;
      packed.add(sequence);
      at::Tensor last =
          model::hidden_states(model, packed).narrow(0, static_cast<int64_t>(sequence.size()) - 1, 1);
      ASSERT_EQ(model::logits(model, last).argmax().item().toInt(), token);
      sequence.push_back(token);
    }
    EXPECT_EQ(results[i][0].tokens.size(), 30u);
  }
}

TEST(Sampler, ResultsDoNotDependOnTheBatch) {
  model::Transformer model(small(), 3);
  std::vector<SampleRequest> list = requests(12);
  auto together = sample(model, list, {.max_new_tokens = 40});
  auto in_fives = sample(model, list, {.max_new_tokens = 40, .max_batch_rows = 5});
  for (size_t i = 0; i < list.size(); ++i) {
    SampleRequest single = list[i];
    single.count = 1;
    single.key.sample = 1;
    auto alone = sample(model, std::vector<SampleRequest>{single}, {.max_new_tokens = 40});
    for (size_t j = 0; j < together[i].size(); ++j) {
      EXPECT_EQ(together[i][j].tokens, in_fives[i][j].tokens) << i << ", " << j;
      if (j == 1) {
        EXPECT_EQ(together[i][j].tokens, alone[0][0].tokens) << i;
      }
    }
    if (list[i].count > 1) {
      EXPECT_NE(together[i][0].tokens, together[i][1].tokens) << i;
    }
  }
}

TEST(Sampler, StopsWhereItShould) {
  model::Transformer model(small(), 4);
  std::vector<SampleRequest> list = requests(6);
  for (const auto& group : sample(model, list, {.max_new_tokens = 90})) {
    for (const Completion& completion : group) {
      for (size_t t = 0; t + 1 < completion.tokens.size(); ++t) EXPECT_NE(completion.tokens[t], 0);
      EXPECT_EQ(completion.stopped, completion.tokens.back() == 0);
    }
  }
  // The model's last position ends a completion too.
  auto full = sample(model, list, {.max_new_tokens = 500, .ignore_stop = true});
  for (size_t i = 0; i < list.size(); ++i) EXPECT_EQ(full[i][0].tokens.size() + list[i].prompt.size(), 96u);
  EXPECT_TRUE(sample(model, list, {.max_new_tokens = 0})[0][0].tokens.empty());
  int calls = 0;
  auto cut = sample(model, list, {.max_new_tokens = 50, .ignore_stop = true},
                    [&](int64_t, int64_t total) { return total > 0 && ++calls < 10; });
  EXPECT_EQ(cut[0][0].tokens.size(), 10u);
}

TEST(DrawToken, FollowsTheDistribution) {
  std::vector<float> logits = {1.0f, 2.0f, -1.0f, 0.5f, 2.0f}, scratch;
  Random random({3, 0, 0, 0});
  for (DrawOptions options : {DrawOptions{}, DrawOptions{2.0, 0, 1.0}, DrawOptions{1.0, 3, 1.0},
                              DrawOptions{1.0, 0, 0.7}, DrawOptions{0.5, 4, 0.9}}) {
    std::map<int32_t, int> counts;
    std::map<int32_t, float> scores;
    constexpr int kDraws = 40000;
    for (int i = 0; i < kDraws; ++i) {
      Draw draw = draw_token(logits, options, random.uniform(), scratch);
      ++counts[draw.token];
      scores[draw.token] = draw.log_probability;
    }
    double total = 0;
    for (auto [token, score] : scores) {
      total += std::exp(score);
      EXPECT_NEAR(counts[token] / double{kDraws}, std::exp(score), 0.01) << token;
    }
    EXPECT_NEAR(total, 1.0, 1e-5);
    if (options.top_k == 3) {
      EXPECT_EQ(counts.size(), 3u);
    }
    if (options.top_p == 0.7) {
      EXPECT_EQ(counts.size(), 2u);
    }
  }
  EXPECT_EQ(draw_token(logits, {.temperature = 0}, 0.99, scratch).token, 1) << "the first of equals";
  EXPECT_EQ(draw_token(logits, {}, 1.0 - 1e-17, scratch).token, 4);
}

}  // namespace
}  // namespace tilewright::decode
