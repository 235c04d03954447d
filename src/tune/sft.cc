#include "tune/sft.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/empty.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/check.h"
#include "base/hash.h"
#include "model/safetensors.h"
#include "model/transformer_tensors.h"
#include "tune/optimizer.h"

namespace tilewright::tune {
namespace {

constexpr const char* kStateSchema = "1";

Schedule schedule_of(const std::string& name) {
  return name == "constant" ? Schedule::Constant : name == "linear" ? Schedule::Linear : Schedule::Cosine;
}

// What a saved state must agree on to be continued.
std::string fingerprint(const SftOptions& options, const std::vector<TokenizedExample>& examples) {
  std::string text = fmt::format(
      "{} {} {} {} {} {} {} {} {} {} {}", options.seed, options.steps, options.batch_tokens,
      options.learning_rate, options.final_learning_rate_fraction, options.warmup_steps, options.schedule,
      options.optimizer, options.weight_decay, options.beta2, options.max_gradient_norm);
  uint64_t hash = hash64(text);
  for (const TokenizedExample& example : examples) {
    hash = hash64(
        {reinterpret_cast<const char*>(example.tokens.data()), example.tokens.size() * sizeof(int32_t)},
        hash ^ static_cast<uint64_t>(example.prompt_length));
  }
  return fmt::format("{:016x}", hash);
}

struct BatchLoss {
  at::Tensor loss;  // mean over completion tokens, differentiable
  double correct = 0;
  double entropy = 0;
};

BatchLoss batch_loss(const model::Transformer& model, const TrainingBatch& batch) {
  model::CompletionRows rows = model::completion_rows(batch.packed, batch.prompt_lengths);
  at::Tensor hidden = model::hidden_states(model, batch.packed).index_select(0, rows.rows);
  model::TokenScores scores = model::score_tokens(model, hidden, rows.targets);
  double count = static_cast<double>(std::max<int64_t>(1, batch.completion_tokens));
  return {scores.log_probability.sum().mul(-1.0 / count),
          static_cast<double>(scores.is_argmax.sum().item().toLong()) / count,
          scores.entropy.detach().sum().item().toDouble() / count};
}

}  // namespace

Result<void> validate(const SftOptions& options) {
  auto bad = [](std::string message) { return fail(DiagnosticKind::BadOption, std::move(message)); };
  if (options.steps < 1) return bad("SFT needs at least one step");
  if (options.batch_tokens < 1) return bad("SFT's batch_tokens must be at least 1");
  if (!(options.learning_rate > 0)) return bad("SFT's learning_rate must be above 0");
  if (options.warmup_steps < 0 || options.warmup_steps > options.steps) {
    return bad("SFT's warmup_steps must lie between 0 and its steps");
  }
  if (options.schedule != "constant" && options.schedule != "linear" && options.schedule != "cosine") {
    return bad(fmt::format("SFT's schedule '{}' is not constant, linear or cosine", options.schedule));
  }
  if (options.optimizer != "adamw" && options.optimizer != "muon") {
    return bad(fmt::format("SFT's optimizer '{}' is not adamw or muon", options.optimizer));
  }
  return {};
}

struct SftTrainer::Implementation {
  model::Transformer& model;
  SftOptions options;
  std::string identity;
  BatchReader reader;
  Optimizer optimizer;
  ScheduleOptions schedule;
  size_t example_count;
  int64_t steps = 0;
  int64_t tokens = 0;

  Implementation(model::Transformer& model_, const std::vector<TokenizedExample>& examples,
                 const SftOptions& options_)
      : model(model_),
        options(options_),
        identity(fingerprint(options_, examples)),
        reader(examples, options_.batch_tokens, options_.seed),
        optimizer(model::parameters(model_), optimizer_options(options_)),
        schedule{schedule_of(options_.schedule), options_.learning_rate,
                 options_.final_learning_rate_fraction, options_.warmup_steps, options_.steps},
        example_count(examples.size()) {}

  static OptimizerOptions optimizer_options(const SftOptions& options) {
    OptimizerOptions result;
    result.kind = options.optimizer == "muon" ? OptimizerKind::Muon : OptimizerKind::AdamW;
    result.beta2 = options.beta2;
    result.weight_decay = options.weight_decay;
    result.max_gradient_norm = options.max_gradient_norm;
    return result;
  }

