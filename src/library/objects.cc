#include "library/objects.h"

#include <c10/core/ScalarType.h>

#include <algorithm>
#include <charconv>

#include "library/context.h"
#include "library/tensor_object.h"

namespace tilewright::library {

using script::Comparison;
using script::Interpreter;
using script::Value;

// ---- devices
namespace {

constexpr std::pair<std::string_view, Device::Type> kDeviceTypes[] = {
    {"cpu", Device::Type::Cpu}, {"cuda", Device::Type::Cuda}, {"meta", Device::Type::Meta},
    {"xpu", Device::Type::Xpu}, {"hip", Device::Type::Hip},   {"npu", Device::Type::Npu},
    {"mps", Device::Type::Mps}};

}  // namespace

std::string_view Device::type_name() const {
  for (const auto& [name, known] : kDeviceTypes) {
    if (known == type) return name;
  }
  return "";
}

std::string Device::text() const {
  std::string text(type_name());
  return index < 0 ? text : text + ":" + std::to_string(index);
}

Value DeviceObject::type_object(Interpreter& interpreter) { return context_of(interpreter).device_class; }

std::optional<Value> DeviceObject::find_attribute(Interpreter&, std::string_view name) {
  if (name == "type") return script::make_string(std::string(device.type_name()));
  if (name == "index") return device.index < 0 ? Value() : Value(device.index);
  return std::nullopt;
}

std::string DeviceObject::repr(Interpreter&) {
  std::string text = "device(type='" + std::string(device.type_name()) + "'";
  if (device.index >= 0) text += ", index=" + std::to_string(device.index);
  return text + ")";
}

uint64_t DeviceObject::hash(Interpreter&) {
  return static_cast<uint64_t>(device.type) * 1000003u + static_cast<uint64_t>(device.index + 1);
}

std::optional<Value> DeviceObject::compare(Interpreter&, Comparison op, const Value& other) {
  auto* right = other.as<DeviceObject>();
  if (op == Comparison::Eq) return Value(right != nullptr && right->device == device);
  if (op == Comparison::NotEq) return Value(right == nullptr || !(right->device == device));
  return std::nullopt;
}

Device to_device(Interpreter& interpreter, const Value& value) {
  if (auto* device = value.as<DeviceObject>()) return device->device;
  if (value.is_int()) return {Device::Type::Cuda, static_cast<int>(value.integer())};
  const std::string* text = script::as_string(value);
  if (text == nullptr) {
    interpreter.raise("TypeError", "device must be a torch.device, a string or an index, not " +
                                       interpreter.type_name(value));
  }
  size_t colon = text->find(':');
  std::string_view type = std::string_view(*text).substr(0, colon);
  Device device;
  auto known = std::find_if(std::begin(kDeviceTypes), std::end(kDeviceTypes),
                            [&](const auto& row) { return row.first == type; });
  if (known == std::end(kDeviceTypes)) {
    interpreter.raise("RuntimeError",
                      "Expected one of cpu, cuda, xpu, hip, npu, mps, meta device type at start of device string: " +
                          std::string(type));
  }
  device.type = known->second;
  if (colon != std::string::npos) {
    const char* begin = text->data() + colon + 1;
    auto [end, error] = std::from_chars(begin, text->data() + text->size(), device.index);
    if (error != std::errc() || end != text->data() + text->size()) {
      interpreter.raise("RuntimeError", "Invalid device string: '" + *text + "'");
    }
  }
  return device;
}

// ---- dtypes
Value DTypeObject::type_object(Interpreter& interpreter) { return context_of(interpreter).dtype_class; }

std::optional<Value> DTypeObject::find_attribute(Interpreter&, std::string_view attribute) {
  auto type = static_cast<c10::ScalarType>(scalar_type);
  if (attribute == "itemsize") return Value(static_cast<int64_t>(c10::elementSize(type)));
  if (attribute == "is_floating_point") return Value(c10::isFloatingType(type));
  if (attribute == "is_complex") return Value(c10::isComplexType(type));
  if (attribute == "is_signed") return Value(c10::isSignedType(type));
  if (attribute == "__name__") return script::make_string(name);
  return std::nullopt;
}

std::optional<Value> DTypeObject::compare(Interpreter&, Comparison op, const Value& other) {
  auto* right = other.as<DTypeObject>();
  if (op == Comparison::Eq) return Value(right != nullptr && right->scalar_type == scalar_type);
  if (op == Comparison::NotEq) return Value(right == nullptr || right->scalar_type != scalar_type);
  return std::nullopt;
}

namespace {

struct DTypeRow {
  DType dtype;
  c10::ScalarType scalar_type;
};

constexpr DTypeRow kDTypes[] = {
    {DType::Bool, c10::ScalarType::Bool},
    {DType::Int8, c10::ScalarType::Char},
    {DType::Int16, c10::ScalarType::Short},
    {DType::Int32, c10::ScalarType::Int},
    {DType::Int64, c10::ScalarType::Long},
    {DType::UInt8, c10::ScalarType::Byte},
    {DType::UInt16, c10::ScalarType::UInt16},
    {DType::UInt32, c10::ScalarType::UInt32},
    {DType::UInt64, c10::ScalarType::UInt64},
    {DType::Float8E4M3FN, c10::ScalarType::Float8_e4m3fn},
    {DType::Float8E5M2, c10::ScalarType::Float8_e5m2},
    {DType::Float8E4M3FNUZ, c10::ScalarType::Float8_e4m3fnuz},
    {DType::Float8E5M2FNUZ, c10::ScalarType::Float8_e5m2fnuz},
    {DType::Float16, c10::ScalarType::Half},
    {DType::BFloat16, c10::ScalarType::BFloat16},
    {DType::Float32, c10::ScalarType::Float},
    {DType::Float64, c10::ScalarType::Double},
};

}  // namespace

std::optional<DType> to_dtype(int8_t scalar_type) {
  for (const DTypeRow& row : kDTypes) {
    if (static_cast<int8_t>(row.scalar_type) == scalar_type) return row.dtype;
  }
  return std::nullopt;
}

int8_t to_scalar_type(DType dtype) {
  for (const DTypeRow& row : kDTypes) {
    if (row.dtype == dtype) return static_cast<int8_t>(row.scalar_type);
  }
  return static_cast<int8_t>(c10::ScalarType::Undefined);
}

const std::vector<std::pair<std::string, int8_t>>& dtype_names() {
  static const auto* names = [] {
    auto* made = new std::vector<std::pair<std::string, int8_t>>;
    for (const DTypeRow& row : kDTypes) {
      made->emplace_back(std::string(torch_name(row.dtype)), static_cast<int8_t>(row.scalar_type));
    }
    auto alias = [&](const char* name, c10::ScalarType type) {
      made->emplace_back(name, static_cast<int8_t>(type));
    };
    alias("complex64", c10::ScalarType::ComplexFloat);
    alias("complex128", c10::ScalarType::ComplexDouble);
    // Names that tables of types ask for; no tensor of these is made for kernels.
    alias("complex32", c10::ScalarType::ComplexHalf);
    alias("float8_e8m0fnu", c10::ScalarType::Float8_e8m0fnu);
    alias("float4_e2m1fn_x2", c10::ScalarType::Float4_e2m1fn_x2);
    alias("quint8", c10::ScalarType::QUInt8);
    alias("qint8", c10::ScalarType::QInt8);
    alias("qint32", c10::ScalarType::QInt32);
    alias("chalf", c10::ScalarType::ComplexHalf);
    alias("float", c10::ScalarType::Float);
    alias("double", c10::ScalarType::Double);
    alias("half", c10::ScalarType::Half);
    alias("short", c10::ScalarType::Short);
    alias("int", c10::ScalarType::Int);
    alias("long", c10::ScalarType::Long);
    alias("cfloat", c10::ScalarType::ComplexFloat);
    alias("cdouble", c10::ScalarType::ComplexDouble);
    return made;
  }();
  return *names;
}

std::optional<int8_t> scalar_type_of(const script::Value& value) {
  if (auto* dtype = value.as<DTypeObject>()) return dtype->scalar_type;
  auto* cls = value.as<script::Class>();
  if (cls == nullptr || cls->module_name != "builtins") return std::nullopt;
  if (cls->name == "bool") return static_cast<int8_t>(at::kBool);
  if (cls->name == "int") return static_cast<int8_t>(at::kLong);
  if (cls->name == "float") return static_cast<int8_t>(at::kDouble);
  return std::nullopt;
}

Value dtype_object(Interpreter& interpreter, int8_t scalar_type) {
  auto& made = context_of(interpreter).dtypes[static_cast<size_t>(scalar_type)];
  if (!made) {
    for (const auto& [name, type] : dtype_names()) {
      if (type == scalar_type) {
        made = script::make<DTypeObject>(scalar_type, name);
        break;
      }
    }
  }
  if (!made) interpreter.unsupported("a tensor of this element type");
  return made;
}

void install_dtypes(Interpreter& interpreter, script::Module& torch) {
  for (const auto& [name, type] : dtype_names()) torch.set(name, dtype_object(interpreter, type));
}

// ---- sizes and named results
Value SizeObject::type_object(Interpreter& interpreter) { return context_of(interpreter).size_class; }

std::optional<Value> SizeObject::find_attribute(Interpreter& interpreter, std::string_view name) {
  if (name == "numel") {
    return script::make_function(
        "numel", [self = script::Ref<SizeObject>(this)](Interpreter&, script::CallArguments&) {
          int64_t count = 1;
          for (const Value& item : self->items) count *= item.integer();
          return Value(count);
        });
  }
  return Tuple::find_attribute(interpreter, name);
}

Value SizeObject::get_item(Interpreter& interpreter, const Value& key) {
  Value item = Tuple::get_item(interpreter, key);
  if (key.as<script::SliceObject>() == nullptr) return item;
  return Value(script::make<SizeObject>(item.as<Tuple>()->items));
}

std::string SizeObject::repr(Interpreter& interpreter) {
  std::string text = "torch.Size([";
  for (size_t i = 0; i < items.size(); ++i) text += (i > 0 ? ", " : "") + interpreter.repr(items[i]);
  return text + "])";
}

Value make_size(const int64_t* sizes, size_t count) {
  std::vector<Value> items;
  items.reserve(count);
  for (size_t i = 0; i < count; ++i) items.emplace_back(sizes[i]);
  return Value(script::make<SizeObject>(std::move(items)));
}

Value NamedResults::type_object(Interpreter& interpreter) { return interpreter.builtin_class("tuple"); }

std::optional<Value> NamedResults::find_attribute(Interpreter& interpreter, std::string_view attribute) {
  for (size_t i = 0; i < fields.size(); ++i) {
    if (fields[i] == attribute) return items[i];
  }
  return Tuple::find_attribute(interpreter, attribute);
}

std::string NamedResults::repr(Interpreter& interpreter) {
  std::string text = name + "(";
  for (size_t i = 0; i < items.size(); ++i) {
    text += std::string(i > 0 ? "," : "") + "\n" + fields[i] + "=" + interpreter.repr(items[i]);
  }
  return text + ")";
}

}  // namespace tilewright::library
