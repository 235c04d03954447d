#include "library/widen.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>

#include <algorithm>

#include "library/tensor_object.h"

namespace tilewright::library {
namespace {

constexpr std::string_view kProducts[] = {"mm",      "bmm",     "matmul", "addmm",  "baddbmm", "linear",
                                          "einsum",  "mv",      "addbmm", "conv1d", "conv2d",  "conv3d",
                                          "inner",   "chain_matmul",      "scaled_dot_product_attention"};
// Below this product of the operands' sizes the conversions cost more than they save.
constexpr double kWorthIt = 1 << 24;

constexpr std::string_view kNorms[] = {"layer_norm", "group_norm", "batch_norm", "instance_norm", "rms_norm"};

template <size_t count>
bool is_listed(const std::string_view (&names)[count], const MatchedCall& call) {
  return std::find(std::begin(names), std::end(names), call.entry->name) != std::end(names);
}

bool is_large(const MatchedCall& call) {
  if (call.tensors.size() < 2) return false;
  double first = static_cast<double>(call.tensors[0]->tensor().numel());
  return first * static_cast<double>(call.tensors[1]->tensor().numel()) >= kWorthIt;
}

bool is_slow(c10::ScalarType type) {
  if (type == c10::ScalarType::Half) return true;
  return type == c10::ScalarType::BFloat16 && !__builtin_cpu_supports("avx512bf16");
}

at::Tensor widened(const at::Tensor& tensor, c10::ScalarType type) {
  return tensor.defined() && tensor.scalar_type() == type ? tensor.to(c10::ScalarType::Float) : tensor;
}

}  // namespace

WidenedOperation::WidenedOperation(const MatchedCall& call, std::vector<c10::IValue>& stack, bool has_tape) {
  if (call.overload->writes || call.tensors.empty()) return;
  c10::ScalarType type = call.tensors[0]->tensor().scalar_type();
  type_ = static_cast<int8_t>(type);
  bool is_norm = has_tape && is_listed(kNorms, call) && c10::isReducedFloatingType(type);
  if (!is_norm && !(is_listed(kProducts, call) && is_slow(type) && is_large(call))) return;
  applies_ = true;
  for (c10::IValue& value : stack) {
    if (value.isTensor()) {
      value = widened(value.toTensor(), type);
    } else if (value.isTensorList()) {
      std::vector<at::Tensor> tensors = value.toTensorVector();
      for (at::Tensor& tensor : tensors) tensor = widened(tensor, type);
      value = c10::IValue(std::move(tensors));
    }
  }
}

void WidenedOperation::narrow(std::vector<c10::IValue>& stack) const {
  if (!applies_) return;
  for (c10::IValue& value : stack) {
    if (value.isTensor() && value.toTensor().scalar_type() == c10::ScalarType::Float)
      value = value.toTensor().to(static_cast<c10::ScalarType>(type_));
  }
}

}  // namespace tilewright::library
