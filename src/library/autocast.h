// torch.autocast: the types that operators compute in while it is on. The lists are CUDA's, read from
// PyTorch's own header (ATen/autocast_mode.h). Casts of weights are not kept between calls (PyTorch's
// cache_enabled): each use has its own, whose gradients are added in the weight's type.
#pragma once

#include <cstdint>

#include "library/operator_table.h"
#include "script/interpreter.h"

namespace tilewright::library {

struct AutocastState {
  bool is_enabled = false;
  int8_t dtype;  // c10::ScalarType of the lower precision; Half until a script asks for another
  AutocastState();
};

// Of CUDA tensors.
AutocastState& autocast_state(script::Interpreter& interpreter);

// Casts the floating CUDA tensors (float64 excepted) among the arguments as the operator's list asks, where
// autocast is on. Raises RuntimeError for binary_cross_entropy, as PyTorch does.
void autocast_arguments(script::Interpreter& interpreter, const OperatorEntry& entry,
                        script::CallArguments& arguments);

// For the library's Python. autocast(device type) -> (enabled, dtype); set_autocast(device type, enabled,
// dtype).
script::Value autocast_of_script(script::Interpreter& interpreter, script::CallArguments& arguments);
script::Value set_autocast_of_script(script::Interpreter& interpreter, script::CallArguments& arguments);

}  // namespace tilewright::library
