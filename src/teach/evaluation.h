// Evaluates completions on held-out tasks: samples of a model, or given texts (a baseline).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "decode/sampler.h"
#include "model/tokenizer.h"
#include "model/transformer.h"
#include "report/evaluation_record.h"
#include "teach/dataset.h"
#include "teach/grader.h"
#include "teach/reward.h"
#include "tune/rl_sample.h"

namespace tilewright::teach {

struct Evaluation {
  std::vector<report::EvaluationRecord> records;  // one a task
  std::vector<tune::RlSample> samples;            // with text and verdict
  bool is_stopped = false;                        // ended early; nothing of it counts
};

struct EvaluationOptions {
  std::string name;  // "sft"
  uint64_t seed = 0;
  int samples = 8;
  int max_new_tokens = 384;
  RewardOptions reward;
};

// What is told while it runs; false stops.
using EvaluationProgress = std::function<bool(std::string_view part, size_t done, size_t total)>;

// The prompt's tokens exactly as in training.
std::vector<int32_t> prompt_tokens(const std::string& prompt, const model::Tokenizer& tokenizer);

// Samples at temperature 1, judged. The draws of a task depend on the seed and the task's name alone.
Evaluation evaluate_model(const model::Transformer& model, const model::Tokenizer& tokenizer,
                          const std::vector<const TaskRecord*>& tasks, const EvaluationOptions& options,
                          Grader& grader, const EvaluationProgress& progress);

// Completions given: texts[i] are those of tasks[i].
Evaluation evaluate_texts(const std::vector<std::vector<std::string>>& texts,
                          const std::vector<const TaskRecord*>& tasks, const EvaluationOptions& options,
                          Grader& grader, const EvaluationProgress& progress);

}  // namespace tilewright::teach
