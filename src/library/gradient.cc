#include "library/gradient.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/zeros.h>
#include <c10/core/GradMode.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/saved_variable.h>

#include <unordered_set>

#include "library/call_operator.h"
#include "library/convert.h"
#include "library/tensor_object.h"

namespace tilewright::library {
namespace {

using script::CallArguments;
using script::Interpreter;
using script::Value;
using torch::autograd::Node;
using torch::autograd::variable_list;

// What a backward function of a script is called with and gives back runs under the tape's own grad mode.
class GradModeOfTape {
 public:
  explicit GradModeOfTape(Context& context) : context_(context), before_(context.is_grad_enabled) {
    context.is_grad_enabled = c10::GradMode::is_enabled();
  }
  ~GradModeOfTape() { context_.is_grad_enabled = before_; }

 private:
  Context& context_;
  bool before_;
};

// Calls a script's function from inside libtorch, whose code may only see std::exception: anything else is
// kept for rethrow_failure().
template <class Body>
auto shielded(Context& context, Body body) {
  GradModeOfTape mode(context);
  try {
    return body();
  } catch (...) {
    if (!context.gradient_failure) context.gradient_failure = std::current_exception();
    throw std::runtime_error("a backward function failed");
  }
}

// Runs native code of the tape; an exception that a script's function threw inside comes out as it was.
void run_tape(Interpreter& interpreter, const std::function<void()>& body) {
  Context& context = context_of(interpreter);
  context.gradient_failure = nullptr;
  try {
    translate_errors(interpreter, body);
  } catch (const script::PythonError&) {
    if (auto failure = std::exchange(context.gradient_failure, nullptr)) std::rethrow_exception(failure);
    throw;
  }
}

Value wrap_gradient(Context& context, const at::Tensor& tensor, Device device) {
  return tensor.defined() ? Value(wrap_tensor(context, tensor, {}, device)) : Value();
}

const std::vector<Value>& items_of(Interpreter& interpreter, const Value& value, std::string_view what) {
  const auto* items = sequence_items(value);
  if (items == nullptr) interpreter.raise("TypeError", std::string(what) + " must be a tuple or a list");
  return *items;
}

// ---- tensors saved for backward
// Kept as libtorch keeps them, so that an output saved by its own node makes no cycle.
class SavedTensors final : public script::Object {
 public:
  std::string_view type_name() const override { return "SavedTensors"; }

  void save(const std::vector<Value>& values, const std::shared_ptr<Node>& node) {
    node_ = node;
    for (const Value& value : values) {
      Entry entry;
      if (auto* tensor = value.as<TensorObject>()) {
        bool is_output = node != nullptr && tensor->tensor().grad_fn() == node;
        entry.variable = torch::autograd::SavedVariable(tensor->tensor(), is_output);
        entry.storage = tensor->storage;
        entry.device = tensor->device;
        entry.role = tensor->role;
        entry.is_tensor = true;
      }
      entries_.push_back(std::move(entry));
    }
  }

  // May throw c10 errors: freed by a backward pass, or changed in place since.
  Value unpack() {
    TORCH_CHECK(!is_released_, torch::autograd::ERR_BACKWARD_TWICE);
    std::vector<Value> values;
    for (const Entry& entry : entries_) {
      if (!entry.is_tensor) {
        values.emplace_back();
        continue;
      }
      auto made =
          script::make<TensorObject>(entry.variable.unpack(node_.lock()), entry.storage, entry.device);
      made->role = entry.role;
      values.emplace_back(made);
    }
    return script::make_tuple(std::move(values));
  }

  void give_up_tensors() {
    entries_.clear();
    is_released_ = true;
  }

 private:
  struct Entry {
    torch::autograd::SavedVariable variable;
    std::shared_ptr<StorageRecord> storage;
    Device device;
    TensorObject::Role role = TensorObject::Role::Plain;
    bool is_tensor = false;
  };
  std::vector<Entry> entries_;
  std::weak_ptr<Node> node_;
  bool is_released_ = false;
};

// ---- a class derived from torch.autograd.Function, as a node of the tape
class ScriptNode final : public Node {
 public:
  struct Output {
    bool is_tensor = false;
    std::vector<int64_t> shape;
    at::TensorOptions options;
    Device device;
  };

  ScriptNode(Interpreter& interpreter, Value function_class, Value function_context)
      : interpreter_(interpreter), class_(std::move(function_class)), context_(std::move(function_context)) {}

  std::vector<bool> is_tensor_input;  // of forward's arguments
  std::vector<Output> outputs;
  script::Ref<SavedTensors> saved;
  bool makes_zeros = true;  // set_materialize_grads

