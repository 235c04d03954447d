#include "library/rounding_noise.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "library/call_operator.h"
#include "library/context.h"
#include "library/operation_noise.h"

namespace tilewright::library {
namespace {

constexpr double kUnit = 0x1p-24;

template <class Number>
void shake(Number* values, int64_t count, double amplitude, uint64_t seed) {
  uint64_t state = seed | 1;
  for (int64_t i = 0; i < count; ++i) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    values[i] = static_cast<Number>(static_cast<double>(values[i]) * (state & 1 ? 1 + amplitude : 1 - amplitude));
  }
}

bool can_shake(const at::Tensor& tensor) {
  return tensor.defined() && (tensor.scalar_type() == at::kDouble || tensor.scalar_type() == at::kFloat) &&
         tensor.is_non_overlapping_and_dense();
}

void shake(const at::Tensor& tensor, double amplitude, uint64_t seed) {
  if (tensor.scalar_type() == at::kDouble)
    shake(tensor.mutable_data_ptr<double>(), tensor.numel(), amplitude, seed);
  else
    shake(tensor.mutable_data_ptr<float>(), tensor.numel(), amplitude, seed);
}

// Does the operator write to an operand?
bool writes_operand(const MatchedCall& call) {
  const std::string& name = call.entry->name;
  return name.ends_with("_") || call.overload->overload_name.find("out") != std::string::npos;
}

}  // namespace

RoundingNoise::RoundingNoise(script::Interpreter& interpreter, uint64_t seed) : interpreter_(interpreter) {
  context_of(interpreter).noise_seed = seed | 1;
}
RoundingNoise::~RoundingNoise() { context_of(interpreter_).noise_seed = 0; }

void shake_operands(Context& context, const MatchedCall& call, std::vector<c10::IValue>& stack) {
  if (context.noise_seed == 0 || call.entry->work != OpWork::Compute || writes_operand(call)) return;
  for (c10::IValue& value : stack) {
    if (!value.isTensor() || !can_shake(value.toTensor())) continue;
    at::Tensor copy = value.toTensor().clone();
    shake(copy, kUnit, context.noise_seed = hash64("operand", context.noise_seed));
    value = std::move(copy);
  }
}

void shake_results(Context& context, const MatchedCall& call, int64_t operand_elements,
                   std::vector<c10::IValue>& stack) {
  if (context.noise_seed == 0 || call.entry->work != OpWork::Compute) return;
  for (const c10::IValue& value : stack) {
    if (!value.isTensor() || !can_shake(value.toTensor()) || value.toTensor().numel() == 0) continue;
    // Sums have as many roundings as terms; those of equal terms mostly go one way, others either way.
    double terms = static_cast<double>(operand_elements) / static_cast<double>(value.toTensor().numel());
    shake(value.toTensor(), kUnit * std::pow(std::max(1.0, terms), 0.75),
          context.noise_seed = hash64("result", context.noise_seed));
  }
}

int64_t most_elements(const std::vector<c10::IValue>& stack) {
  int64_t most = 0;
  for (const c10::IValue& value : stack) {
    if (value.isTensor() && value.toTensor().defined()) most = std::max(most, value.toTensor().numel());
  }
  return most;
}

}  // namespace tilewright::library
