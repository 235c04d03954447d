#include "decode/kv_cache.h"

namespace tilewright::decode {
namespace {

int64_t round_up(int64_t positions) {
  constexpr int64_t kBlock = model::kernels::kPositionBlock;
  return (positions + kBlock - 1) / kBlock * kBlock;
}

}  // namespace

KeyValueCache::KeyValueCache(const model::ModelConfig& config, const std::vector<int32_t>& prompt_lengths,
                             std::vector<int32_t> prompt_of_row, int64_t new_tokens)
    : components_(config.kv_heads * config.head_dim),
      head_dim_(config.head_dim),
      row_capacity_(round_up(new_tokens)),
      prompt_of_row_(std::move(prompt_of_row)) {
  prompt_starts_.push_back(0);
  for (int32_t length : prompt_lengths) {
    prompt_lengths_.push_back(length);
    prompt_capacities_.push_back(round_up(length));
    prompt_starts_.push_back(prompt_starts_.back() + prompt_capacities_.back());
  }
  // Left uninitialised: what is read beyond the positions written (to fill a vector) is never used.
  prompts_.reset(new float[static_cast<size_t>(config.layers * prompt_starts_.back() * 2 * components_)]);
  rows_.reset(new float[static_cast<size_t>(config.layers * rows() * row_capacity_ * 2 * components_)]);
}

float* KeyValueCache::prompt_block(int64_t layer, int32_t prompt) const {
  return prompts_.get() +
         (layer * prompt_starts_.back() + prompt_starts_[static_cast<size_t>(prompt)]) * 2 * components_;
}

float* KeyValueCache::row_block(int64_t layer, int32_t row) const {
  return rows_.get() + (layer * rows() + row) * row_capacity_ * 2 * components_;
}

void KeyValueCache::put(float* block, int64_t capacity, int64_t position, const float* kv) const {
  for (int64_t i = 0; i < components_; ++i) block[i * capacity + position] = kv[i];
  float* values = block + components_ * capacity + position * components_;
  for (int64_t i = 0; i < components_; ++i) values[i] = kv[components_ + i];
}

void KeyValueCache::put_prompt(int64_t layer, int32_t prompt, int64_t position, const float* kv) {
  put(prompt_block(layer, prompt), prompt_capacities_[static_cast<size_t>(prompt)], position, kv);
}

void KeyValueCache::put_row(int64_t layer, int32_t row, int64_t position, const float* kv) {
  put(row_block(layer, row), row_capacity_, position, kv);
}

std::array<model::kernels::KeyValueSegment, 2> KeyValueCache::segments(int64_t layer, int32_t row,
                                                                       int64_t head,
                                                                       int64_t generated) const {
  int32_t prompt = prompt_of(row);
  int64_t capacity = prompt_capacities_[static_cast<size_t>(prompt)], offset = head * head_dim_;
  const float* shared = prompt_block(layer, prompt);
  const float* own = row_block(layer, row);
  return {{{shared + offset * capacity, capacity, shared + components_ * capacity + offset, components_,
            prompt_length(prompt)},
           {own + offset * row_capacity_, row_capacity_, own + components_ * row_capacity_ + offset,
            components_, generated}}};
}

}  // namespace tilewright::decode
