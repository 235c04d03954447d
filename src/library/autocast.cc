#include "library/autocast.h"

#include <ATen/autocast_mode.h>
#include <ATen/core/Tensor.h>

#include <string_view>
#include <unordered_map>

#include "library/call_operator.h"
#include "library/convert.h"
#include "library/objects.h"
#include "library/tensor_object.h"
#include "script/objects.h"

namespace tilewright::library {
namespace {

using script::CallArguments;
using script::Interpreter;
using script::Value;

enum class Policy { None, Lower, Float32, Float32UnlessAsked, Widest, Refused };

const std::unordered_map<std::string_view, Policy>& policies() {
  static const std::unordered_map<std::string_view, Policy> all = [] {
    std::unordered_map<std::string_view, Policy> made;
#define TW_LOWER(name, ...) made[#name] = Policy::Lower;
    AT_FORALL_LOWER_PRECISION_FP(TW_LOWER)
#undef TW_LOWER
#define TW_FLOAT32(name, ...) made[#name] = Policy::Float32;
    AT_FORALL_FP32(TW_FLOAT32)
#undef TW_FLOAT32
#define TW_ASKED(name, ...) made[#name] = Policy::Float32UnlessAsked;
    AT_FORALL_FP32_SET_OPT_DTYPE(TW_ASKED)
#undef TW_ASKED
#define TW_WIDEST(name, ...) made[#name] = Policy::Widest;
    AT_FORALL_PROMOTE(TW_WIDEST)
#undef TW_WIDEST
    made["norm"] = Policy::Float32UnlessAsked;
    made["binary_cross_entropy"] = Policy::Refused;
    // Operators of PyTorch that are made of those above: log_softmax and nll_loss, pow, products.
    made["cross_entropy_loss"] = Policy::Float32;
    made["square"] = Policy::Float32;
    made["matrix_power"] = Policy::Lower;
    return made;
  }();
  return all;
}

Policy policy_of(const OperatorEntry& entry) {
  if (entry.overloads.empty()) return Policy::None;
  std::string_view name = entry.overloads.front()->full_name;
  if (size_t colons = name.rfind(':'); colons != std::string_view::npos) name.remove_prefix(colons + 1);
  name = name.substr(0, name.find('.'));
  auto found = policies().find(name);
  return found == policies().end() ? Policy::None : found->second;
}

bool is_eligible(const TensorObject* tensor) {
  return tensor != nullptr && tensor->device.is_accelerator() && tensor->tensor().is_floating_point() &&
         tensor->tensor().scalar_type() != at::kDouble;
}

template <class Visit>
void for_each_tensor(CallArguments& arguments, Visit visit) {
  auto visit_value = [&](Value& value) {
    if (value.as<TensorObject>() != nullptr) return visit(value);
    const std::vector<Value>* items = sequence_items(value);
    if (items == nullptr || items->empty() || items->front().as<TensorObject>() == nullptr) return;
    std::vector<Value> changed = *items;
    for (Value& item : changed) visit(item);
    value = script::make_list(std::move(changed));
  };
  for (Value& value : arguments.positional) visit_value(value);
  for (auto& [name, value] : arguments.keywords) visit_value(value);
}

at::ScalarType widest_type(Interpreter& interpreter, CallArguments& arguments, at::ScalarType lower) {
  at::ScalarType widest = lower;
  for_each_tensor(arguments, [&](Value& value) {
    auto* tensor = value.as<TensorObject>();
    if (!is_eligible(tensor) || tensor->tensor().scalar_type() == lower) return;
    widest = tensor->tensor().scalar_type();
    if (widest != at::kFloat)
      interpreter.raise("RuntimeError", "Unexpected floating ScalarType in at::autocast::prioritize");
  });
  return widest;
}

bool asks_for_type(const CallArguments& arguments) {
  for (const Value& value : arguments.positional) {
    if (value.as<DTypeObject>() != nullptr) return true;
  }
  for (const auto& [name, value] : arguments.keywords) {
    if (name == "dtype" && !value.is_none()) return true;
  }
  return false;
}

}  // namespace

AutocastState::AutocastState() : dtype(static_cast<int8_t>(at::kHalf)) {}

AutocastState& autocast_state(Interpreter& interpreter) {
  std::shared_ptr<void>& state = interpreter.extension("autocast");
  if (!state) state = std::make_shared<AutocastState>();
  return *static_cast<AutocastState*>(state.get());
}

void autocast_arguments(Interpreter& interpreter, const OperatorEntry& entry, CallArguments& arguments) {
  const AutocastState& state = autocast_state(interpreter);
  if (!state.is_enabled) return;
  Policy policy = policy_of(entry);
  if (policy == Policy::None) return;
  for (const auto& [name, value] : arguments.keywords) {
    if (name == "out" && !value.is_none()) return;
  }
  if (policy == Policy::Float32UnlessAsked && asks_for_type(arguments)) return;
  auto lower = static_cast<at::ScalarType>(state.dtype);
  at::ScalarType type = policy == Policy::Lower    ? lower
                        : policy == Policy::Widest ? widest_type(interpreter, arguments, lower)
                                                   : at::kFloat;
  for_each_tensor(arguments, [&](Value& value) {
    auto* tensor = value.as<TensorObject>();
    if (!is_eligible(tensor)) return;
    if (policy == Policy::Refused) {
      interpreter.raise(
          "RuntimeError",
          "torch.nn.functional.binary_cross_entropy and torch.nn.BCELoss are unsafe to autocast: use "
          "binary_cross_entropy_with_logits or torch.nn.BCEWithLogitsLoss");
    }
    if (tensor->tensor().scalar_type() == type) return;
    value = call_operator(interpreter, "to", {value, dtype_object(interpreter, static_cast<int8_t>(type))});
  });
}

Value autocast_of_script(Interpreter& interpreter, CallArguments& arguments) {
  AutocastState state;
  const std::string* device = script::as_string(arguments.positional.at(0));
  if (device != nullptr && device->starts_with("cuda")) {
    state = autocast_state(interpreter);
  } else {
    state.dtype = static_cast<int8_t>(at::kBFloat16);
  }
  return script::make_tuple({Value(state.is_enabled), dtype_object(interpreter, state.dtype)});
}

Value set_autocast_of_script(Interpreter& interpreter, CallArguments& arguments) {
  const std::string* device = script::as_string(arguments.positional.at(0));
  bool is_enabled = interpreter.truthy(arguments.positional.at(1));
  auto* asked = arguments.positional.at(2).as<DTypeObject>();
  if (asked == nullptr) interpreter.raise("TypeError", "autocast: dtype must be a torch.dtype");
  if (device != nullptr && device->starts_with("cuda")) {
    AutocastState& state = autocast_state(interpreter);
    state.is_enabled = is_enabled;
    state.dtype = asked->scalar_type;
  } else if (is_enabled) {
    interpreter.unsupported("torch.autocast of another device than cuda");
  }
  return {};
}

}  // namespace tilewright::library