  std::string name() const override {
    auto found = interpreter_.find_attribute(class_, "__name__");
    return (found ? interpreter_.str(*found) : "Function") + "Backward";
  }

  void release_variables() override {
    if (saved) saved->give_up_tensors();
  }

  variable_list apply(variable_list&& gradients) override {
    return shielded(context_of(interpreter_), [&] { return backward(gradients); });
  }

 private:
  variable_list backward(const variable_list& gradients) {
    Context& context = context_of(interpreter_);
    CallArguments arguments;
    arguments.span = interpreter_.current_span();
    arguments.positional.push_back(context_);
    for (size_t i = 0; i < outputs.size(); ++i) {
      const Output& output = outputs[i];
      at::Tensor gradient = i < gradients.size() ? gradients[i] : at::Tensor();
      if (!gradient.defined() && output.is_tensor && makes_zeros) {
        gradient = at::zeros(output.shape, output.options);
      }
      arguments.positional.push_back(wrap_gradient(context, gradient, output.device));
    }
    Value result =
        interpreter_.call_value(interpreter_.get_attribute(class_, "backward"), std::move(arguments));
    return sorted(result);
  }

  // One gradient an argument of forward; those of tensors are the tape's.
  variable_list sorted(const Value& result) {
    std::vector<Value> given;
    if (const auto* items = sequence_items(result)) {
      given = *items;
    } else {
      given.push_back(result);
    }
    size_t count = is_tensor_input.size();
    bool has_only_none_left =
        std::all_of(given.begin() + static_cast<ptrdiff_t>(std::min(count, given.size())), given.end(),
                    [](const Value& value) { return value.is_none(); });
    if (given.size() < count || !has_only_none_left) {
      interpreter_.raise("RuntimeError",
                         "function " + name() + " returned an incorrect number of gradients (expected " +
                             std::to_string(count) + ", got " + std::to_string(given.size()) + ")");
    }
    variable_list gradients;
    for (size_t i = 0; i < count; ++i) {
      auto* tensor = given[i].as<TensorObject>();
      if (is_tensor_input[i]) {
        if (tensor == nullptr && !given[i].is_none()) {
          interpreter_.raise("TypeError",
                             "expected Variable or None (got " + interpreter_.type_name(given[i]) + ")");
        }
        if (tensor != nullptr) check_written(interpreter_, *tensor, "backward");
        gradients.push_back(tensor == nullptr ? at::Tensor() : tensor->tensor());
      } else if (!given[i].is_none()) {
        interpreter_.raise("RuntimeError", "function " + name() +
                                               " returned a gradient different from None at position " +
                                               std::to_string(i + 1) +
                                               ", but the corresponding forward input was not a Variable");
      }
    }
    return gradients;
  }

