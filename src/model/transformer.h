// A Llama-style transformer: RMSNorm, rotary positions, grouped-query attention, SwiGLU. One forward pass
// serves sampling and training; its tensors are in model/transformer_tensors.h (torch rooms only).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/config.h"

namespace tilewright::model {

// Several sequences laid end to end without padding. Sequence i is tokens[starts[i], starts[i + 1]); its
// positions begin at 0 and it attends to itself alone.
struct PackedTokens {
  std::vector<int32_t> tokens;
  std::vector<int32_t> starts{0};

  void add(std::span<const int32_t> sequence);
  int64_t sequences() const { return static_cast<int64_t>(starts.size()) - 1; }
};

class Transformer {
 public:
  // Fresh weights: normal(0, initializer_range), the projections that write to the residual stream scaled by
  // 1/sqrt(2 layers); norms 1. The config must have passed validate().
  Transformer(const ModelConfig& config, uint64_t seed);
  ~Transformer();
  Transformer(Transformer&&) noexcept;
  Transformer& operator=(Transformer&&) noexcept;

  const ModelConfig& config() const;
  int64_t parameter_count() const;
  // Same weights in memory of their own (a frozen reference policy, a critic's start).
  Transformer clone() const;
  void copy_weights_from(const Transformer& other);

  struct Tensors;  // model/transformer_tensors.h
  Tensors& tensors() { return *tensors_; }
  const Tensors& tensors() const { return *tensors_; }

 private:
  explicit Transformer(std::unique_ptr<Tensors> tensors);
  std::unique_ptr<Tensors> tensors_;
};

}  // namespace tilewright::model
