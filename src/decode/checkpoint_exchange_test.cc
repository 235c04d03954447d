// The C++ half of tests/model/test_against_transformers.py. TILEWRIGHT_EXCHANGE names a folder in which
// texts.json holds {"corpus": [...], "texts": [...]}: checkpoints of several shapes are written there, then
// every folder with a config.json, also those that transformers wrote, is opened, and what it makes of the
// texts goes to <folder>.json.
#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/file.h"
#include "decode/sampler.h"
#include "model/checkpoint.h"
#include "model/tokenizer_training.h"
#include "model/transformer_tensors.h"

namespace tilewright::decode {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int32_t kGreedyTokens = 24;

struct Shape {
  const char* name;
  model::ModelConfig config;
};

std::vector<Shape> shapes(const model::Tokenizer& tokenizer) {
  model::ModelConfig base;
  base.vocab_size = tokenizer.vocab_size();
  base.width = 48;
  base.feed_forward = 80;
  base.layers = 3;
  base.heads = 6;
  base.kv_heads = 2;
  base.head_dim = 8;
  base.initializer_range = 0.2;  // far from uniform, so that the most probable token is no tie
  base.max_positions = 1024;
  base.eos_tokens = {tokenizer.eos()};
  base.pad_token = tokenizer.pad();
  std::vector<Shape> list(4, {"", base});
  list[0].name = "tied";
  list[1].name = "untied_wide_heads";  // heads * head_dim is not the width
  list[1].config.tied_embeddings = false;
  list[1].config.head_dim = 16;
  list[2].name = "one_head_each";
  list[2].config.kv_heads = 6;
  list[2].config.rope_theta = 500000;
  list[2].config.norm_epsilon = 1e-6;
  list[3].name = "stretched_positions";
  list[3].config.rope_scaling = model::RopeScaling{8.0, 1.0, 4.0, 64};
  return list;
}

// Log-probabilities of tokens 1.. of a sequence, each given those before it.
std::vector<float> scores_of(const model::Transformer& model, const std::vector<int32_t>& ids) {
  if (ids.size() < 2) return {};
  model::PackedTokens packed;
  packed.add(ids);
  model::CompletionRows rows = model::completion_rows(packed, {1});
  at::Tensor hidden = model::hidden_states(model, packed).index_select(0, rows.rows);
  at::Tensor scores = model::score_tokens(model, hidden, rows.targets).log_probability.contiguous();
  const float* values = scores.const_data_ptr<float>();
  return {values, values + scores.numel()};
}

json describe(const model::Checkpoint& checkpoint, const std::vector<std::string>& texts) {
  json list = json::array();
  std::vector<SampleRequest> requests;
  for (const std::string& text : texts) {
    std::vector<int32_t> ids = checkpoint.tokenizer.encode(text);
    list.push_back({{"ids", ids},
                    {"decoded", checkpoint.tokenizer.decode(ids)},
                    {"log_probabilities", scores_of(checkpoint.model, ids)}});
    requests.push_back({std::move(ids), 1, {1, 0, requests.size(), 0}});
  }
  auto completions = sample(checkpoint.model, requests, {.temperature = 0, .max_new_tokens = kGreedyTokens});
  for (size_t i = 0; i < texts.size(); ++i) {
    list[i]["greedy"] = completions[i][0].tokens;
    list[i]["greedy_log_probabilities"] = completions[i][0].log_probabilities;
  }
  return list;
}

TEST(CheckpointExchange, WritesAndReads) {
  const char* name = std::getenv("TILEWRIGHT_EXCHANGE");
  if (name == nullptr) GTEST_SKIP() << "TILEWRIGHT_EXCHANGE names no folder";
  at::NoGradGuard no_gradients;
  fs::path folder = name;
  auto text = read_file(folder / "texts.json");
  ASSERT_TRUE(text) << text.error().message;
  json given = json::parse(*text);
  auto tokenizer =
      model::train_tokenizer(given.at("corpus"), {.vocab_size = 700, .copied_words = {"x", "y"}});
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  uint64_t seed = 1;
  for (const Shape& shape : shapes(*tokenizer)) {
    auto saved =
        model::save_checkpoint(folder / shape.name, model::Transformer(shape.config, seed++), *tokenizer);
    ASSERT_TRUE(saved) << saved.error().message;
  }
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (!fs::exists(entry.path() / "config.json")) continue;
    auto checkpoint = model::load_checkpoint(entry.path());
    ASSERT_TRUE(checkpoint) << checkpoint.error().message;
    std::ofstream(entry.path().string() + ".json")
        << describe(*checkpoint, given.at("texts")).dump(-1, ' ', true, json::error_handler_t::replace);
  }
}

}  // namespace
}  // namespace tilewright::decode
