// Small torch objects: dtypes, devices, sizes, memory formats, named results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/dtype.h"
#include "script/interpreter.h"

namespace tilewright::library {

// A device as a label; the memory is always the CPU's.
struct Device {
  enum class Type : uint8_t { Cpu, Cuda, Meta, Xpu, Hip, Npu, Mps };
  Type type = Type::Cpu;
  int index = -1;  // -1: not given
  bool operator==(const Device&) const = default;
  bool is_accelerator() const { return type != Type::Cpu && type != Type::Meta; }
  std::string_view type_name() const;
  std::string text() const;  // "cuda:0"
};

class DeviceObject final : public script::Object {
 public:
  explicit DeviceObject(Device value) : device(value) {}
  const Device device;
  std::string_view type_name() const override { return "torch.device"; }
  script::Value type_object(script::Interpreter&) override;
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
  std::string repr(script::Interpreter&) override;
  std::string str(script::Interpreter&) override { return device.text(); }
  uint64_t hash(script::Interpreter&) override;
  std::optional<script::Value> compare(script::Interpreter&, script::Comparison,
                                       const script::Value&) override;
};
// From torch.device, "cuda:0", an index or a tensor's device; raises RuntimeError on an unknown name.
Device to_device(script::Interpreter& interpreter, const script::Value& value);

// torch.float32 and its like; `scalar_type` is c10::ScalarType's number.
class DTypeObject final : public script::Object {
 public:
  DTypeObject(int8_t number, std::string dtype_name) : scalar_type(number), name(std::move(dtype_name)) {}
  const int8_t scalar_type;
  const std::string name;  // without "torch."
  std::string_view type_name() const override { return "torch.dtype"; }
  script::Value type_object(script::Interpreter&) override;
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
  std::string repr(script::Interpreter&) override { return "torch." + name; }
  uint64_t hash(script::Interpreter&) override {
    return static_cast<uint64_t>(scalar_type) * 0x9e3779b97f4a7c15u;
  }
  std::optional<script::Value> compare(script::Interpreter&, script::Comparison,
                                       const script::Value&) override;
};
// Of a torch.dtype, or of Python's bool, int and float, which PyTorch takes for bool, int64 and float64; null: no type.
std::optional<int8_t> scalar_type_of(const script::Value& value);
// The interpreter's object of a c10::ScalarType.
script::Value dtype_object(script::Interpreter& interpreter, int8_t scalar_type);
// c10::ScalarType numbers and the kernels' dtypes; nullopt where there is no counterpart (complex,
// quantised).
std::optional<DType> to_dtype(int8_t scalar_type);
int8_t to_scalar_type(DType dtype);
// Every name under which torch offers a dtype, aliases too: ("float", kFloat).
const std::vector<std::pair<std::string, int8_t>>& dtype_names();
void install_dtypes(script::Interpreter& interpreter, script::Module& torch);

// torch.contiguous_format, torch.strided and other enumerations of the schemas.
class EnumObject final : public script::Object {
 public:
  enum class Type : uint8_t { MemoryFormat, Layout };
  EnumObject(Type kind, int64_t number, std::string enum_name)
      : type(kind), value(number), name(std::move(enum_name)) {}
  const Type type;
  const int64_t value;
  const std::string name;
  std::string_view type_name() const override {
    return type == Type::MemoryFormat ? "torch.memory_format" : "torch.layout";
  }
  std::string repr(script::Interpreter&) override { return "torch." + name; }
};

class SizeObject final : public script::Tuple {
 public:
  explicit SizeObject(std::vector<script::Value> values) : Tuple(std::move(values)) {}
  std::string_view type_name() const override { return "torch.Size"; }
  script::Value type_object(script::Interpreter&) override;
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
  script::Value get_item(script::Interpreter&, const script::Value&) override;
  std::string repr(script::Interpreter&) override;
};
script::Value make_size(const int64_t* sizes, size_t count);

// What torch.max(x, dim) and other operators with several named results return.
class NamedResults final : public script::Tuple {
 public:
  NamedResults(std::string operator_name, std::vector<std::string> field_names,
               std::vector<script::Value> values)
      : Tuple(std::move(values)), name(std::move(operator_name)), fields(std::move(field_names)) {}
  const std::string name;
  const std::vector<std::string> fields;
  std::string_view type_name() const override { return name; }
  script::Value type_object(script::Interpreter&) override;
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
  std::string repr(script::Interpreter&) override;
};

}  // namespace tilewright::library
