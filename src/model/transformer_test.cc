#include "model/transformer.h"

#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"
#include "model/transformer_tensors.h"

namespace tilewright::model {
namespace {

ModelConfig tiny() {
  ModelConfig config;
  config.vocab_size = 23;
  config.width = 12;
  config.feed_forward = 20;
  config.layers = 2;
  config.heads = 4;
  config.kv_heads = 2;
  config.head_dim = 6;
  config.initializer_range = 0.3;
  config.max_positions = 64;
  return config;
}

std::vector<int32_t> tokens(int length, uint64_t seed) {
  Random random({seed, 0, 0, 0});
  std::vector<int32_t> result;
  for (int i = 0; i < length; ++i) result.push_back(static_cast<int32_t>(random.below(23)));
  return result;
}

double loss_of(const Transformer& model, const PackedTokens& batch, const CompletionRows& rows,
               bool backward) {
  at::Tensor hidden = hidden_states(model, batch).index_select(0, rows.rows);
  TokenScores scores = score_tokens(model, hidden, rows.targets);
  at::Tensor loss = scores.log_probability.mean().neg();
  if (backward) loss.backward();
  return loss.item().toDouble();
}

TEST(Transformer, GradientsMatchFiniteDifferences) {
  Transformer model(tiny(), 3);
  PackedTokens batch;
  batch.add(tokens(9, 1));
  batch.add(tokens(5, 2));
  CompletionRows rows = completion_rows(batch, {3, 1});
  loss_of(model, batch, rows, true);
  at::NoGradGuard no_gradients;
  Random random({9, 0, 0, 0});
  for (const Parameter& parameter : parameters(model)) {
    // Along the gradient: large enough a change for float32.
    at::Tensor gradient = parameter.tensor.grad();
    ASSERT_TRUE(gradient.defined()) << parameter.name;
    double norm = gradient.norm().item().toDouble();
    ASSERT_GT(norm, 0) << parameter.name;
    double step = 2e-3 * std::max(1.0, parameter.tensor.norm().item().toDouble());
    at::Tensor original = parameter.tensor.clone();
    parameter.tensor.add_(gradient, step / norm);
    double above = loss_of(model, batch, rows, false);
    parameter.tensor.copy_(original).sub_(gradient, step / norm);
    double below = loss_of(model, batch, rows, false);
    parameter.tensor.copy_(original);
    EXPECT_NEAR((above - below) / (2 * step) / norm, 1.0, 0.02) << parameter.name;
  }
}

TEST(Transformer, PackedSequencesDoNotSeeEachOther) {
  Transformer model(tiny(), 4);
  at::NoGradGuard no_gradients;
  std::vector<int32_t> first = tokens(7, 5), second = tokens(11, 6);
  PackedTokens together, alone;
  together.add(first);
  together.add(second);
  alone.add(second);
  at::Tensor packed = hidden_states(model, together).narrow(0, 7, 11);
  at::Tensor single = hidden_states(model, alone);
  EXPECT_LT(packed.sub(single).abs().max().item().toDouble(), 1e-5);
  together.tokens[3] = (together.tokens[3] + 1) % 23;
  EXPECT_EQ(packed.sub(hidden_states(model, together).narrow(0, 7, 11)).abs().max().item().toDouble(), 0.0)
      << "a token of the first sequence changed the second";
}

TEST(Transformer, LaterTokensDoNotChangeEarlierRows) {
  Transformer model(tiny(), 4);
  at::NoGradGuard no_gradients;
  std::vector<int32_t> sequence = tokens(20, 7);
  PackedTokens batch;
  batch.add(sequence);
  at::Tensor before = hidden_states(model, batch);
  batch.tokens[15] = (batch.tokens[15] + 1) % 23;
  at::Tensor after = hidden_states(model, batch);
  EXPECT_EQ(before.narrow(0, 0, 15).sub(after.narrow(0, 0, 15)).abs().max().item().toDouble(), 0.0);
  EXPECT_GT(before.narrow(0, 15, 5).sub(after.narrow(0, 15, 5)).abs().max().item().toDouble(), 1e-4);
}

TEST(Transformer, SameSeedSameWeights) {
  Transformer a(tiny(), 8), b(tiny(), 8), c(tiny(), 9);
  at::NoGradGuard no_gradients;
  std::vector<Parameter> left = parameters(a), right = parameters(b), other = parameters(c);
  for (size_t i = 0; i < left.size(); ++i) EXPECT_TRUE(left[i].tensor.equal(right[i].tensor)) << left[i].name;
  EXPECT_FALSE(left[0].tensor.equal(other[0].tensor));
  Transformer copy = c.clone();
  copy.copy_weights_from(a);
  EXPECT_TRUE(parameters(copy)[2].tensor.equal(left[2].tensor));
  EXPECT_FALSE(parameters(c)[2].tensor.equal(left[2].tensor)) << "the clone shares memory";
}

TEST(Transformer, UntiedHeadGetsItsOwnGradient) {
  ModelConfig config = tiny();
  config.tied_embeddings = false;
  Transformer model(config, 3);
  PackedTokens batch;
  batch.add(tokens(6, 1));
  loss_of(model, batch, completion_rows(batch, {2}), true);
  EXPECT_EQ(parameters(model).back().name, "head");
  EXPECT_TRUE(parameters(model).back().tensor.grad().defined());
}

TEST(Transformer, CompletionRowsPredictTheNextToken) {
  PackedTokens batch;
  batch.add(std::vector<int32_t>{1, 2, 3, 4});
  batch.add(std::vector<int32_t>{5, 6});
  CompletionRows rows = completion_rows(batch, {2, 1});
  ASSERT_EQ(rows.rows.numel(), 3);
  EXPECT_EQ(rows.rows[0].item().toLong(), 1);
  EXPECT_EQ(rows.rows[2].item().toLong(), 4);
  EXPECT_EQ(rows.targets[0].item().toInt(), 3);
  EXPECT_EQ(rows.targets[2].item().toInt(), 6);
}

}  // namespace
}  // namespace tilewright::model
