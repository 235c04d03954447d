// The record of one sampled completion in RL: what was drawn, with what probability, what it earned.
// One JSON object a line in samples.jsonl.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tilewright::tune {

inline constexpr int kSampleSchema = 1;

struct RewardPart {
  std::string name;
  double value = 0;
};

// What a scorer says of one completion.
struct Reward {
  std::optional<double>
      value;  // none: it could not be scored (our shortcoming); it takes no part in training
  std::vector<RewardPart> parts;  // they need not sum to the value
  std::string status;             // a verdict's spelling, or what the scorer likes
  std::string summary;            // one line for people
};

struct RlSample {
  std::string stage;  // of the run that drew it
  int64_t step = 0;   // 0-based step that drew it
  int64_t group = 0;  // prompt within the step; its completions are compared with each other
  int32_t index = 0;  // completion within the group
  int32_t turn = 0;   // of a conversation: 0 is the first answer
  std::string task;
  std::vector<int32_t> prompt_tokens;
  std::vector<int32_t> tokens;           // the completion, with its end token if one was drawn
  std::vector<float> log_probabilities;  // of each token when it was drawn
  std::vector<uint8_t> mask;             // 1: trained on
  bool is_truncated = false;
  Reward reward;
  std::vector<double> advantages;  // of each token; empty when dropped
  std::string text;                // the completion as text, where whoever records it has a tokenizer
};

std::string to_json(const RlSample& sample);  // one line, without line end
Result<RlSample> sample_from_json(std::string_view line, std::string_view name);

}  // namespace tilewright::tune
