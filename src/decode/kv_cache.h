// The key/value cache of a batch of completions. Rows of one prompt share its keys and values; each row adds
// its own as it grows. Rows are addressed by number, so finished ones just stop being asked for.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "model/config.h"
#include "model/kernels.h"

namespace tilewright::decode {

class KeyValueCache {
 public:
  // `prompt_lengths` a prompt, `prompt_of_row` a row; every row has room for `new_tokens`.
  KeyValueCache(const model::ModelConfig& config, const std::vector<int32_t>& prompt_lengths,
                std::vector<int32_t> prompt_of_row, int64_t new_tokens);

  // Stores what one position of a prompt or of a row adds: `kv` holds its keys, then its values.
  void put_prompt(int64_t layer, int32_t prompt, int64_t position, const float* kv);
  void put_row(int64_t layer, int32_t row, int64_t position, const float* kv);
  // What key/value head `head` of a row attends to: its prompt, then its first `generated` own positions.
  std::array<model::kernels::KeyValueSegment, 2> segments(int64_t layer, int32_t row, int64_t head,
                                                          int64_t generated) const;
  int64_t prompt_length(int32_t prompt) const { return prompt_lengths_[static_cast<size_t>(prompt)]; }
  int32_t prompt_of(int32_t row) const { return prompt_of_row_[static_cast<size_t>(row)]; }
  int64_t rows() const { return static_cast<int64_t>(prompt_of_row_.size()); }

 private:
  // One layer's block of a prompt or row: keys [components][capacity], then values [capacity][components].
  float* prompt_block(int64_t layer, int32_t prompt) const;
  float* row_block(int64_t layer, int32_t row) const;
  void put(float* block, int64_t capacity, int64_t position, const float* kv) const;

  int64_t components_ = 0;  // kv_heads * head_dim
  int64_t head_dim_ = 0;
  int64_t row_capacity_ = 0;
  std::vector<int32_t> prompt_of_row_;
  std::vector<int64_t> prompt_lengths_;
  std::vector<int64_t> prompt_capacities_;
  std::vector<int64_t> prompt_starts_;  // in positions of capacity
  std::unique_ptr<float[]> prompts_;
  std::unique_ptr<float[]> rows_;
};

}  // namespace tilewright::decode
