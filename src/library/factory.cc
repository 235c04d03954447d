#include "library/factory.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/clone.h>
#include <ATen/ops/empty.h>
#include <c10/core/ScalarType.h>

#include "library/call_operator.h"
#include "library/convert.h"
#include "library/legacy_tensors.h"
#include "library/recorder.h"
#include "library/tensor_object.h"

namespace tilewright::library {
namespace {

using script::CallArguments;
using script::Interpreter;
using script::Value;

// The tensor inside an array of the library's numpy.
std::optional<Value> tensor_of_array(const Value& value) {
  auto* instance = value.as<script::Instance>();
  if (instance == nullptr || instance->cls->name != "ndarray") return std::nullopt;
  auto found = instance->attributes->find("_tensor");
  return found && found->as<TensorObject>() != nullptr ? found : std::nullopt;
}

// Python data flattened, with the shape its nesting gives.
struct Elements {
  std::vector<int64_t> shape;
  std::vector<double> floats;     // filled when any element is a float
  std::vector<int64_t> integers;  // otherwise
  bool has_float = false;
  bool is_all_bool = true;
  std::optional<int8_t> scalar_type;  // of numpy's numbers among them
};

class Flattener {
 public:
  explicit Flattener(Interpreter& interpreter) : interpreter_(interpreter) {}

  Elements flatten(const Value& data) {
    measure(data);
    add(data, 0);
    return std::move(elements_);
  }

 private:
  static constexpr size_t kMostDimensions = 128;  // torch/csrc/utils/tensor_new.cpp, MAX_DIMS

  std::optional<std::vector<Value>> items_of(const Value& value) {
    if (auto tensor = tensor_of_array(value); tensor && tensor->as<TensorObject>()->tensor().dim() > 0)
      return interpreter_.to_vector(*tensor);
    if (const auto* items = sequence_items(value)) return *items;
    if (auto* tensor = value.as<TensorObject>(); tensor != nullptr && tensor->tensor().dim() > 0) {
      return interpreter_.to_vector(value);
    }
    if (value.is_object() && value.object()->type_name() == "range") return interpreter_.to_vector(value);
    return std::nullopt;
  }

  void measure(const Value& data) {
    auto items = items_of(data);
    if (!items) return;
    if (elements_.shape.size() == kMostDimensions) {
      interpreter_.raise("ValueError", "too many dimensions '" + interpreter_.type_name(data) + "'");
    }
    elements_.shape.push_back(static_cast<int64_t>(items->size()));
    if (!items->empty()) measure(items->front());
  }

  void add(const Value& value, size_t depth) {
    if (auto items = items_of(value)) {
      if (depth >= elements_.shape.size() || static_cast<int64_t>(items->size()) != elements_.shape[depth]) {
        interpreter_.raise("ValueError",
                           "expected sequence of length " +
                               std::to_string(depth < elements_.shape.size() ? elements_.shape[depth] : 0) +
                               " at dim " + std::to_string(depth) + " (got " + std::to_string(items->size()) +
                               ")");
      }
      for (const Value& item : *items) add(item, depth + 1);
      return;
    }
    if (depth != elements_.shape.size()) {
      interpreter_.raise("TypeError", "not a sequence");
    }
    Value number = value;
    if (auto array = tensor_of_array(value)) number = *array;
    if (number.as<script::Instance>() != nullptr) number = plain_number(number);
    if (auto* tensor = number.as<TensorObject>()) number = read_item(*tensor);
    add_number(number);
  }

  Value read_item(TensorObject& tensor) {
    note_host_read(interpreter_, tensor, "item");
    return item_of(interpreter_, tensor.tensor());
  }

  // A number of the library's numpy: its type decides where no number before it did.
  Value plain_number(const Value& number) {
    auto type = interpreter_.find_attribute(number, "_torch");
    auto* dtype = type ? type->as<DTypeObject>() : nullptr;
    if (dtype == nullptr) return number;
    if (!elements_.scalar_type) elements_.scalar_type = dtype->scalar_type;
    return interpreter_.call_value(interpreter_.get_attribute(number, "item"), {});
  }

  void add_number(const Value& number) {
    if (number.is_float()) {
      if (!elements_.has_float) elements_.floats.assign(elements_.integers.begin(), elements_.integers.end());
      elements_.has_float = true;
      elements_.is_all_bool = false;
      elements_.floats.push_back(number.floating());
    } else if (number.is_int() || number.is_bool()) {
      elements_.is_all_bool &= number.is_bool();
      if (elements_.has_float) {
        elements_.floats.push_back(static_cast<double>(number.integer()));
      } else {
        elements_.integers.push_back(number.integer());
      }
    } else {
      interpreter_.raise("TypeError", "Could not infer dtype of " + interpreter_.type_name(number));
    }
  }

