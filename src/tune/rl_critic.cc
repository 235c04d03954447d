#include "tune/rl_critic.h"

#include <ATen/ops/mv.h>
#include <ATen/ops/zeros.h>

namespace tilewright::tune {

RlCritic::RlCritic(const model::Transformer& start)
    : trunk_(start.clone()), weight_(at::zeros({start.config().width})), bias_(at::zeros({1})) {
  weight_.set_requires_grad(true);
  bias_.set_requires_grad(true);
}

at::Tensor RlCritic::values(const model::PackedTokens& batch, const at::Tensor& rows) const {
  return at::mv(model::hidden_states(trunk_, batch).index_select(0, rows), weight_).add(bias_);
}

std::vector<model::Parameter> RlCritic::parameters() const {
  std::vector<model::Parameter> result;
  for (model::Parameter& parameter : model::parameters(trunk_)) {
    // The trunk's output head takes no part in values.
    if (parameter.tensor.is_same(trunk_.tensors().head)) continue;
    parameter.name = "trunk." + parameter.name;
    result.push_back(parameter);
  }
  result.push_back(
      {.name = "head.weight", .tensor = weight_, .decays = false, .is_hidden_matrix = false, .blocks = {}});
  result.push_back(
      {.name = "head.bias", .tensor = bias_, .decays = false, .is_hidden_matrix = false, .blocks = {}});
  return result;
}

}  // namespace tilewright::tune
