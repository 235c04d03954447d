// Samples completions in batches with a KV cache. Draws are keyed (seed, step, task, sample), one per token,
// so a completion does not depend on what else is in the batch (up to the rounding of matrix products whose
// shape differs).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/random.h"
#include "model/transformer.h"

namespace tilewright::decode {

struct SamplingOptions {
  double temperature = 1.0;  // 0: the most probable token, log-probabilities at temperature 1
  int32_t top_k = 0;         // 0: off
  double top_p = 1.0;        // 1: off
  int32_t max_new_tokens = 256;
  int32_t max_batch_rows = 256;           // completions decoded at once
  std::vector<int32_t> stop_tokens = {};  // empty: the model's eos tokens
  bool ignore_stop = false;
};

// `count` completions of one prompt, which is read once for all. Completion i draws from key with
// sample = key.sample + i.
struct SampleRequest {
  std::vector<int32_t> prompt;  // not empty
  int32_t count = 1;
  RandomKey key;
};

struct Completion {
  std::vector<int32_t> tokens;           // with the stop token, if one was drawn
  std::vector<float> log_probabilities;  // of each token under the distribution it was drawn from
  bool stopped = false;                  // false: cut off at max_new_tokens or at the model's last position
};

// Called between steps with the completions finished so far; false ends early, with what there is.
using SampleProgress = std::function<bool(int64_t finished, int64_t total)>;

// Result[i][j] is completion j of request i. Prompts longer than the model's positions are a bug of the
// caller.
std::vector<std::vector<Completion>> sample(const model::Transformer& model,
                                            std::span<const SampleRequest> requests,
                                            const SamplingOptions& options,
                                            const SampleProgress& progress = {});

}  // namespace tilewright::decode
