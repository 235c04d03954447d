#include "tune/sft.h"

#include <ATen/ops/full.h>
#include <ATen/ops/zeros.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "decode/sampler.h"
#include "tune/optimizer.h"

namespace tilewright::tune {
namespace {

model::ModelConfig tiny() {
  model::ModelConfig config;
  config.vocab_size = 40;
  config.width = 32;
  config.feed_forward = 48;
  config.layers = 2;
  config.heads = 4;
  config.kv_heads = 2;
  config.head_dim = 8;
  config.max_positions = 64;
  config.eos_tokens = {0};
  return config;
}

// Copy the prompt's tokens: learnable, and of different lengths.
std::vector<TokenizedExample> copies(int count) {
  std::vector<TokenizedExample> examples;
  Random random({4, 0, 0, 0});
  for (int i = 0; i < count; ++i) {
    TokenizedExample example;
    for (uint64_t k = 0, n = 2 + random.below(4); k < n; ++k) {
      example.tokens.push_back(static_cast<int32_t>(2 + random.below(37)));
    }
    std::vector<int32_t> copy = example.tokens;
    example.tokens.push_back(1);
    example.prompt_length = static_cast<int32_t>(example.tokens.size());
    example.tokens.insert(example.tokens.end(), copy.begin(), copy.end());
    example.tokens.push_back(0);
    examples.push_back(std::move(example));
  }
  return examples;
}

SftOptions quick(const char* optimizer) {
  SftOptions options;
  options.steps = 150;
  options.batch_tokens = 100;
  options.learning_rate = 5e-3;
  options.warmup_steps = 10;
  options.optimizer = optimizer;
  return options;
}

TEST(Sft, OverfitsAndThenWritesTheCompletions) {
  for (const char* optimizer : {"adamw", "muon"}) {
    model::Transformer model(tiny(), 1);
    std::vector<TokenizedExample> examples = copies(12);
    SftTrainer trainer(model, examples, quick(optimizer));
    SftMetrics first = trainer.step(), last;
    EXPECT_NEAR(first.loss, std::log(40.0), 0.5);
    while (!trainer.done()) last = trainer.step();
    EXPECT_LT(last.loss, 0.05) << optimizer;
    EXPECT_GT(last.mean_token_accuracy, 0.98);
    EXPECT_LT(evaluate(model, examples).loss, 0.05);
    EXPECT_EQ(last.step, 150);
    EXPECT_GT(last.epoch, 5);
    std::vector<decode::SampleRequest> requests;
    for (const TokenizedExample& example : examples) {
      requests.push_back({{example.tokens.begin(), example.tokens.begin() + example.prompt_length}, 1, {}});
    }
    auto written = decode::sample(model, requests, {.temperature = 0, .max_new_tokens = 10});
    int right = 0;
    for (size_t i = 0; i < examples.size(); ++i) {
      right += std::vector<int32_t>(examples[i].tokens.begin() + examples[i].prompt_length,
                                    examples[i].tokens.end()) == written[i][0].tokens;
    }
    EXPECT_GE(right, 11) << optimizer;
  }
}

TEST(Sft, ResumesToTheSameNextStep) {
  for (const char* optimizer : {"adamw", "muon"}) {
    std::vector<TokenizedExample> examples = copies(30);
    model::Transformer straight(tiny(), 1), first(tiny(), 1), second(tiny(), 2);
    SftTrainer a(straight, examples, quick(optimizer)), b(first, examples, quick(optimizer)),
        c(second, examples, quick(optimizer));
    for (int i = 0; i < 12; ++i) a.step(), b.step();
    std::string state = b.save_state();
    ASSERT_TRUE(c.load_state(state, "state"));
    EXPECT_EQ(c.save_state(), state);
    for (int i = 0; i < 5; ++i) {
      SftMetrics left = a.step(), right = c.step();
      EXPECT_EQ(left.loss, right.loss);
      EXPECT_EQ(left.grad_norm, right.grad_norm);
      EXPECT_EQ(left.num_tokens, right.num_tokens);
      EXPECT_EQ(left.epoch, right.epoch);
    }
    EXPECT_EQ(a.save_state(), c.save_state());
    SftOptions other = quick(optimizer);
    other.learning_rate *= 2;
    SftTrainer d(second, examples, other);
    auto refused = d.load_state(state, "state");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, DiagnosticKind::RunMismatch);
    EXPECT_FALSE(c.load_state(state.substr(0, state.size() / 2), "state"));
    EXPECT_FALSE(c.load_state("", "state"));
  }
}

TEST(Sft, LossIsTheMeanOverTokensHoweverTheyAreBatched) {
  model::Transformer model(tiny(), 3);
  std::vector<TokenizedExample> examples = copies(20);
  SftEvaluation whole = evaluate(model, examples, 100000), single = evaluate(model, examples, 1);
  EXPECT_NEAR(whole.loss, single.loss, 1e-5);
  EXPECT_NEAR(whole.mean_token_accuracy, single.mean_token_accuracy, 1e-9);
}

TEST(Sft, OptionsAreChecked) {
  EXPECT_TRUE(validate(SftOptions{}));
  SftOptions options;
  options.schedule = "sawtooth";
  EXPECT_FALSE(validate(options));
  options = {};
  options.optimizer = "magic";
  EXPECT_FALSE(validate(options));
  options = {};
  options.steps = 0;
  EXPECT_FALSE(validate(options));
}

TEST(BatchReader, EveryExampleOnceAnEpochAndSeekRepeats) {
  std::vector<TokenizedExample> examples = copies(50);
  BatchReader reader(examples, 64, 9);
  std::vector<TrainingBatch> batches;
  size_t seen = 0;
  DataPosition middle;
  while (seen < 50) {
    if (batches.size() == 3) middle = reader.position();
    batches.push_back(reader.next());
    seen += static_cast<size_t>(batches.back().packed.sequences());
    EXPECT_LE(batches.back().packed.tokens.size(), 64u);
  }
  BatchReader again(examples, 64, 9);
  again.seek(middle);
  EXPECT_EQ(again.next().packed.tokens, batches[3].packed.tokens);
  BatchReader tiny_batches(examples, 1, 9);
  EXPECT_EQ(tiny_batches.next().packed.sequences(), 1) << "an example longer than a batch is one of its own";
}

TEST(Examples, LinesAreReadAndMistakesHavePlaces) {
  auto good = read_examples(
      "{\"prompt\":\"p\",\"completion\":\"c\",\"family\":1}\n\n{\"prompt\":\"q\",\"completion\":\"\"}", "f");
  ASSERT_TRUE(good);
  EXPECT_EQ(good->size(), 2u);
  EXPECT_EQ((*good)[0].completion, "c");
  for (const char* line : {"{", "[]", "{\"prompt\":\"p\"}", "{\"prompt\":1,\"completion\":\"c\"}",
                           "{\"prompt\":\"\",\"completion\":\"c\"}"}) {
    auto bad = read_examples(std::string("{\"prompt\":\"p\",\"completion\":\"c\"}\n") + line, "file.jsonl");
    ASSERT_FALSE(bad) << line;
    EXPECT_EQ(bad.error().message.rfind("file.jsonl:2: ", 0), 0u) << bad.error().message;
  }
}

TEST(Schedule, WarmsUpAndComesDown) {
  ScheduleOptions options{Schedule::Cosine, 1.0, 0.1, 10, 110};
  EXPECT_NEAR(learning_rate_at(options, 0), 0.1, 1e-12);
  EXPECT_NEAR(learning_rate_at(options, 9), 1.0, 1e-12);
  EXPECT_NEAR(learning_rate_at(options, 60), 0.55, 1e-9);
  EXPECT_NEAR(learning_rate_at(options, 1000), 0.1, 1e-12);
  options.schedule = Schedule::Linear;
  EXPECT_NEAR(learning_rate_at(options, 35), 0.1 + 0.9 * 0.75, 1e-9);
  options.schedule = Schedule::Constant;
  EXPECT_EQ(learning_rate_at(options, 109), 1.0);
}

// AdamW's definition (Loshchilov & Hutter 2019, algorithm 2) in double precision.
TEST(Optimizer, AdamWFollowsItsFormula) {
  at::Tensor weight = at::full({2}, 1.0, at::kFloat).set_requires_grad(true);
  OptimizerOptions options;
  options.max_gradient_norm = 0;
  Optimizer optimizer({{"w", weight, true, false, {2}}}, options);
  double w = 1.0, m = 0, v = 0;
  for (int t = 1; t <= 5; ++t) {
    double g = 0.3 * t;
    weight.mutable_grad() = at::full({2}, g, at::kFloat);
    EXPECT_NEAR(optimizer.step(0.01), g * std::sqrt(2.0), 1e-5);
    m = options.beta1 * m + (1 - options.beta1) * g;
    v = options.beta2 * v + (1 - options.beta2) * g * g;
    w -= 0.01 * options.weight_decay * w;
    w -= 0.01 * (m / (1 - std::pow(options.beta1, t))) /
         (std::sqrt(v / (1 - std::pow(options.beta2, t))) + options.epsilon);
    EXPECT_NEAR(weight.detach()[0].item().toDouble(), w, 1e-5);
  }
}

TEST(Optimizer, ClipsAndSkipsWhatIsNotFinite) {
  at::Tensor weight = at::zeros({3}, at::kFloat).set_requires_grad(true);
  Optimizer optimizer({{"w", weight, false, false, {}}}, {});
  weight.mutable_grad() = at::full({3}, INFINITY, at::kFloat);
  EXPECT_FALSE(std::isfinite(optimizer.step(0.1)));
  EXPECT_EQ(weight.detach().abs().sum().item().toDouble(), 0.0);
  EXPECT_EQ(optimizer.steps(), 0);
  weight.mutable_grad() = at::full({3}, 100.0, at::kFloat);
  EXPECT_NEAR(optimizer.step(0.1), 173.2, 0.1);
  EXPECT_NEAR(optimizer.state().at("first.w").norm().item().toDouble(), 0.1, 1e-4)
      << "the norm was clipped to 1";
}

}  // namespace
}  // namespace tilewright::tune
