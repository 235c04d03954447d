#include "model/transformer.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/add.h>
#include <ATen/ops/embedding.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/full.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/ones.h>
#include <fmt/format.h>

#include <cmath>

#include "base/check.h"
#include "base/random.h"
#include "model/fused_ops.h"
#include "model/transformer_tensors.h"

namespace tilewright::model {
namespace {

at::Tensor normal(std::vector<int64_t> shape, double deviation, uint64_t seed, uint64_t index) {
  at::Tensor tensor = at::empty(shape, at::kFloat);
  Random random({seed, 0, index, 0});
  float* values = tensor.mutable_data_ptr<float>();
  for (int64_t i = 0; i < tensor.numel(); ++i) values[i] = static_cast<float>(random.normal() * deviation);
  return tensor;
}

// Rotary frequencies theta^(-2i/d), stretched as Llama 3.1 does where asked (transformers
// modeling_rope_utils.py, _compute_llama3_parameters).
std::vector<double> rope_frequencies(const ModelConfig& config) {
  std::vector<double> frequencies;
  for (int64_t i = 0; i < config.head_dim; i += 2) {
    double frequency =
        std::pow(config.rope_theta, -static_cast<double>(i) / static_cast<double>(config.head_dim));
    if (config.rope_scaling) {
      const RopeScaling& scaling = *config.rope_scaling;
      double original = static_cast<double>(scaling.original_positions);
      double wavelength = 2.0 * M_PI / frequency;
      if (wavelength > original / scaling.low_frequency_factor) {
        frequency /= scaling.factor;
      } else if (wavelength > original / scaling.high_frequency_factor) {
        double smooth = (original / wavelength - scaling.low_frequency_factor) /
                        (scaling.high_frequency_factor - scaling.low_frequency_factor);
        frequency = (1.0 - smooth) * frequency / scaling.factor + smooth * frequency;
      }
    }
    frequencies.push_back(frequency);
  }
  return frequencies;
}

at::Tensor rope_table(const ModelConfig& config) {
  std::vector<double> frequencies = rope_frequencies(config);
  at::Tensor table = at::empty({config.max_positions, config.head_dim}, at::kFloat);
  float* out = table.mutable_data_ptr<float>();
  for (int64_t position = 0; position < config.max_positions; ++position) {
    for (double frequency : frequencies) {
      // The angle is rounded to float32 first, as in transformers.
      float angle = static_cast<float>(position) * static_cast<float>(frequency);
      *out = std::cos(angle);
      out[config.head_dim / 2] = std::sin(angle);
      ++out;
    }
    out += config.head_dim / 2;
  }
  return table;
}

void require_gradients(const Transformer& model) {
  for (const Parameter& parameter : parameters(model)) parameter.tensor.set_requires_grad(true);
}

class PackedAttention : public Attention {
 public:
  PackedAttention(const ModelConfig& config, const std::vector<int32_t>& starts)
      : shape_{config.heads, config.kv_heads, config.head_dim}, starts_(starts) {}
  at::Tensor attend(int64_t, const at::Tensor& qkv) override {
    return packed_attention(qkv, starts_, shape_);
  }