  Interpreter& interpreter_;
  Elements elements_;
};

at::Tensor to_tensor(const Elements& elements, c10::ScalarType type) {
  auto source_type = elements.has_float ? c10::ScalarType::Double : c10::ScalarType::Long;
  at::Tensor source = at::empty(elements.shape, source_type);
  if (elements.has_float) {
    std::copy(elements.floats.begin(), elements.floats.end(), source.mutable_data_ptr<double>());
  } else {
    std::copy(elements.integers.begin(), elements.integers.end(), source.mutable_data_ptr<int64_t>());
  }
  return source.to(type);
}

c10::ScalarType inferred_type(const Context& context, const Elements& elements) {
  if (elements.scalar_type) return static_cast<c10::ScalarType>(*elements.scalar_type);
  bool is_empty = elements.floats.empty() && elements.integers.empty();
  if (elements.has_float || is_empty) return static_cast<c10::ScalarType>(context.default_dtype);
  return elements.is_all_bool ? c10::ScalarType::Bool : c10::ScalarType::Long;
}

struct DataOptions {
  std::optional<int8_t> scalar_type;
  std::optional<Device> device;
  bool requires_grad = false, is_pinned = false;
};

DataOptions take_options(Interpreter& interpreter, CallArguments& arguments) {
  DataOptions options;
  if (auto dtype = arguments.take_keyword("dtype"); dtype && !dtype->is_none()) {
    options.scalar_type = scalar_type_of(*dtype);
    if (!options.scalar_type) interpreter.raise("TypeError", "dtype must be a torch.dtype");
  }
  if (auto device = arguments.take_keyword("device"); device && !device->is_none()) {
    options.device = to_device(interpreter, *device);
  }
  if (auto flag = arguments.take_keyword("requires_grad")) options.requires_grad = interpreter.truthy(*flag);
  if (auto flag = arguments.take_keyword("pin_memory"); flag && !flag->is_none())
    options.is_pinned = interpreter.truthy(*flag);
  arguments.take_keyword("copy");
  return options;
}

Value data_argument(Interpreter& interpreter, std::string_view function, CallArguments& arguments) {
  if (auto data = arguments.take_keyword("data")) return *data;
  if (arguments.positional.empty()) {
    interpreter.raise("TypeError",
                      std::string(function) + "() missing 1 required positional argument: 'data'");
  }
  return arguments.positional[0];
}

Value tensor_function(Interpreter& interpreter, CallArguments& arguments) {
  DataOptions options = take_options(interpreter, arguments);
  Value data = data_argument(interpreter, "tensor", arguments);
  auto array = tensor_of_array(data);
  if (array) data = *array;
  Device device = options.device.value_or(context_of(interpreter).default_device);
  if (auto* source = data.as<TensorObject>(); source != nullptr && !options.device && !array)
    device = source->device;
  Value made = make_tensor(interpreter, data, options.scalar_type, device);
  if (options.requires_grad) {
    translate_errors(interpreter, [&] { made.as<TensorObject>()->set_requires_grad(context_of(interpreter), true); });
  }
  made.as<TensorObject>()->storage->is_pinned |= options.is_pinned;
  return made;
}

Value as_tensor(Interpreter& interpreter, CallArguments& arguments) {
  DataOptions options = take_options(interpreter, arguments);
  Value data = data_argument(interpreter, "as_tensor", arguments);
  if (auto array = tensor_of_array(data)) data = *array;
  if (data.as<TensorObject>() == nullptr) {
    return make_tensor(interpreter, data, options.scalar_type,
                       options.device.value_or(context_of(interpreter).default_device));
  }
  CallArguments conversion;
  conversion.span = arguments.span;
  if (options.scalar_type)
    conversion.keywords.emplace_back("dtype", dtype_object(interpreter, *options.scalar_type));
  if (options.device)
    conversion.keywords.emplace_back("device", Value(script::make<DeviceObject>(*options.device)));
  return interpreter.call_value(interpreter.get_attribute(data, "to"), std::move(conversion));
}

Value legacy_tensor(Interpreter& interpreter, script::Class&, CallArguments& arguments) {
  return make_legacy_tensor(interpreter, arguments, static_cast<int8_t>(c10::ScalarType::Float),
                            context_of(interpreter).default_device);
}

Value make_parameter(Interpreter& interpreter, CallArguments& arguments, TensorObject::Role role) {
  auto flag = arguments.take_keyword("requires_grad");
  if (!flag && arguments.positional.size() > 1) flag = arguments.positional[1];
  arguments.take_keyword("persistent");
  Value data = arguments.positional.empty() ? arguments.take_keyword("data").value_or(Value())
                                            : arguments.positional[0];
  if (data.is_none()) data = make_tensor(interpreter, script::make_list(), std::nullopt, {});
  auto* source = data.as<TensorObject>();
  if (source == nullptr) {
    interpreter.raise("TypeError", "Parameter data must be a tensor, not " + interpreter.type_name(data));
  }
  Context& context = context_of(interpreter);
  auto made = wrap_tensor(context, source->tensor().detach(), {source}, source->device);
  if (context.recorder != nullptr) context.recorder->alias(*made, *source);
  made->role = role;
  if (role == TensorObject::Role::Parameter && (!flag || interpreter.truthy(*flag))) {
    translate_errors(interpreter, [&] { made->set_requires_grad(context, true); });
  }
  return made;
}

script::Ref<script::Class> add_class(Interpreter& interpreter, script::Module& torch, std::string name,
                                     std::vector<script::Ref<script::Class>> bases) {
  auto made = interpreter.make_class(name, std::move(bases), torch.name);
  torch.set(name, made);
  return made;
}

}  // namespace

Value make_tensor(Interpreter& interpreter, const Value& data, std::optional<int8_t> scalar_type,
                  Device device) {
  Context& context = context_of(interpreter);
  if (device.is_accelerator() && device.index < 0) device.index = 0;
  at::Tensor made;
  if (auto* source = data.as<TensorObject>()) {
    auto type = scalar_type ? static_cast<c10::ScalarType>(*scalar_type) : source->tensor().scalar_type();
    translate_errors(interpreter, [&] { made = at::clone(source->tensor()).to(type); });
    auto copy = wrap_tensor(context, made, {}, device);
    if (context.recorder != nullptr && type == source->tensor().scalar_type())
      context.recorder->alias(*copy, *source);
    return copy;
  }
  Elements elements = Flattener(interpreter).flatten(data);
  size_t count = elements.floats.size() + elements.integers.size();
  interpreter.spend(count);
  context.session.elements_of_host += count;
  auto type = scalar_type ? static_cast<c10::ScalarType>(*scalar_type) : inferred_type(context, elements);
  translate_errors(interpreter, [&] { made = to_tensor(elements, type); });
  return wrap_tensor(context, made, {}, device);
}

void install_factories(Interpreter& interpreter, script::Module& torch) {
  Context& context = context_of(interpreter);
  torch.set("tensor", script::make_function("tensor", tensor_function));
  torch.set("as_tensor", script::make_function("as_tensor", as_tensor));
  torch.set("asarray", script::make_function("asarray", as_tensor));
  torch.set("from_numpy", script::make_function("from_numpy", as_tensor));
  install_legacy_tensors(interpreter, torch, false);

  context.tensor_class = add_class(interpreter, torch, "Tensor", {});
  context.tensor_class->construct = legacy_tensor;
  context.parameter_class = interpreter.make_class("Parameter", {context.tensor_class}, "torch.nn.parameter");
  context.parameter_class->construct = [](Interpreter& in, script::Class&, CallArguments& arguments) {
    return make_parameter(in, arguments, TensorObject::Role::Parameter);
  };
  context.buffer_class = interpreter.make_class("Buffer", {context.tensor_class}, "torch.nn.parameter");
  context.buffer_class->construct = [](Interpreter& in, script::Class&, CallArguments& arguments) {
    return make_parameter(in, arguments, TensorObject::Role::Buffer);
  };
  context.size_class = add_class(interpreter, torch, "Size", {interpreter.builtin_class("tuple")});
  context.size_class->construct = [](Interpreter& in, script::Class&, CallArguments& arguments) {
    std::vector<Value> items =
        arguments.positional.empty() ? std::vector<Value>() : in.to_vector(arguments.positional[0]);
    return Value(script::make<SizeObject>(std::move(items)));
  };
  context.dtype_class = add_class(interpreter, torch, "dtype", {});
  context.device_class = add_class(interpreter, torch, "device", {});
  context.device_class->construct = [](Interpreter& in, script::Class&, CallArguments& arguments) {
    std::optional<Value> type = arguments.take_keyword("type");
    if (!type && !arguments.positional.empty()) type = arguments.positional[0];
    if (!type) in.raise("TypeError", "device() missing 1 required argument");
    Device device = to_device(in, *type);
    if (arguments.positional.size() > 1)
      device.index = static_cast<int>(in.to_int(arguments.positional[1], "index"));
    if (auto index = arguments.take_keyword("index"))
      device.index = static_cast<int>(in.to_int(*index, "index"));
    return Value(script::make<DeviceObject>(device));
  };
}

}  // namespace tilewright::library