  Interpreter& interpreter_;
  Value class_, context_;
};

std::unordered_set<at::TensorImpl*> tensors_in(Interpreter& interpreter, const Value& context,
                                               std::string_view name) {
  std::unordered_set<at::TensorImpl*> found;
  for (const Value& item : interpreter.to_vector(interpreter.get_attribute(context, name))) {
    if (auto* tensor = item.as<TensorObject>()) found.insert(tensor->tensor().unsafeGetTensorImpl());
  }
  return found;
}

// A tensor that forward gave back as it came is another tensor to the tape.
at::Tensor view_of_itself(at::Tensor tensor) { return tensor.view_as(tensor); }

// record_function(class, ctx, arguments, output): forward's output with the node behind it.
Value record_function(Interpreter& interpreter, CallArguments& arguments) {
  const Value& function_class = arguments.positional.at(0);
  const Value& function_context = arguments.positional.at(1);
  const auto& inputs = items_of(interpreter, arguments.positional.at(2), "the arguments");
  const Value& output = arguments.positional.at(3);
  const auto* several = sequence_items(output);
  std::vector<Value> outputs = several != nullptr ? *several : std::vector<Value>{output};

  std::shared_ptr<ScriptNode> node(new ScriptNode(interpreter, function_class, function_context),
                                   torch::autograd::deleteNode);
  variable_list variables;
  for (const Value& input : inputs) {
    auto* tensor = input.as<TensorObject>();
    node->is_tensor_input.push_back(tensor != nullptr);
    if (tensor != nullptr) variables.push_back(tensor->tensor());
  }
  std::vector<std::optional<at::Tensor>> raw;
  for (const Value& value : outputs) {
    auto* tensor = value.as<TensorObject>();
    raw.push_back(tensor == nullptr ? std::nullopt : std::optional<at::Tensor>(tensor->tensor()));
    ScriptNode::Output described;
    if (tensor != nullptr) {
      const at::Tensor& t = tensor->tensor();
      described = {true, t.sizes().vec(), t.options(), tensor->device};
    }
    node->outputs.push_back(std::move(described));
  }
  node->makes_zeros = interpreter.truthy(interpreter.get_attribute(function_context, "materialize_grads"));
  auto dirty = tensors_in(interpreter, function_context, "dirty_tensors");
  auto without_gradient = tensors_in(interpreter, function_context, "non_differentiable");
  std::vector<std::optional<at::Tensor>> wrapped;
  run_tape(interpreter, [&] {
    node->set_next_edges(torch::autograd::collect_next_edges(variables));
    wrapped = torch::autograd::_wrap_outputs(variables, without_gradient, dirty, raw, node, nullptr, {},
                                             view_of_itself, false);
  });
  for (size_t i = 0; i < outputs.size(); ++i) {
    auto* tensor = outputs[i].as<TensorObject>();
    if (tensor == nullptr || !wrapped[i] || wrapped[i]->is_same(tensor->tensor())) continue;
    outputs[i] = Value(script::make<TensorObject>(*wrapped[i], tensor->storage, tensor->device));
  }
  Value to_save = interpreter.get_attribute(function_context, "to_save");
  auto saved = script::make<SavedTensors>();
  run_tape(interpreter, [&] { saved->save(items_of(interpreter, to_save, "saved tensors"), node); });
  node->saved = saved;
  interpreter.set_attribute(function_context, "saved", Value(saved));
  interpreter.set_attribute(function_context, "to_save", script::make_tuple({}));
  return several != nullptr ? script::make_tuple(std::move(outputs)) : outputs[0];
}

Value unpack_saved(Interpreter& interpreter, CallArguments& arguments) {
  auto* saved = arguments.positional.at(0).as<SavedTensors>();
  if (saved == nullptr) interpreter.raise("TypeError", "no saved tensors");
  Value values;
  run_tape(interpreter, [&] { values = saved->unpack(); });
  return values;
}

// ---- the backward pass
variable_list variables_of(Interpreter& interpreter, const Value& value, std::string_view what) {
  variable_list list;
  for (const Value& item : items_of(interpreter, value, what)) {
    auto* tensor = item.as<TensorObject>();
    if (tensor == nullptr && !item.is_none()) {
      interpreter.raise("TypeError",
                        std::string(what) + " must be tensors or None, not " + interpreter.type_name(item));
    }
    list.push_back(tensor == nullptr ? at::Tensor() : tensor->tensor());
  }
  return list;
}

std::optional<bool> optional_flag(Interpreter& interpreter, const Value& value) {
  return value.is_none() ? std::nullopt : std::optional<bool>(interpreter.truthy(value));
}

void spend_pass(Interpreter& interpreter, const variable_list& roots) {
  int64_t elements = 0;
  for (const at::Tensor& root : roots) elements += root.defined() ? root.numel() : 0;
  spend_elements(interpreter, elements);
}

// backward(tensors, gradients, retain_graph, create_graph, inputs): gradients are added to leaves.
Value run_backward(Interpreter& interpreter, CallArguments& arguments) {
  const auto& given = arguments.positional;
  variable_list roots = variables_of(interpreter, given.at(0), "tensors");
  variable_list gradients = variables_of(interpreter, given.at(1), "grad_tensors");
  variable_list inputs = variables_of(interpreter, given.at(4), "inputs");
  spend_pass(interpreter, roots);
  run_tape(interpreter, [&] {
    torch::autograd::backward(roots, gradients, optional_flag(interpreter, given.at(2)),
                              interpreter.truthy(given.at(3)), inputs);
  });
  return {};
}

// gradients(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused)
Value run_gradients(Interpreter& interpreter, CallArguments& arguments) {
  const auto& given = arguments.positional;
  variable_list roots = variables_of(interpreter, given.at(0), "outputs");
  const auto& input_values = items_of(interpreter, given.at(1), "inputs");
  variable_list inputs = variables_of(interpreter, given.at(1), "inputs");
  variable_list gradients = variables_of(interpreter, given.at(2), "grad_outputs");
  spend_pass(interpreter, roots);
  variable_list found;
  run_tape(interpreter, [&] {
    found = torch::autograd::grad(roots, inputs, gradients, optional_flag(interpreter, given.at(3)),
                                  interpreter.truthy(given.at(4)), interpreter.truthy(given.at(5)));
  });
  std::vector<Value> values;
  for (size_t i = 0; i < found.size(); ++i) {
    values.push_back(
        wrap_gradient(context_of(interpreter), found[i], input_values[i].as<TensorObject>()->device));
  }
  return script::make_tuple(std::move(values));
}

// ---- x.grad_fn
class GradientFunction final : public script::Object {
 public:
  explicit GradientFunction(std::shared_ptr<Node> node) : node_(std::move(node)) {}
  std::string_view type_name() const override { return "Node"; }
  std::optional<Value> find_attribute(Interpreter&, std::string_view name) override {
    if (name == "name") {
      return script::make_function(
          "name", [node = node_](Interpreter&, CallArguments&) { return script::make_string(node->name()); });
    }
    if (name == "next_functions") {
      std::vector<Value> edges;
      for (const auto& edge : node_->next_edges()) {
        Value next = edge.function ? Value(script::make<GradientFunction>(edge.function)) : Value();
        edges.push_back(script::make_tuple({next, Value(static_cast<int64_t>(edge.input_nr))}));
      }
      return script::make_tuple(std::move(edges));
    }
    return std::nullopt;
  }
  std::string repr(Interpreter&) override { return "<" + node_->name() + " object>"; }

