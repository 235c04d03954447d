#include "decode/kv_cache.h"

namespace tilewright::decode {

KeyValueCache::KeyValueCache(const model::ModelConfig& config, const std::vector<int32_t>& prompt_lengths,
                             std::vector<int32_t> prompt_of_row, int64_t new_tokens)
    : entry_(2 * config.kv_heads * config.head_dim),
      new_tokens_(new_tokens),
      prompt_of_row_(std::move(prompt_of_row)) {
  prompt_starts_.push_back(0);
  for (int32_t length : prompt_lengths) prompt_starts_.push_back(prompt_starts_.back() + length);
  // Left uninitialised: every position is written before it is read.
  prompts_.reset(new float[static_cast<size_t>(config.layers * prompt_starts_.back() * entry_)]);
  rows_.reset(new float[static_cast<size_t>(config.layers * rows() * new_tokens_ * entry_)]);
}

float* KeyValueCache::prompt(int64_t layer, int32_t prompt) const {
  return prompts_.get() +
         (layer * prompt_starts_.back() + prompt_starts_[static_cast<size_t>(prompt)]) * entry_;
}

float* KeyValueCache::row(int64_t layer, int32_t row) const {
  return rows_.get() + (layer * rows() + row) * new_tokens_ * entry_;
}

int64_t KeyValueCache::prompt_length(int32_t prompt) const {
  return prompt_starts_[static_cast<size_t>(prompt) + 1] - prompt_starts_[static_cast<size_t>(prompt)];
}

}  // namespace tilewright::decode
