// torch.FloatTensor and its kin: constructors, types for isinstance, and arguments of x.type().
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "library/objects.h"
#include "script/interpreter.h"

namespace tilewright::library {

// Adds FloatTensor, LongTensor ... of the CPU to torch, or those of the GPU to torch.cuda.
void install_legacy_tensors(script::Interpreter& interpreter, script::Module& module, bool is_cuda);
// The class's or the text's ("torch.cuda.HalfTensor") element type and whether it lives on a GPU.
std::optional<std::pair<int8_t, bool>> find_legacy_tensor(const script::Value& type);
// torch.Tensor(...) and its kin: sizes give unwritten memory, data its elements.
script::Value make_legacy_tensor(script::Interpreter& interpreter, script::CallArguments& arguments,
                                 int8_t scalar_type, Device device);
// "torch.FloatTensor"; empty: the type has no such name.
std::string legacy_tensor_name(int8_t scalar_type, bool is_cuda);

}  // namespace tilewright::library
