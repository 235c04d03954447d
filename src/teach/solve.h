// Uses a taught model: samples candidates for a task, judges them, picks the best.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/checkpoint.h"
#include "teach/evaluation.h"

namespace tilewright::teach {

struct Attempt {
  std::string text;
  judge::Verdict verdict;
  double log_probability = 0;  // of the whole completion
  int repeats = 1;             // samples that were this very text
};

struct SolveOptions {
  uint64_t seed = 0;
  int samples = 16;
  int max_new_tokens = 384;
  double temperature = 1.0;
};

// Distinct attempts, best first: correct before wrong, fast before slow, nearly right before far off, likely
// before unlikely.
std::vector<Attempt> solve(const model::Checkpoint& checkpoint, const TaskRecord& task,
                           const SolveOptions& options, Grader& grader,
                           const EvaluationProgress& progress = {});

// A folder of a model in Hugging Face's layout, or of a run: then its last checkpoint (rl, else sft).
Result<std::filesystem::path> find_model(const std::filesystem::path& folder);

// What the model writes: `lang`, or where that is empty what the recipe of its run says, else Triton.
Result<const Language*> language_of_model(const std::filesystem::path& folder, std::string_view lang);

}  // namespace tilewright::teach
