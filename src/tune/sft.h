// Supervised fine-tuning on prompt/completion pairs: loss on completions only, averaged over all completion
// tokens of the batch. A step is a function of the state; the state can be saved and restored exactly.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/transformer.h"
#include "tune/data.h"

namespace tilewright::tune {

struct SftOptions {
  uint64_t seed = 0;
  int64_t steps = 3600;
  int64_t batch_tokens = 1536;
  double learning_rate = 2e-3;
  double final_learning_rate_fraction = 0.02;
  int64_t warmup_steps = 100;
  std::string schedule = "cosine";  // constant, linear, cosine
  std::string optimizer = "muon";   // adamw, muon
  double weight_decay = 0.1;
  double beta2 = 0.95;
  double max_gradient_norm = 1.0;
};
Result<void> validate(const SftOptions& options);

// Names as in TRL's SFTTrainer.
struct SftMetrics {
  int64_t step = 0;  // 1-based: steps done
  double loss = 0;
  double mean_token_accuracy = 0;
  double entropy = 0;
  double grad_norm = 0;
  double learning_rate = 0;
  int64_t num_tokens = 0;  // all tokens read so far, prompts included
  double epoch = 0;
};

class SftTrainer {
 public:
  // `model` and `examples` must outlive the trainer.
  SftTrainer(model::Transformer& model, const std::vector<TokenizedExample>& examples,
             const SftOptions& options);
  ~SftTrainer();

  SftMetrics step();
  int64_t steps_done() const;
  bool done() const;

  // Weights, moments, step and data position as safetensors bytes; after load_state the next step() is the
  // same as it would have been. A state of other shapes or options is refused (RunMismatch).
  std::string save_state() const;
  Result<void> load_state(std::string_view bytes, std::string_view name);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

// Mean loss and token accuracy on completions, without training.
struct SftEvaluation {
  double loss = 0;
  double mean_token_accuracy = 0;
};
SftEvaluation evaluate(const model::Transformer& model, const std::vector<TokenizedExample>& examples,
                       int64_t batch_tokens = 4096);

}  // namespace tilewright::tune
