// The shape of a Llama-style transformer, read from and written as Hugging Face's config.json.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tilewright::model {

// Llama 3.1's stretching of the rotary frequencies (rope_type "llama3").
struct RopeScaling {
  double factor = 8.0;
  double low_frequency_factor = 1.0;
  double high_frequency_factor = 4.0;
  int64_t original_positions = 8192;
};

// The defaults are those of a run from scratch on two CPU cores (docs/sizing.md).
struct ModelConfig {
  int64_t vocab_size = 0;
  int64_t width = 96;          // hidden_size
  int64_t feed_forward = 288;  // intermediate_size
  int64_t layers = 4;
  int64_t heads = 6;
  int64_t kv_heads = 2;   // heads % kv_heads == 0: grouped-query attention
  int64_t head_dim = 16;  // even: rotary pairs are (i, i + head_dim / 2)
  double norm_epsilon = 1e-5;
  double rope_theta = 10000.0;
  std::optional<RopeScaling> rope_scaling;
  bool tied_embeddings = true;
  int64_t max_positions = 2048;
  double initializer_range = 0.05;
  std::optional<int32_t> bos_token;
  std::vector<int32_t> eos_tokens;
  std::optional<int32_t> pad_token;
};

// `name` is the file's name in messages. A model that this room does not run (another architecture, biases,
// sliding windows, another activation) is refused by the name of the key that says so.
Result<ModelConfig> config_from_json(std::string_view json, std::string_view name);
std::string config_to_json(const ModelConfig& config);
std::string generation_config_to_json(const ModelConfig& config);
// Sizes positive, divisible and small enough to address.
Result<void> validate(const ModelConfig& config, std::string_view name);

}  // namespace tilewright::model
