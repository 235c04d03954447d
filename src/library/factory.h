// torch.tensor and the other constructors that take Python data.
#pragma once

#include <optional>

#include "library/context.h"
#include "script/interpreter.h"

namespace tilewright::library {

// torch.tensor(data): nested lists, numbers, tensors; dtype inferred when not given. Raises ValueError
// and TypeError as PyTorch does.
script::Value make_tensor(script::Interpreter& interpreter, const script::Value& data,
                          std::optional<int8_t> scalar_type, Device device);
// torch.tensor, as_tensor, from_numpy, Tensor, Size, Generator ...
void install_factories(script::Interpreter& interpreter, script::Module& torch);

}  // namespace tilewright::library