  // Every tensor of the state by name: weights, then moments.
  std::map<std::string, at::Tensor> tensors() const {
    std::map<std::string, at::Tensor> all = optimizer.state();
    for (const model::Parameter& parameter : model::parameters(model)) {
      all["weight." + parameter.name] = parameter.tensor.detach();
    }
    return all;
  }
};

SftTrainer::SftTrainer(model::Transformer& model, const std::vector<TokenizedExample>& examples,
                       const SftOptions& options)
    : implementation_(std::make_unique<Implementation>(model, examples, options)) {}
SftTrainer::~SftTrainer() = default;

int64_t SftTrainer::steps_done() const { return implementation_->steps; }
bool SftTrainer::done() const { return implementation_->steps >= implementation_->options.steps; }

SftMetrics SftTrainer::step() {
  Implementation& self = *implementation_;
  TrainingBatch batch = self.reader.next();
  BatchLoss loss = batch_loss(self.model, batch);
  loss.loss.backward();
  SftMetrics metrics;
  metrics.learning_rate = learning_rate_at(self.schedule, self.steps);
  metrics.grad_norm = self.optimizer.step(metrics.learning_rate);
  self.tokens += static_cast<int64_t>(batch.packed.tokens.size());
  metrics.step = ++self.steps;
  metrics.loss = loss.loss.item().toDouble();
  metrics.mean_token_accuracy = loss.correct;
  metrics.entropy = loss.entropy;
  metrics.num_tokens = self.tokens;
  DataPosition position = self.reader.position();
  metrics.epoch = static_cast<double>(position.epoch) +
                  static_cast<double>(position.next) / static_cast<double>(self.example_count);
  return metrics;
}

std::string SftTrainer::save_state() const {
  const Implementation& self = *implementation_;
  model::Safetensors contents;
  DataPosition position = self.reader.position();
  contents.metadata = {{"schema", kStateSchema},
                       {"identity", self.identity},
                       {"steps", std::to_string(self.steps)},
                       {"optimizer_steps", std::to_string(self.optimizer.steps())},
                       {"tokens", std::to_string(self.tokens)},
                       {"epoch", std::to_string(position.epoch)},
                       {"next", std::to_string(position.next)}};
  std::map<std::string, at::Tensor> all = self.tensors();
  for (const auto& [name, tensor] : all) {
    model::StoredTensor stored{name, DType::Float32, {}, {}};
    stored.shape.assign(tensor.sizes().begin(), tensor.sizes().end());
    stored.bytes = {static_cast<const char*>(tensor.const_data_ptr()), static_cast<size_t>(tensor.nbytes())};
    contents.tensors.push_back(std::move(stored));
  }
  return model::write_safetensors(contents);
}

Result<void> SftTrainer::load_state(std::string_view bytes, std::string_view name) {
  Implementation& self = *implementation_;
  auto contents = model::parse_safetensors(bytes, name);
  if (!contents) return tl::unexpected(contents.error());
  auto mismatch = [&](std::string_view what) {
    return fail(DiagnosticKind::RunMismatch, fmt::format("{}: {}", name, what));
  };
  auto& metadata = contents->metadata;
  if (metadata["schema"] != kStateSchema) return mismatch("not a training state of this version");
  if (metadata["identity"] != self.identity) return mismatch("made with other options or examples");
  int64_t numbers[5] = {};
  const char* keys[5] = {"steps", "optimizer_steps", "tokens", "epoch", "next"};
  for (int i = 0; i < 5; ++i) {
    const std::string& text = metadata[keys[i]];
    if (text.empty() || text.size() > 18 || text.find_first_not_of("0123456789") != std::string::npos) {
      return mismatch(fmt::format("'{}' is not a count", keys[i]));
    }
    numbers[i] = std::stoll(text);
  }
  if (static_cast<size_t>(numbers[4]) > self.example_count) return mismatch("'next' is past the examples");
  std::map<std::string, at::Tensor> all = self.tensors();
  for (const auto& [key, tensor] : all) {
    const model::StoredTensor* stored = contents->find(key);
    if (stored == nullptr || stored->dtype != DType::Float32 ||
        tensor.sizes() != at::IntArrayRef(stored->shape)) {
      return mismatch(fmt::format("no fitting tensor '{}'", key));
    }
  }
  at::NoGradGuard no_gradients;
  std::map<std::string, at::Tensor> moments;
  for (auto& [key, tensor] : all) {
    const model::StoredTensor* stored = contents->find(key);
    at::Tensor values = at::empty(tensor.sizes(), tensor.options().requires_grad(false));
    std::copy(stored->bytes.begin(), stored->bytes.end(), static_cast<char*>(values.mutable_data_ptr()));
    if (key.starts_with("weight.")) {
      tensor.copy_(values);
    } else {
      moments[key] = values;
    }
  }
  if (auto loaded = self.optimizer.load_state(moments, numbers[1]); !loaded) return loaded;
  self.steps = numbers[0];
  self.tokens = numbers[2];
  self.reader.seek({static_cast<uint64_t>(numbers[3]), static_cast<uint64_t>(numbers[4])});
  return {};
}

SftEvaluation evaluate(const model::Transformer& model, const std::vector<TokenizedExample>& examples,
                       int64_t batch_tokens) {
  SftEvaluation result;
  if (examples.empty()) return result;
  at::NoGradGuard no_gradients;
  double tokens = 0;
  for (size_t next = 0; next < examples.size();) {
    TrainingBatch batch;
    do {
      batch.packed.add(examples[next].tokens);
      batch.prompt_lengths.push_back(examples[next].prompt_length);
      batch.completion_tokens +=
          static_cast<int64_t>(examples[next].tokens.size()) - examples[next].prompt_length;
      ++next;
    } while (next < examples.size() &&
             static_cast<int64_t>(batch.packed.tokens.size() + examples[next].tokens.size()) <= batch_tokens);
    BatchLoss loss = batch_loss(model, batch);
    double count = static_cast<double>(batch.completion_tokens);
    result.loss += loss.loss.item().toDouble() * count;
    result.mean_token_accuracy += loss.correct * count;
    tokens += count;
  }
  result.loss /= std::max(1.0, tokens);
  result.mean_token_accuracy /= std::max(1.0, tokens);
  return result;
}

}  // namespace tilewright::tune
