// The key/value cache of a batch of completions. Rows of one prompt share its keys and values; each row adds
// its own as it grows. Rows are addressed by number, so finished ones just stop being asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/config.h"

namespace tilewright::decode {

// Keys and values of positions of one layer, [positions, 2 * kv_heads * head_dim]: keys, then values.
class KeyValueCache {
 public:
  // `prompt_lengths` a prompt, `prompt_of_row` a row; every row has room for `new_tokens`.
  KeyValueCache(const model::ModelConfig& config, const std::vector<int32_t>& prompt_lengths,
                std::vector<int32_t> prompt_of_row, int64_t new_tokens);

  int64_t entry() const { return entry_; }
  float* prompt(int64_t layer, int32_t prompt) const;
  float* row(int64_t layer, int32_t row) const;
  int32_t prompt_of(int32_t row) const { return prompt_of_row_[static_cast<size_t>(row)]; }
  int64_t prompt_length(int32_t prompt) const;
  int64_t rows() const { return static_cast<int64_t>(prompt_of_row_.size()); }

 private:
  int64_t entry_ = 0;  // floats a position and layer
  int64_t new_tokens_ = 0;
  std::vector<int32_t> prompt_of_row_;
  std::vector<int64_t> prompt_starts_;
  std::unique_ptr<float[]> prompts_;  // [layers, prompt tokens, entry]
  std::unique_ptr<float[]> rows_;     // [layers, rows, new tokens, entry]
};

}  // namespace tilewright::decode
