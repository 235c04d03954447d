#include "library/legacy_tensors.h"

#include <ATen/core/Tensor.h>
#include <c10/core/ScalarType.h>

#include <algorithm>

#include "library/call_operator.h"
#include "library/context.h"
#include "library/factory.h"
#include "library/tensor_object.h"

namespace tilewright::library {
namespace {

using script::CallArguments;
using script::Interpreter;
using script::Value;

struct LegacyType {
  std::string_view name;
  c10::ScalarType scalar_type;
};

constexpr LegacyType kTypes[] = {
    {"FloatTensor", c10::ScalarType::Float},       {"DoubleTensor", c10::ScalarType::Double},
    {"HalfTensor", c10::ScalarType::Half},         {"BFloat16Tensor", c10::ScalarType::BFloat16},
    {"LongTensor", c10::ScalarType::Long},         {"IntTensor", c10::ScalarType::Int},
    {"ShortTensor", c10::ScalarType::Short},       {"CharTensor", c10::ScalarType::Char},
    {"ByteTensor", c10::ScalarType::Byte},         {"BoolTensor", c10::ScalarType::Bool}};

std::string_view prefix(bool is_cuda) { return is_cuda ? "torch.cuda." : "torch."; }

script::Ref<script::Class> make_class(Interpreter& interpreter, const LegacyType& type, bool is_cuda) {
  auto made = interpreter.make_class(std::string(type.name), {}, is_cuda ? "torch.cuda" : "torch");
  auto scalar_type = static_cast<int8_t>(type.scalar_type);
  Device device = is_cuda ? Device{Device::Type::Cuda, 0} : Device{};
  made->is_native = true;
  made->construct = [scalar_type, device](Interpreter& in, script::Class&, CallArguments& arguments) {
    return make_legacy_tensor(in, arguments, scalar_type, device);
  };
  made->meta = std::make_shared<script::Class::Meta>();
  made->meta->is_instance = [scalar_type, is_cuda](Interpreter&, const Value& value) -> std::optional<bool> {
    auto* tensor = value.as<TensorObject>();
    return tensor != nullptr && static_cast<int8_t>(tensor->tensor().scalar_type()) == scalar_type &&
           tensor->is_cuda() == is_cuda;
  };
  return made;
}

}  // namespace

void install_legacy_tensors(Interpreter& interpreter, script::Module& module, bool is_cuda) {
  for (const LegacyType& type : kTypes) {
    module.set(std::string(type.name), make_class(interpreter, type, is_cuda));
  }
}

std::optional<std::pair<int8_t, bool>> find_legacy_tensor(const Value& type) {
  std::string text;
  if (auto* cls = type.as<script::Class>()) {
    text = cls->module_name + "." + cls->name;
  } else if (const std::string* given = script::as_string(type)) {
    text = *given;
  }
  for (const LegacyType& known : kTypes) {
    for (bool is_cuda : {false, true}) {
      if (text == std::string(prefix(is_cuda)) + std::string(known.name))
        return std::pair(static_cast<int8_t>(known.scalar_type), is_cuda);
    }
  }
  return std::nullopt;
}

Value make_legacy_tensor(Interpreter& interpreter, CallArguments& arguments, int8_t scalar_type, Device device) {
  const auto& items = arguments.positional;
  if (auto given = arguments.take_keyword("device"); given && !given->is_none())
    device = to_device(interpreter, *given);
  bool is_sizes = std::all_of(items.begin(), items.end(), [](const Value& item) { return item.is_int(); });
  Value sizes = script::make_tuple(items);
  if (items.empty()) sizes = script::make_tuple({Value(0)});
  if (items.size() == 1 && items[0].as<SizeObject>() != nullptr) {
    is_sizes = true;
    sizes = items[0];
  }
  if (!is_sizes) return make_tensor(interpreter, items[0], scalar_type, device);
  return call_operator(interpreter, "empty", {sizes},
                       {{"dtype", dtype_object(interpreter, scalar_type)},
                        {"device", Value(script::make<DeviceObject>(device))}});
}

std::string legacy_tensor_name(int8_t scalar_type, bool is_cuda) {
  for (const LegacyType& known : kTypes) {
    if (static_cast<int8_t>(known.scalar_type) == scalar_type)
      return std::string(prefix(is_cuda)) + std::string(known.name);
  }
  return "";
}

}  // namespace tilewright::library
