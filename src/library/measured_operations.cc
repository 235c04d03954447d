#include "library/measured_operations.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <c10/core/TensorOptions.h>

#include <algorithm>

namespace tilewright::library {
namespace {

using kernels::memory::Measurement;
using script::Value;

bool is_product(const MatchedCall& call) {
  static constexpr std::string_view kProducts[] = {"mm",     "matmul", "bmm",    "addmm",  "baddbmm",
                                                   "linear", "conv1d", "conv2d", "conv3d", "scaled_dot_product_attention"};
  return !call.overload->writes &&
         std::find(std::begin(kProducts), std::end(kProducts), call.entry->name) != std::end(kProducts);
}

bool needs_gradient(const MatchedCall& call) {
  return std::any_of(call.tensors.begin(), call.tensors.end(),
                     [](const TensorObject* tensor) { return tensor->requires_grad(); });
}

// Of an operator and the shapes that it is given.
std::string key_of(const MatchedCall& call) {
  std::string key = call.overload->full_name;
  for (const TensorObject* object : call.tensors) {
    key += '|' + std::to_string(static_cast<int>(object->tensor().scalar_type()));
    for (int64_t extent : object->tensor().sizes()) key += ',' + std::to_string(extent);
  }
  return key;
}

bool is_estimate(const Context& context) {
  return context.measurement->is_estimate(context.interpreter.budget().fuel_used());
}

bool is_written(const MatchedCall& call, const TensorObject* tensor) {
  for (size_t i = 0; i < call.slots.size(); ++i) {
    if (call.slots[i] && call.overload->parameters[i].is_written && call.slots[i]->as<TensorObject>() == tensor)
      return true;
  }
  return false;
}

}  // namespace

std::optional<std::vector<c10::IValue>> results_left_out(Context& context, const MatchedCall& call) {
  if (!is_estimate(context)) return std::nullopt;
  if (call.entry->name == "copy_" && call.tensors.size() == 2 &&
      context.measurement->leaves_out(*call.tensors[1]->storage->region))
    return std::vector<c10::IValue>{c10::IValue(call.tensors[0]->tensor())};
  if (!is_product(call) || needs_gradient(call)) return std::nullopt;
  auto known = context.products.find(key_of(call));
  if (known == context.products.end()) return std::nullopt;
  at::TensorOptions options = at::TensorOptions().dtype(static_cast<c10::ScalarType>(known->second.dtype));
  return std::vector<c10::IValue>{c10::IValue(at::empty(known->second.shape, options))};
}

void follow_values(Context& context, const MatchedCall& call, const Value& result, bool was_left_out) {
  Measurement& measurement = *context.measurement;
  auto* made = result.as<TensorObject>();
  if (made != nullptr && !was_left_out && is_product(call)) {
    context.products.try_emplace(key_of(call), ProductResult{made->tensor().sizes().vec(),
                                                             static_cast<int8_t>(made->tensor().scalar_type())});
  }
  if (!was_left_out && !measurement.leaves_out_any()) return;
  bool reads_none = was_left_out;
  for (const TensorObject* tensor : call.tensors) {
    bool is_overwritten = call.overload->overwrites && is_written(call, tensor);
    if (is_overwritten && !was_left_out) measurement.complete(*tensor->storage->region);
    reads_none |= !is_overwritten && measurement.leaves_out(*tensor->storage->region);
  }
  if (!reads_none || !measurement.is_active()) return;
  for (const TensorObject* tensor : call.tensors) {
    if (is_written(call, tensor)) measurement.leave_out(tensor->storage->region);
  }
  if (made != nullptr) measurement.leave_out(made->storage->region);
}

void need_values(script::Interpreter& interpreter, const TensorObject& tensor, std::string_view operation) {
  const Measurement& measurement = *context_of(interpreter).measurement;
  if (!measurement.leaves_out(*tensor.storage->region)) return;
  static constexpr std::string_view kNumbers[] = {"bool", "print", "item", "tolist", "format"};
  bool needs_numbers = std::find(std::begin(kNumbers), std::end(kNumbers), operation) != std::end(kNumbers);
  if (measurement.is_active() && !needs_numbers) return;
  interpreter.abort(DiagnosticKind::Unsupported,
                    std::string(operation) + "() of a tensor that " + kernels::memory::kLeftOut,
                    context_of(interpreter).user_span());
}

bool leave_unwritten(Context& context, TensorObject& tensor) {
  if (!is_estimate(context)) return false;
  context.measurement->leave_out(tensor.storage->region);
  return true;
}

}  // namespace tilewright::library
