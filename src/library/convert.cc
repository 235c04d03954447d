#include "library/convert.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>
#include <ATen/ops/scalar_tensor.h>
#include <c10/core/Scalar.h>
#include <c10/core/ScalarType.h>

#include "library/generator.h"
#include "library/tensor_object.h"

namespace tilewright::library {
namespace {

using script::Value;

bool is_integer(const Value& value) { return value.is_int(); }
bool is_number(const Value& value) { return value.is_int() || value.is_float() || value.is_bool(); }

const at::Tensor* scalar_tensor_of(const Value& value) {
  auto* tensor = value.as<TensorObject>();
  return tensor != nullptr && tensor->tensor().dim() == 0 ? &tensor->tensor() : nullptr;
}

bool is_integral_scalar_tensor(const Value& value) {
  const at::Tensor* tensor = scalar_tensor_of(value);
  return tensor != nullptr && c10::isIntegralType(tensor->scalar_type(), true);
}

template <class Predicate>
bool all_items(const Value& value, Predicate predicate) {
  const auto* items = sequence_items(value);
  return items != nullptr && std::all_of(items->begin(), items->end(), predicate);
}

bool is_int_item(const Value& value) {
  return value.is_int() || value.is_bool() || is_integral_scalar_tensor(value);
}

std::optional<int> when(bool fits, int cost) { return fits ? std::optional<int>(cost) : std::nullopt; }

std::optional<int> fit_tensor(const OperatorEntry& entry, const Value& value) {
  if (value.as<TensorObject>() != nullptr) return 0;
  return when(entry.accepts_numbers_as_tensors && is_number(value), 6);
}

std::optional<int> fit_scalar(const Value& value) {
  if (is_number(value)) return 0;
  return when(scalar_tensor_of(value) != nullptr, 4);
}

std::optional<int> fit_int(const Value& value) {
  if (is_integer(value)) return 0;
  if (value.is_bool()) return 1;
  return when(is_integral_scalar_tensor(value), 4);
}

std::optional<int> fit_float(const Value& value) {
  if (value.is_float()) return 0;
  if (value.is_int() || value.is_bool()) return 1;
  return when(scalar_tensor_of(value) != nullptr, 4);
}

std::optional<int> fit_int_list(const Parameter& parameter, const Value& value) {
  if (all_items(value, is_int_item)) return 0;
  return when(parameter.fixed_size > 0 && is_int_item(value), 1);
}

std::optional<int> fit_enum(const Value& value, EnumObject::Type type) {
  auto* object = value.as<EnumObject>();
  return when(object != nullptr && object->type == type, 0);
}

// The element of a tensor that stands where a number is expected: the host has read it.
c10::Scalar read_scalar(script::Interpreter& interpreter, const Value& value) {
  note_host_read(interpreter, *value.as<TensorObject>(), "item");
  return scalar_tensor_of(value)->item();
}

int64_t int_of(script::Interpreter& interpreter, const Value& value) {
  if (value.is_int() || value.is_bool()) return value.integer();
  return read_scalar(interpreter, value).toLong();
}

double float_of(script::Interpreter& interpreter, const Value& value) {
  if (value.is_float()) return value.floating();
  if (value.is_int() || value.is_bool()) return static_cast<double>(value.integer());
  return read_scalar(interpreter, value).toDouble();
}

c10::Scalar scalar_of(script::Interpreter& interpreter, const Value& value) {
  if (value.is_bool()) return value.boolean();
  if (value.is_int()) return value.integer();
  if (value.is_float()) return value.floating();
  return read_scalar(interpreter, value);
}

// A number as the 0-d tensor that PyTorch makes of it: it takes no part in type promotion beyond its kind.
at::Tensor tensor_of(script::Interpreter& interpreter, const Value& value) {
  if (auto* tensor = value.as<TensorObject>()) return tensor->tensor();
  c10::Scalar scalar = scalar_of(interpreter, value);
  c10::ScalarType type = value.is_float()  ? c10::ScalarType::Double
                         : value.is_bool() ? c10::ScalarType::Bool
                                           : c10::ScalarType::Long;
  at::Tensor wrapped = at::scalar_tensor(scalar, type);
  wrapped.unsafeGetTensorImpl()->set_wrapped_number(true);
  return wrapped;
}

c10::IValue int_list(script::Interpreter& interpreter, const Parameter& parameter, const Value& value) {
  std::vector<int64_t> numbers;
  if (const auto* items = sequence_items(value)) {
    for (const Value& item : *items) numbers.push_back(int_of(interpreter, item));
  } else {
    numbers.assign(static_cast<size_t>(parameter.fixed_size), int_of(interpreter, value));
  }
  return c10::IValue(std::move(numbers));
}

// Tensors whose elements become sizes and offsets of the result (narrow, tensor_split).
bool is_position(const Parameter& parameter) {
  return parameter.name == "start" || parameter.name == "tensor_indices_or_sections";
}

c10::IValue list_argument(script::Interpreter& interpreter, const Parameter& parameter, const Value& value) {
  if (parameter.kind == ParameterKind::IntList) return int_list(interpreter, parameter, value);
  const std::vector<Value>& items = *sequence_items(value);
  switch (parameter.kind) {
    case ParameterKind::TensorList: {
      std::vector<at::Tensor> tensors;
      for (const Value& item : items) tensors.push_back(tensor_of(interpreter, item));
      return c10::IValue(std::move(tensors));
    }
    case ParameterKind::OptionalTensorList: {
      c10::List<std::optional<at::Tensor>> tensors;
      for (const Value& item : items) {
        tensors.push_back(item.is_none() ? std::nullopt : std::optional<at::Tensor>(tensor_of(interpreter, item)));
      }
      return c10::IValue(std::move(tensors));
    }
    case ParameterKind::FloatList: {
      std::vector<double> numbers;
      for (const Value& item : items) numbers.push_back(float_of(interpreter, item));
      return c10::IValue(std::move(numbers));
    }
    case ParameterKind::BoolList: {
      c10::List<bool> flags;
      for (const Value& item : items) flags.push_back(item.boolean());
      return c10::IValue(std::move(flags));
    }
    default: {
      c10::List<c10::Scalar> scalars;
      for (const Value& item : items) scalars.push_back(scalar_of(interpreter, item));
      return c10::IValue(std::move(scalars));
    }
  }
}

}  // namespace

const std::vector<Value>* sequence_items(const Value& value) {
  if (auto* tuple = value.as<script::Tuple>()) return &tuple->items;
  if (auto* list = value.as<script::List>()) return &list->items;
  return nullptr;
}

std::optional<int> fit(script::Interpreter& interpreter, const OperatorEntry& entry,
                       const Parameter& parameter, const Value& value) {
  (void)interpreter;
  if (value.is_none()) return when(parameter.is_optional || parameter.kind == ParameterKind::Generator, 0);
  switch (parameter.kind) {
    case ParameterKind::Tensor:
      return fit_tensor(entry, value);
    case ParameterKind::TensorList:
      return when(all_items(value, [](const Value& item) { return item.as<TensorObject>() != nullptr; }), 0);
    case ParameterKind::OptionalTensorList:
      return when(
          all_items(value,
                    [](const Value& item) { return item.is_none() || item.as<TensorObject>() != nullptr; }),
          0);
    case ParameterKind::Int:
      return fit_int(value);
    case ParameterKind::IntList:
      return fit_int_list(parameter, value);
    case ParameterKind::Float:
      return fit_float(value);
    case ParameterKind::FloatList:
      return when(all_items(value, is_number), 0);
    case ParameterKind::Bool:
      return when(value.is_bool(), 0);
    case ParameterKind::BoolList:
      return when(all_items(value, [](const Value& item) { return item.is_bool(); }), 0);
    case ParameterKind::Scalar:
      return fit_scalar(value);
    case ParameterKind::ScalarList:
      return when(all_items(value, is_number), 1);
    case ParameterKind::String:
      return when(script::as_string(value) != nullptr, 0);
    case ParameterKind::DType:
      return when(scalar_type_of(value).has_value(), 0);
    case ParameterKind::Layout:
      return fit_enum(value, EnumObject::Type::Layout);
    case ParameterKind::MemoryFormat:
      return fit_enum(value, EnumObject::Type::MemoryFormat);
    case ParameterKind::Device:
      return when(value.as<DeviceObject>() != nullptr || script::as_string(value) != nullptr, 0);
    case ParameterKind::Generator:
      return when(value.as<GeneratorObject>() != nullptr, 0);
    case ParameterKind::Other:
      return std::nullopt;
  }
  return std::nullopt;
}

c10::IValue to_argument(script::Interpreter& interpreter, const Parameter& parameter, const Value& value) {
  if (value.is_none()) return {};
  switch (parameter.kind) {
    case ParameterKind::Tensor:
      if (auto* tensor = value.as<TensorObject>(); tensor != nullptr && is_position(parameter))
        note_host_read(interpreter, *tensor, parameter.name);
      return c10::IValue(tensor_of(interpreter, value));
    case ParameterKind::Int:
      return c10::IValue(int_of(interpreter, value));
    case ParameterKind::Float:
      return c10::IValue(float_of(interpreter, value));
    case ParameterKind::Bool:
      return c10::IValue(value.boolean());
    case ParameterKind::Scalar:
      return c10::IValue(scalar_of(interpreter, value));
    case ParameterKind::String:
      return c10::IValue(*script::as_string(value));
    case ParameterKind::DType:
      return c10::IValue(static_cast<int64_t>(*scalar_type_of(value)));
    case ParameterKind::Layout:
    case ParameterKind::MemoryFormat:
      return c10::IValue(value.as<EnumObject>()->value);
    case ParameterKind::Device:
      return c10::IValue(c10::Device(c10::kCPU));
    case ParameterKind::Generator:
      return c10::IValue(value.as<GeneratorObject>()->generator());
    case ParameterKind::Other:
      return {};
    default:
      return list_argument(interpreter, parameter, value);
  }
}

void collect_tensors(const Parameter& parameter, const Value& value, std::vector<TensorObject*>& tensors) {
  if (parameter.kind == ParameterKind::Tensor) {
    if (auto* tensor = value.as<TensorObject>()) tensors.push_back(tensor);
    return;
  }
  if (parameter.kind != ParameterKind::TensorList && parameter.kind != ParameterKind::OptionalTensorList)
    return;
  const auto* items = sequence_items(value);
  if (items == nullptr) return;
  for (const Value& item : *items) {
    if (auto* tensor = item.as<TensorObject>()) tensors.push_back(tensor);
  }
}

}  // namespace tilewright::library
