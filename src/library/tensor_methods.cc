// Attributes and methods of torch.Tensor that are no operator: metadata, conversions, Python data.
#include <ATen/core/Tensor.h>
#include <ATen/ops/clone.h>

#include <unordered_map>

#include "kernels/memory/address_book.h"
#include "library/call_operator.h"
#include "library/convert.h"
#include "library/factory.h"
#include "library/gradient.h"
#include "library/legacy_tensors.h"
#include "library/prelude.h"
#include "library/recorder.h"
#include "library/tensor_object.h"
#include "library/unwritten.h"

namespace tilewright::library {
namespace {

using script::CallArguments;
using script::Interpreter;
using script::Value;

using Attribute = Value (*)(Interpreter&, TensorObject&);
using Method = Value (*)(Interpreter&, TensorObject&, CallArguments&);

Value scalar_dtype(Interpreter& interpreter, const TensorObject& tensor) {
  return dtype_object(interpreter, static_cast<int8_t>(tensor.tensor().scalar_type()));
}

Value shape_of(const TensorObject& tensor) {
  auto sizes = tensor.tensor().sizes();
  return make_size(sizes.data(), sizes.size());
}

Value reversed(Interpreter& interpreter, TensorObject& tensor) {
  std::vector<Value> order;
  for (int64_t i = tensor.tensor().dim(); i-- > 0;) order.emplace_back(i);
  if (order.size() == 2) return call_operator(interpreter, "t", {Value(&tensor)});
  return call_operator(interpreter, "permute", {Value(&tensor), script::make_tuple(std::move(order))});
}

Value matrix_transpose(Interpreter& interpreter, TensorObject& tensor) {
  return call_operator(interpreter, "transpose", {Value(&tensor), Value(-2), Value(-1)});
}

Value without_gradient(Interpreter& interpreter, TensorObject& tensor) {
  auto result = wrap_tensor(context_of(interpreter), tensor.tensor().detach(), {&tensor}, tensor.device);
  if (Recorder* recorder = context_of(interpreter).recorder) recorder->alias(*result, tensor);
  return result;
}

// x.data: the same memory, whose changes the tape does not see.
Value data_of(Interpreter& interpreter, TensorObject& tensor) {
  if (!context_of(interpreter).session.options.computes_gradients)
    return without_gradient(interpreter, tensor);
  return wrap_tensor(context_of(interpreter), tensor.tensor().variable_data(), {&tensor}, tensor.device);
}

Value strided_layout(Interpreter& interpreter, TensorObject&) {
  return interpreter.get_attribute(Value(interpreter.import_module("torch", interpreter.current_span())),
                                   "strided");
}

const std::unordered_map<std::string_view, Attribute>& attributes() {
  static const std::unordered_map<std::string_view, Attribute> table = {
      {"shape", [](Interpreter&, TensorObject& self) { return shape_of(self); }},
      {"dtype", [](Interpreter& in, TensorObject& self) { return scalar_dtype(in, self); }},
      {"device",
       [](Interpreter&, TensorObject& self) { return Value(script::make<DeviceObject>(self.device)); }},
      {"ndim", [](Interpreter&, TensorObject& self) { return Value(self.tensor().dim()); }},
      {"T", reversed},
      {"mT", matrix_transpose},
      {"H", reversed},
      {"data", data_of},
      {"requires_grad", [](Interpreter&, TensorObject& self) { return Value(self.requires_grad()); }},
      {"grad", gradient_of},
      {"grad_fn", [](Interpreter&, TensorObject& self) { return gradient_function(self.tensor()); }},
      {"is_leaf", [](Interpreter&, TensorObject& self) { return Value(self.tensor().is_leaf()); }},
      {"is_cuda", [](Interpreter&, TensorObject& self) { return Value(self.is_cuda()); }},
      {"is_cpu",
       [](Interpreter&, TensorObject& self) { return Value(self.device.type == Device::Type::Cpu); }},
      {"is_meta",
       [](Interpreter&, TensorObject& self) { return Value(self.device.type == Device::Type::Meta); }},
      {"is_sparse", [](Interpreter&, TensorObject&) { return Value(false); }},
      {"is_quantized", [](Interpreter&, TensorObject&) { return Value(false); }},
      {"is_mps", [](Interpreter&, TensorObject&) { return Value(false); }},
      {"is_xpu",
       [](Interpreter&, TensorObject& self) { return Value(self.device.type == Device::Type::Xpu); }},
      {"layout", strided_layout},
      {"itemsize",
       [](Interpreter&, TensorObject& self) {
         return Value(static_cast<int64_t>(self.tensor().element_size()));
       }},
      {"nbytes",
       [](Interpreter&, TensorObject& self) { return Value(static_cast<int64_t>(self.tensor().nbytes())); }},
  };
  return table;
}

// ---- conversions
struct Conversion {
  std::optional<int8_t> scalar_type;
  std::optional<Device> device;
  bool copy = false;
  std::optional<Value> memory_format;
};

Value convert(Interpreter& interpreter, TensorObject& self, const Conversion& conversion) {
  Context& context = context_of(interpreter);
  Value result(&self);
  bool changes_type =
      conversion.scalar_type && *conversion.scalar_type != static_cast<int8_t>(self.tensor().scalar_type());
  if (changes_type) {
    result = call_operator(interpreter, "to", {result, dtype_object(interpreter, *conversion.scalar_type)});
  } else if (conversion.copy) {
    result = call_operator(interpreter, "clone", {result});
  }
  if (conversion.memory_format) {
    result =
        call_operator(interpreter, "contiguous", {result}, {{"memory_format", *conversion.memory_format}});
  }
  if (!conversion.device || conversion.device->type == self.device.type) return result;
  Device target = *conversion.device;
  if (target.is_accelerator() && target.index < 0) target.index = 0;
  auto* tensor = result.as<TensorObject>();
  if (tensor != &self) {
    tensor->device = target;
    return result;
  }
  script::Ref<TensorObject> moved;
  translate_errors(interpreter, [&] { moved = wrap_tensor(context, at::clone(self.tensor()), {}, target); });
  spend_elements(interpreter, self.tensor().numel());
  moved->is_marked = self.is_marked;
  copy_unwritten(self, *moved);
  if (context.recorder != nullptr) context.recorder->alias(*moved, self);
  return moved;
}

void apply_target(Interpreter& interpreter, Conversion& conversion, const Value& target) {
  if (auto scalar_type = scalar_type_of(target)) {
    conversion.scalar_type = *scalar_type;
  } else if (auto* other = target.as<TensorObject>()) {
    conversion.scalar_type = static_cast<int8_t>(other->tensor().scalar_type());
    conversion.device = other->device;
  } else if (!target.is_none()) {
    conversion.device = to_device(interpreter, target);
  }
}

// to(dtype), to(device, dtype), to(other) with their keywords; non_blocking changes nothing here.
Value to(Interpreter& interpreter, TensorObject& self, CallArguments& arguments) {
  Conversion conversion;
  size_t flags = 0;
  for (const Value& target : arguments.positional) {
    if (target.is_bool()) {
      if (++flags == 2) conversion.copy = target.boolean();
    } else {
      apply_target(interpreter, conversion, target);
    }
  }
  for (std::string_view name : {"device", "dtype", "other"}) {
    if (auto target = arguments.take_keyword(name)) apply_target(interpreter, conversion, *target);
  }
  if (auto copy = arguments.take_keyword("copy")) conversion.copy = interpreter.truthy(*copy);
  if (auto format = arguments.take_keyword("memory_format")) conversion.memory_format = *format;
  arguments.take_keyword("non_blocking");
  if (!arguments.keywords.empty()) {
    interpreter.raise("TypeError",
                      "to() got an unexpected keyword argument '" + arguments.keywords[0].first + "'");
  }
  return convert(interpreter, self, conversion);
}

template <c10::ScalarType type>
Value cast(Interpreter& interpreter, TensorObject& self, CallArguments&) {
  return convert(interpreter, self, {static_cast<int8_t>(type), std::nullopt, false, std::nullopt});
}

Value type_method(Interpreter& interpreter, TensorObject& self, CallArguments& arguments) {
  if (arguments.positional.empty()) {
    std::string name = legacy_tensor_name(static_cast<int8_t>(self.tensor().scalar_type()), self.is_cuda());
    return script::make_string(name.empty() ? interpreter.str(scalar_dtype(interpreter, self)) : name);
  }
  if (auto legacy = find_legacy_tensor(arguments.positional[0])) {
    Device device = legacy->second ? Device{Device::Type::Cuda, 0} : Device{};
    return convert(interpreter, self, {legacy->first, device, false, std::nullopt});
  }
  return to(interpreter, self, arguments);
}

Value move(Interpreter& interpreter, TensorObject& self, CallArguments& arguments, Device device) {
  if (!arguments.positional.empty() && !arguments.positional[0].is_bool()) {
    device = to_device(interpreter, arguments.positional[0]);
  }
  if (auto target = arguments.take_keyword("device")) device = to_device(interpreter, *target);
  return convert(interpreter, self, {std::nullopt, device, false, std::nullopt});
}

// ---- metadata
std::optional<int64_t> dimension_argument(Interpreter& interpreter, const TensorObject& self,
                                          CallArguments& arguments) {
  std::optional<Value> given = arguments.take_keyword("dim");
  if (!given && !arguments.positional.empty()) given = arguments.positional[0];
  if (!given || given->is_none()) return std::nullopt;
  int64_t dimension = interpreter.to_int(*given, "dim");
  int64_t count = self.tensor().dim();
  if (dimension < -count || dimension >= count) {
    interpreter.raise("IndexError", "Dimension out of range (expected to be in range of [" +
                                        std::to_string(-std::max<int64_t>(count, 1)) + ", " +
                                        std::to_string(std::max<int64_t>(count, 1) - 1) + "], but got " +
                                        std::to_string(dimension) + ")");
  }
  return dimension < 0 ? dimension + count : dimension;
}

Value size(Interpreter& interpreter, TensorObject& self, CallArguments& arguments) {
  auto dimension = dimension_argument(interpreter, self, arguments);
  return dimension ? Value(self.tensor().size(*dimension)) : shape_of(self);
}

Value stride(Interpreter& interpreter, TensorObject& self, CallArguments& arguments) {
  auto dimension = dimension_argument(interpreter, self, arguments);
  if (dimension) return Value(self.tensor().stride(*dimension));
  std::vector<Value> strides;
  for (int64_t value : self.tensor().strides()) strides.emplace_back(value);
  return script::make_tuple(std::move(strides));
}

Value is_contiguous(Interpreter& interpreter, TensorObject& self, CallArguments& arguments) {
  auto format = arguments.take_keyword("memory_format");
  if (!format && !arguments.positional.empty()) format = arguments.positional[0];
  auto kind = c10::MemoryFormat::Contiguous;
  if (format) {
    auto* object = format->as<EnumObject>();
    if (object == nullptr) interpreter.raise("TypeError", "memory_format must be a torch.memory_format");
    kind = static_cast<c10::MemoryFormat>(object->value);
  }
  return Value(self.tensor().is_contiguous(kind));
}

Value requires_grad_(Interpreter& interpreter, TensorObject& self, CallArguments& arguments) {
  auto flag = arguments.take_keyword("requires_grad");
  if (!flag && !arguments.positional.empty()) flag = arguments.positional[0];
  bool wanted = !flag || interpreter.truthy(*flag);
  translate_errors(interpreter, [&] { self.set_requires_grad(context_of(interpreter), wanted); });
  return Value(&self);
}

Value new_tensor(Interpreter& interpreter, TensorObject& self, CallArguments& arguments) {
  auto type = static_cast<int8_t>(self.tensor().scalar_type());
  if (auto dtype = arguments.take_keyword("dtype")) type = scalar_type_of(*dtype).value_or(type);
  if (arguments.positional.empty())
    interpreter.raise("TypeError", "new_tensor() missing 1 required argument: 'data'");
  return make_tensor(interpreter, arguments.positional[0], type, self.device);
}

// x.where(condition, other): self is the operator's second argument.
Value where(Interpreter& interpreter, TensorObject& self, CallArguments& arguments) {
  if (arguments.positional.empty())
    interpreter.raise("TypeError", "where() missing 1 required argument: 'condition'");
  arguments.positional.insert(arguments.positional.begin() + 1, Value(&self));
  return call_operator(interpreter, "where", arguments.positional, arguments.keywords);
}

Value item(Interpreter& interpreter, TensorObject& self, CallArguments&) {
  if (self.tensor().numel() != 1) {
    interpreter.raise("RuntimeError", "a Tensor with " + std::to_string(self.tensor().numel()) +
                                          " elements cannot be converted to Scalar");
  }
  note_host_read(interpreter, self, "item");
  return item_of(interpreter, self.tensor());
}

Value to_list_method(Interpreter& interpreter, TensorObject& self, CallArguments&) {
  note_host_read(interpreter, self, "tolist");
  return to_list(interpreter, self.tensor());
}

Value detach(Interpreter& interpreter, TensorObject& self, CallArguments&) {
  return without_gradient(interpreter, self);
}

Value backward(Interpreter& interpreter, TensorObject& self, CallArguments& arguments) {
  auto autograd = interpreter.import_module("torch.autograd", interpreter.current_span());
  arguments.positional.insert(arguments.positional.begin(), Value(&self));
  if (auto gradient = arguments.take_keyword("gradient"))
    arguments.keywords.emplace_back("grad_tensors", *gradient);
  Value function = *autograd->globals->find("backward");
  return call_into_prelude(interpreter, function, arguments);
}

Value retain_grad(Interpreter& interpreter, TensorObject& self, CallArguments&) {
  if (context_of(interpreter).session.options.computes_gradients) {
    translate_errors(interpreter, [&] { self.tensor().retain_grad(); });
  }
  return {};
}

Value register_hook_method(Interpreter& interpreter, TensorObject& self, CallArguments& arguments) {
  if (arguments.positional.empty())
    interpreter.raise("TypeError", "register_hook() missing 1 required argument: 'hook'");
  return register_hook(interpreter, self, arguments.positional[0]);
}

Value detach_(Interpreter& interpreter, TensorObject& self, CallArguments&) {
  self.is_marked = false;
  translate_errors(interpreter, [&] { self.tensor().detach_(); });
  return Value(&self);
}

const std::unordered_map<std::string_view, Method>& methods() {
  static const std::unordered_map<std::string_view, Method> table = {
      {"size", size},
      {"stride", stride},
      {"dim", [](Interpreter&, TensorObject& self, CallArguments&) { return Value(self.tensor().dim()); }},
      {"ndimension",
       [](Interpreter&, TensorObject& self, CallArguments&) { return Value(self.tensor().dim()); }},
      {"numel",
       [](Interpreter&, TensorObject& self, CallArguments&) { return Value(self.tensor().numel()); }},
      {"nelement",
       [](Interpreter&, TensorObject& self, CallArguments&) { return Value(self.tensor().numel()); }},
      {"element_size",
       [](Interpreter&, TensorObject& self, CallArguments&) {
         return Value(static_cast<int64_t>(self.tensor().element_size()));
       }},
      {"storage_offset", [](Interpreter&, TensorObject& self,
                            CallArguments&) { return Value(self.tensor().storage_offset()); }},
      {"data_ptr",
       [](Interpreter& interpreter, TensorObject& self, CallArguments&) {
         using kernels::memory::AddressBook;
         std::shared_ptr<void>& book = interpreter.extension(AddressBook::kExtension);
         if (!book) book = std::make_shared<AddressBook>();
         static_cast<AddressBook*>(book.get())->add(self.storage->region, interpreter.current_span());
         return Value(static_cast<int64_t>(reinterpret_cast<intptr_t>(self.tensor().const_data_ptr())));
       }},
      {"get_device",
       [](Interpreter&, TensorObject& self, CallArguments&) { return Value(self.device.index); }},
      {"is_contiguous", is_contiguous},
      {"is_inference", [](Interpreter&, TensorObject&, CallArguments&) { return Value(false); }},
      {"is_floating_point",
       [](Interpreter&, TensorObject& self, CallArguments&) {
         return Value(c10::isFloatingType(self.tensor().scalar_type()));
       }},
      {"is_complex", [](Interpreter&, TensorObject& self,
                        CallArguments&) { return Value(c10::isComplexType(self.tensor().scalar_type())); }},
      {"is_signed", [](Interpreter&, TensorObject& self,
                       CallArguments&) { return Value(c10::isSignedType(self.tensor().scalar_type())); }},
      {"is_pinned",
       [](Interpreter&, TensorObject& self, CallArguments&) { return Value(self.storage->is_pinned); }},
      {"pin_memory",
       [](Interpreter&, TensorObject& self, CallArguments&) {
         self.storage->is_pinned = true;
         return Value(&self);
       }},
      {"retain_grad", retain_grad},
      {"register_hook", register_hook_method},
      {"detach_", detach_},
      {"item", item},
      {"tolist", to_list_method},
      {"__bool__",
       [](Interpreter& in, TensorObject& self, CallArguments&) { return Value(self.truthy(in)); }},
      {"__len__",
       [](Interpreter& in, TensorObject& self, CallArguments&) { return Value(*self.length(in)); }},
      {"__abs__", [](Interpreter& in, TensorObject& self,
                     CallArguments&) { return call_operator(in, "abs", {Value(&self)}); }},
      {"__float__", item},
      {"__int__",
       [](Interpreter& in, TensorObject& self, CallArguments& arguments) {
         Value value = item(in, self, arguments);
         return value.is_float() ? Value(static_cast<int64_t>(value.floating())) : Value(value.integer());
       }},
      {"__index__",
       [](Interpreter& in, TensorObject& self, CallArguments& arguments) {
         Value value = item(in, self, arguments);
         if (value.is_float())
           in.raise("TypeError", "only integer tensors of a single element can be converted to an index");
         return Value(value.integer());
       }},
      {"to", to},
      {"type", type_method},
      {"type_as", to},
      {"float", cast<c10::ScalarType::Float>},
      {"double", cast<c10::ScalarType::Double>},
      {"half", cast<c10::ScalarType::Half>},
      {"bfloat16", cast<c10::ScalarType::BFloat16>},
      {"int", cast<c10::ScalarType::Int>},
      {"long", cast<c10::ScalarType::Long>},
      {"short", cast<c10::ScalarType::Short>},
      {"char", cast<c10::ScalarType::Char>},
      {"byte", cast<c10::ScalarType::Byte>},
      {"bool", cast<c10::ScalarType::Bool>},
      {"cpu",
       [](Interpreter& in, TensorObject& self, CallArguments& arguments) {
         return move(in, self, arguments, {Device::Type::Cpu, -1});
       }},
      {"cuda",
       [](Interpreter& in, TensorObject& self, CallArguments& arguments) {
         return move(in, self, arguments, {Device::Type::Cuda, 0});
       }},
      {"requires_grad_", requires_grad_},
      {"detach", detach},
      {"new_tensor", new_tensor},
      {"where", where},
      {"backward", backward},
  };
  return table;
}

// A method of tensors that is written in the library's Python (x.norm(), x.unique()).
std::optional<Value> prelude_method(Interpreter& interpreter, TensorObject& self, std::string_view name) {
  static constexpr std::string_view kNames[] = {"norm", "unique", "split", "stft", "unflatten"};
  // Methods that are no functions of torch: torch._methods.
  static constexpr std::string_view kMethods[] = {"numpy",       "__array__", "untyped_storage", "storage",
                                                  "new",         "apply_",    "share_memory_",   "is_shared",
                                                  "map_",        "resize_",   "record_stream",   "__copy__",
                                                  "__deepcopy__"};
  bool is_method = std::find(std::begin(kMethods), std::end(kMethods), name) != std::end(kMethods);
  bool is_function = std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
  if (!is_method && !is_function) return std::nullopt;
  std::string_view holder = is_method ? "torch._methods" : "torch";
  script::Ref<script::Module> torch = interpreter.import_module(holder, interpreter.current_span());
  auto function = torch->find_attribute(interpreter, name);
  if (!function) return std::nullopt;
  return script::make_function(std::string(name),
                               [function = *function, tensor = script::Ref<TensorObject>(&self)](
                                   Interpreter& in, CallArguments& arguments) {
                                 arguments.positional.insert(arguments.positional.begin(), Value(tensor));
                                 return in.call_value(function, std::move(arguments));
                               });
}

}  // namespace

std::optional<Value> native_attribute(Interpreter& interpreter, TensorObject& tensor, std::string_view name) {
  if (auto found = attributes().find(name); found != attributes().end())
    return found->second(interpreter, tensor);
  if (auto found = methods().find(name); found != methods().end()) {
    return script::make_function(
        std::string(name),
        [method = found->second, self = script::Ref<TensorObject>(&tensor)](
            Interpreter& in, CallArguments& arguments) { return method(in, *self, arguments); });
  }
  return prelude_method(interpreter, tensor, name);
}

std::optional<Value> TensorObject::find_attribute(Interpreter& interpreter, std::string_view name) {
  if (attributes) {
    if (auto found = attributes->find(name)) return found;
  }
  if (auto found = native_attribute(interpreter, *this, name)) return found;
  if (const OperatorEntry* entry = find_operator(name, "M")) return make_operator_method(*entry, Value(this));
  return std::nullopt;
}

void TensorObject::set_attribute(Interpreter& interpreter, std::string_view name, Value value) {
  if (name == "data") {
    auto* other = value.as<TensorObject>();
    if (other == nullptr)
      interpreter.raise("TypeError",
                        "Variable data has to be a tensor, but got " + interpreter.type_name(value));
    if (context_of(interpreter).session.options.computes_gradients) {
      translate_errors(interpreter, [&] { tensor_->set_data(other->tensor()); });
      storage = other->storage;
    } else {
      replace(other->tensor(), other->storage);
    }
    device = other->device;
    return;
  }
  if (name == "requires_grad") {
    bool wanted = interpreter.truthy(value);
    translate_errors(interpreter, [&] { set_requires_grad(context_of(interpreter), wanted); });
    return;
  }
  if (name == "grad") {
    set_gradient(interpreter, *this, value);
    return;
  }
  if (library::attributes().contains(name)) {
    interpreter.raise("AttributeError",
                      "attribute '" + std::string(name) + "' of 'torch.Tensor' objects is not writable");
  }
  if (!attributes) attributes = script::make<script::Dict>();
  attributes->set(name, std::move(value));
}

Value item_of(Interpreter& interpreter, const at::Tensor& tensor) {
  Value result;
  translate_errors(interpreter, [&] {
    c10::Scalar scalar = tensor.item();
    if (scalar.isBoolean()) {
      result = Value(scalar.toBool());
    } else if (scalar.isIntegral(false)) {
      result = Value(scalar.toLong());
    } else {
      result = Value(scalar.toDouble());
    }
  });
  return result;
}

namespace {

Value list_level(Interpreter& interpreter, const at::Tensor& tensor, DType dtype, int64_t dimension,
                 int64_t offset) {
  const auto* data = static_cast<const std::byte*>(tensor.const_data_ptr());
  if (dimension == tensor.dim()) {
    const std::byte* address = data + offset * static_cast<int64_t>(tensor.element_size());
    if (dtype == DType::Bool) return Value(load_as_double(dtype, address) != 0);
    if (is_float(dtype)) return Value(load_as_double(dtype, address));
    if (dtype == DType::Int64) {
      int64_t number;
      __builtin_memcpy(&number, address, sizeof number);
      return Value(number);
    }
    return Value(static_cast<int64_t>(load_as_double(dtype, address)));
  }
  std::vector<Value> items;
  items.reserve(static_cast<size_t>(tensor.size(dimension)));
  for (int64_t i = 0; i < tensor.size(dimension); ++i) {
    items.push_back(
        list_level(interpreter, tensor, dtype, dimension + 1, offset + i * tensor.stride(dimension)));
  }
  return script::make_list(std::move(items));
}

}  // namespace

Value to_list(Interpreter& interpreter, const at::Tensor& tensor) {
  auto dtype = to_dtype(static_cast<int8_t>(tensor.scalar_type()));
  if (!dtype) interpreter.unsupported("tolist() of a tensor of this element type");
  interpreter.spend(static_cast<uint64_t>(tensor.numel()));
  interpreter.charge_memory(tensor.numel() * 16);
  Value list = list_level(interpreter, tensor, *dtype, 0, 0);
  interpreter.charge_memory(-tensor.numel() * 16);
  return list;
}

}  // namespace tilewright::library
