// The critic of PPO: a transformer of its own, started from the policy's weights, with a linear head
// that predicts the return from the state before each token. For .cc files of torch rooms.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "model/transformer_tensors.h"

namespace tilewright::tune {

class RlCritic {
 public:
  // The head starts at zero: the first predictions are 0 whatever the trunk.
  explicit RlCritic(const model::Transformer& start);

  // rows: int64 indices into the packed batch's tokens. Returns [rows]; differentiable.
  at::Tensor values(const model::PackedTokens& batch, const at::Tensor& rows) const;
  // Names begin with "trunk." and "head.".
  std::vector<model::Parameter> parameters() const;

 private:
  model::Transformer trunk_;
  at::Tensor weight_;  // [width]
  at::Tensor bias_;    // [1]
};

}  // namespace tilewright::tune
