// Gradients of host operations: libtorch's own tape and backward pass, with autograd.Function as nodes of
// the tape. Only where LibraryOptions::computes_gradients is set.
#pragma once

#include <string>

#include "library/context.h"
#include "script/interpreter.h"

namespace at {
class Tensor;
}

namespace tilewright::library {

// What torch.autograd's Python is written on, as functions of torch._C.
void install_gradients(script::Module& internal);

// "MulBackward0"; empty for a tensor that no recorded operation made.
std::string gradient_node_name(const at::Tensor& tensor);
// x.grad_fn, x.grad and x.grad = value.
script::Value gradient_function(const at::Tensor& tensor);
script::Value gradient_of(script::Interpreter& interpreter, TensorObject& tensor);
void set_gradient(script::Interpreter& interpreter, TensorObject& tensor, const script::Value& value);
// x.register_hook(function): called with the gradient, may answer another one.
script::Value register_hook(script::Interpreter& interpreter, TensorObject& tensor, script::Value function);

}  // namespace tilewright::library