 private:
  std::shared_ptr<Node> node_;
};

}  // namespace

std::string gradient_node_name(const at::Tensor& tensor) {
  const auto& node = tensor.grad_fn();
  return node ? node->name() : "";
}

Value gradient_function(const at::Tensor& tensor) {
  const auto& node = tensor.grad_fn();
  return node ? Value(script::make<GradientFunction>(node)) : Value();
}

Value gradient_of(Interpreter& interpreter, TensorObject& tensor) {
  Context& context = context_of(interpreter);
  if (!context.session.options.computes_gradients) return tensor.gradient;
  const at::Tensor& gradient = tensor.tensor().grad();
  auto* known = tensor.gradient.as<TensorObject>();
  if (!gradient.defined()) {
    tensor.gradient = Value();
  } else if (known == nullptr || !known->tensor().is_same(gradient)) {
    tensor.gradient = wrap_gradient(context, gradient, tensor.device);
  }
  return tensor.gradient;
}

void set_gradient(Interpreter& interpreter, TensorObject& tensor, const Value& value) {
  if (context_of(interpreter).session.options.computes_gradients) {
    auto* gradient = value.as<TensorObject>();
    if (gradient == nullptr && !value.is_none()) {
      interpreter.raise("TypeError", "assigned grad expected to be a Tensor or None but got grad of type " +
                                         interpreter.type_name(value));
    }
    if (gradient != nullptr && gradient->tensor().sizes() != tensor.tensor().sizes()) {
      interpreter.raise("RuntimeError", "assigned grad has data of a different size");
    }
    translate_errors(interpreter, [&] {
      tensor.tensor().mutable_grad() = gradient == nullptr ? at::Tensor() : gradient->tensor();
    });
  }
  tensor.gradient = value;
}

Value register_hook(Interpreter& interpreter, TensorObject& tensor, Value function) {
  unsigned position = 0;
  translate_errors(interpreter, [&] {
    position = tensor.tensor().register_hook(
        [&interpreter, function, device = tensor.device](const at::Tensor& gradient) -> at::Tensor {
          return shielded(context_of(interpreter), [&] {
            CallArguments arguments;
            arguments.span = interpreter.current_span();
            arguments.positional.push_back(wrap_gradient(context_of(interpreter), gradient, device));
            Value result = interpreter.call_value(function, std::move(arguments));
            auto* replaced = result.as<TensorObject>();
            return replaced == nullptr ? gradient : replaced->tensor();
          });
        });
  });
  auto handle = script::make<script::Module>("torch.utils.hooks.RemovableHandle");
  handle->set("remove", script::make_function("remove", [self = script::Ref<TensorObject>(&tensor), position](
                                                            Interpreter& in, CallArguments&) {
                translate_errors(in, [&] { self->tensor().remove_hook(position); });
                return Value();
              }));
  return Value(handle);
}

void install_gradients(script::Module& internal) {
  auto add = [&](const char* name, Value (*body)(Interpreter&, CallArguments&)) {
    internal.set(name, script::make_function(name, body));
  };
  add("record_function", record_function);
  add("unpack_saved", unpack_saved);
  add("run_backward", run_backward);
  add("run_gradients", run_gradients);
  add("computes_gradients", [](Interpreter& interpreter, CallArguments&) {
    return Value(context_of(interpreter).session.options.computes_gradients);
  });
}

}  // namespace tilewright::library