 private:
  HeadShape shape_;
  const std::vector<int32_t>& starts_;
};

}  // namespace

void PackedTokens::add(std::span<const int32_t> sequence) {
  tokens.insert(tokens.end(), sequence.begin(), sequence.end());
  starts.push_back(static_cast<int32_t>(tokens.size()));
}

Transformer::Transformer(std::unique_ptr<Tensors> tensors) : tensors_(std::move(tensors)) {}
Transformer::~Transformer() = default;
Transformer::Transformer(Transformer&&) noexcept = default;
Transformer& Transformer::operator=(Transformer&&) noexcept = default;

Transformer::Transformer(const ModelConfig& config, uint64_t seed) : tensors_(std::make_unique<Tensors>()) {
  TW_CHECK(validate(config, "").has_value(), "a config that was not validated");
  Tensors& made = *tensors_;
  made.config = config;
  uint64_t index = 0;
  double deviation = config.initializer_range;
  double residual = deviation / std::sqrt(2.0 * static_cast<double>(config.layers));
  made.embedding = normal({config.vocab_size, config.width}, deviation, seed, index++);
  for (int64_t i = 0; i < config.layers; ++i) {
    LayerWeights layer;
    int64_t rows = (config.heads + 2 * config.kv_heads) * config.head_dim;
    layer.attention_norm = at::ones({config.width}, at::kFloat);
    layer.qkv = normal({rows, config.width}, deviation, seed, index++);
    layer.output = normal({config.width, config.heads * config.head_dim}, residual, seed, index++);
    layer.mlp_norm = at::ones({config.width}, at::kFloat);
    layer.gate_up = normal({2 * config.feed_forward, config.width}, deviation, seed, index++);
    layer.down = normal({config.width, config.feed_forward}, residual, seed, index++);
    made.layers.push_back(std::move(layer));
  }
  made.final_norm = at::ones({config.width}, at::kFloat);
  if (!config.tied_embeddings)
    made.head = normal({config.vocab_size, config.width}, deviation, seed, index++);
  made.rope_table = rope_table(config);
  require_gradients(*this);
}

const ModelConfig& Transformer::config() const { return tensors_->config; }

int64_t Transformer::parameter_count() const {
  int64_t count = 0;
  for (const Parameter& parameter : parameters(*this)) count += parameter.tensor.numel();
  return count;
}

Transformer Transformer::clone() const {
  at::NoGradGuard no_gradients;
  auto copy = std::make_unique<Tensors>(*tensors_);
  auto own = [](at::Tensor& tensor) {
    if (tensor.defined()) tensor = tensor.detach().clone();
  };
  own(copy->embedding);
  own(copy->final_norm);
  own(copy->head);
  for (LayerWeights& layer : copy->layers) {
    for (at::Tensor* tensor :
         {&layer.attention_norm, &layer.qkv, &layer.output, &layer.mlp_norm, &layer.gate_up, &layer.down}) {
      own(*tensor);
    }
  }
  Transformer result(std::move(copy));
  require_gradients(result);
  return result;
}

void Transformer::copy_weights_from(const Transformer& other) {
  at::NoGradGuard no_gradients;
  std::vector<Parameter> from = parameters(other), to = parameters(*this);
  TW_CHECK(from.size() == to.size(), "models of different shapes");
  for (size_t i = 0; i < to.size(); ++i) to[i].tensor.copy_(from[i].tensor);
}

std::vector<Parameter> parameters(const Transformer& model) {
  const Transformer::Tensors& tensors = model.tensors();
  const ModelConfig& config = tensors.config;
  int64_t q = config.heads * config.head_dim, kv = config.kv_heads * config.head_dim;
  std::vector<Parameter> list;
  list.push_back({"embedding", tensors.embedding, true, false, {config.vocab_size}});
  for (size_t i = 0; i < tensors.layers.size(); ++i) {
    const LayerWeights& layer = tensors.layers[i];
    auto name = [&](const char* part) { return fmt::format("layers.{}.{}", i, part); };
    list.push_back({name("attention_norm"), layer.attention_norm, false, false, {}});
    list.push_back({name("qkv"), layer.qkv, true, true, {q, kv, kv}});
    list.push_back({name("output"), layer.output, true, true, {config.width}});
    list.push_back({name("mlp_norm"), layer.mlp_norm, false, false, {}});
    list.push_back({name("gate_up"), layer.gate_up, true, true, {config.feed_forward, config.feed_forward}});
    list.push_back({name("down"), layer.down, true, true, {config.width}});
  }
  list.push_back({"final_norm", tensors.final_norm, false, false, {}});
  if (tensors.head.defined()) list.push_back({"head", tensors.head, true, false, {config.vocab_size}});
  return list;
}

at::Tensor hidden_states(const Transformer& model, const at::Tensor& tokens, const at::Tensor& positions,
                         Attention& attention) {
  const Transformer::Tensors& tensors = model.tensors();
  const ModelConfig& config = tensors.config;
  at::Tensor x = at::embedding(tensors.embedding, tokens);
  for (size_t i = 0; i < tensors.layers.size(); ++i) {
    const LayerWeights& layer = tensors.layers[i];
    at::Tensor y = rms_norm(x, layer.attention_norm, config.norm_epsilon);
    at::Tensor qkv =
        rotate_heads(at::linear(y, layer.qkv), positions, tensors.rope_table, config.heads + config.kv_heads);
    x = at::add(x, at::linear(attention.attend(static_cast<int64_t>(i), qkv), layer.output));
    y = rms_norm(x, layer.mlp_norm, config.norm_epsilon);
    x = at::add(x, at::linear(swiglu(at::linear(y, layer.gate_up)), layer.down));
  }
  return rms_norm(x, tensors.final_norm, config.norm_epsilon);
}

at::Tensor hidden_states(const Transformer& model, const PackedTokens& batch) {
  int64_t rows = static_cast<int64_t>(batch.tokens.size());
  at::Tensor tokens = at::empty({rows}, at::kInt), positions = at::empty({rows}, at::kInt);
  std::copy(batch.tokens.begin(), batch.tokens.end(), tokens.mutable_data_ptr<int32_t>());
  int32_t* place = positions.mutable_data_ptr<int32_t>();
  for (size_t s = 0; s + 1 < batch.starts.size(); ++s) {
    int32_t length = batch.starts[s + 1] - batch.starts[s];
    TW_CHECK(length <= model.config().max_positions, "a sequence of {} tokens in a model of {} positions",
             length, model.config().max_positions);
    for (int32_t i = 0; i < length; ++i) *place++ = i;
  }
  PackedAttention attention(model.config(), batch.starts);
  return hidden_states(model, tokens, positions, attention);
}

at::Tensor logits(const Transformer& model, const at::Tensor& hidden) {
  const Transformer::Tensors& tensors = model.tensors();
  return at::linear(hidden, tensors.head.defined() ? tensors.head : tensors.embedding);
}

TokenScores score_tokens(const Transformer& model, const at::Tensor& hidden, const at::Tensor& targets,
                         double temperature) {
  RowScores scores = score_rows(logits(model, hidden), targets, temperature);
  return {scores.log_probability, scores.entropy, scores.is_argmax};
}

CompletionRows completion_rows(const PackedTokens& batch, const std::vector<int32_t>& prompt_lengths) {
  TW_CHECK(static_cast<int64_t>(prompt_lengths.size()) == batch.sequences(), "a prompt length a sequence");
  std::vector<int64_t> rows;
  std::vector<int32_t> targets;
  for (size_t s = 0; s < prompt_lengths.size(); ++s) {
    TW_CHECK(prompt_lengths[s] > 0, "a completion needs a token before it");
    for (int32_t t = batch.starts[s] + prompt_lengths[s]; t < batch.starts[s + 1]; ++t) {
      rows.push_back(t - 1);
      targets.push_back(batch.tokens[static_cast<size_t>(t)]);
    }
  }
  CompletionRows result{at::empty({static_cast<int64_t>(rows.size())}, at::kLong),
                        at::empty({static_cast<int64_t>(rows.size())}, at::kInt)};
  std::copy(rows.begin(), rows.end(), result.rows.mutable_data_ptr<int64_t>());
  std::copy(targets.begin(), targets.end(), result.targets.mutable_data_ptr<int32_t>());
  return result;
}

}  // namespace tilewright::model
