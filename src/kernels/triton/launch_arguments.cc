#include "kernels/triton/launch_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernels/triton/builtins.h"
#include "kernels/triton/launch.h"

namespace tilewright::kernels::triton {

using script::Interpreter;
using script::Value;

void refuse(Interpreter& interpreter, DiagnosticKind kind, std::string message, Span span) {
  Diagnostic diagnostic{kind, std::move(message), span, {}};
  launch_context(interpreter).session->faults.push_back(diagnostic);
  throw script::AbortRun{std::move(diagnostic)};
}

namespace {

// A tensor's memory, or that of an object with dtype and data_ptr() which holds a tensor: Triton takes both.
std::optional<memory::TensorView> view_of(Interpreter& interpreter, const Value& value) {
  if (auto* tensor = value.as<memory::DeviceTensor>()) return tensor->device_view();
  auto* holder = value.as<script::Instance>();
  if (!holder) return std::nullopt;
  auto address_of = interpreter.find_attribute(value, "data_ptr");
  auto dtype = interpreter.find_attribute(value, "dtype");
  std::optional<DType> element = dtype ? host_dtype(interpreter, *dtype) : std::nullopt;
  if (!address_of || !element) return std::nullopt;
  int64_t address = interpreter.to_int(interpreter.call_value(*address_of, {}), "data_ptr()");
  for (const auto& [name, held] : holder->attributes->entries()) {
    auto* tensor = held.as<memory::DeviceTensor>();
    if (!tensor) continue;
    memory::TensorView view = tensor->device_view();
    int64_t offset = address - reinterpret_cast<int64_t>(view.region->base);
    if (offset < 0 || offset > static_cast<int64_t>(view.region->bytes)) continue;
    view.byte_offset = static_cast<size_t>(offset);
    view.dtype = *element;
    return view;
  }
  return std::nullopt;
}

// triton.tools.tensor_descriptor.TensorDescriptor and classes like it.
bool is_tensor_descriptor(Interpreter& interpreter, const Value& value) {
  auto* instance = value.as<script::Instance>();
  return instance && instance->cls->name == "TensorDescriptor" &&
         interpreter.find_attribute(value, "block_shape").has_value();
}

void specialise_descriptor(Interpreter& interpreter, const std::string& name, const Value& value, Span span,
                           ArgumentSpec& spec, Specialised& out) {
  spec.kind = ArgumentSpec::Kind::Descriptor;
  auto attribute = [&](std::string_view part) { return interpreter.get_attribute(value, part); };
  std::vector<Value> shape = interpreter.to_vector(attribute("shape")),
                     strides = interpreter.to_vector(attribute("strides"));
  for (const Value& extent : interpreter.to_vector(attribute("block_shape")))
    spec.extents.push_back(interpreter.to_int(unwrap_constexpr(extent), "block_shape"));
  std::optional<Value> padding = interpreter.find_attribute(value, "padding");
  spec.is_nan_padded = padding && interpreter.str(*padding) == "nan";
  if (shape.size() != spec.extents.size() || strides.size() != spec.extents.size()) {
    refuse(interpreter, DiagnosticKind::LaunchArguments,
           fmt::format("descriptor '{}' has {} extents, {} strides and a block of {} dimensions", name,
                       shape.size(), strides.size(), spec.extents.size()),
           span);
  }
  out.key += fmt::format("descriptor {}{}:", describe(spec.extents), spec.is_nan_padded ? " nan" : "");
  spec.items.resize(1 + shape.size() + strides.size());
  specialise(interpreter, name, attribute("base"), false, false, span, spec.items[0], out);
  auto add = [&](const Value& number, DType dtype, ArgumentSpec& item) {
    item.type = BlockType{dtype, false, false, {}};
    out.values.push_back({interpreter.to_int(unwrap_constexpr(number), "descriptor"), 0});
  };
  for (size_t i = 0; i < shape.size(); ++i) {
    add(shape[i], DType::Int32, spec.items[1 + i]);
    ArgumentSpec& stride = spec.items[1 + shape.size() + i];
    if (i + 1 < shape.size()) continue;
    stride.kind = ArgumentSpec::Kind::Constant;
    stride.constant = Value(interpreter.to_int(unwrap_constexpr(strides[i]), "descriptor"));
  }
  for (size_t i = 0; i + 1 < strides.size(); ++i)
    add(strides[i], DType::Int64, spec.items[1 + shape.size() + i]);
  out.key += ";";
}

// Tuples within tuples: CPython's own limit ends at about this depth in the launcher, and one whose levels share
// their items has more of them than memory.
void check_size(Interpreter& interpreter, const std::string& name, int depth, const Specialised& out, Span span) {
  constexpr int kDeepest = 200;
  constexpr size_t kLongestKey = 1 << 20;
  if (depth > kDeepest) interpreter.raise("RecursionError", "maximum recursion depth exceeded");
  if (out.key.size() <= kLongestKey) return;
  refuse(interpreter, DiagnosticKind::LaunchArguments,
         fmt::format("the tuple of parameter '{}' has too many items", name.substr(0, name.find('['))), span);
}

void specialise_at(Interpreter& interpreter, const std::string& name, const Value& given, bool is_constexpr,
                   bool is_specialised, Span span, ArgumentSpec& spec, Specialised& out, int depth) {
  check_size(interpreter, name, depth, out, span);
  Value value = unwrap_constexpr(given);
  auto constant = [&] {
    spec.kind = ArgumentSpec::Kind::Constant;
    spec.constant = value;
    if (value.is_object() && !script::as_string(value)) {
      out.key +=
          fmt::format("@{}:{}", static_cast<const void*>(value.object()), interpreter.type_name(value));
    }
    out.key += "=" + (value.is_object() && value.as<JitFunction>() ? "" : interpreter.repr(value)) + ";";
  };
  auto typed = [&](DType dtype, LaunchArgument argument) {
    spec.kind = ArgumentSpec::Kind::Typed;
    spec.type = BlockType{dtype, false, false, {}};
    out.key += fmt::format("{};", static_cast<int>(dtype));
    out.values.push_back(argument);
  };
  if (is_constexpr || value.is_none()) {
    if (value.as<memory::DeviceTensor>()) {
      refuse(interpreter, DiagnosticKind::LaunchArguments,
             fmt::format("parameter '{}' is tl.constexpr but a tensor was passed", name), span);
    }
    return constant();
  }
  if (value.is_bool()) return typed(DType::Bool, {value.integer(), 0});
  if (value.is_int()) {
    int64_t v = value.integer();
    if (v == 1 && is_specialised) return constant();
    return typed(v >= INT32_MIN && v <= INT32_MAX ? DType::Int32 : DType::Int64, {v, 0});
  }
  if (value.is_float()) return typed(DType::Float32, {0, value.floating()});
  if (is_tensor_descriptor(interpreter, value))
    return specialise_descriptor(interpreter, name, value, span, spec, out);
  if (std::optional<memory::TensorView> found = view_of(interpreter, value)) {
    memory::TensorView& view = *found;
    if (view.is_on_host && launch_context(interpreter).session->options.requires_device_memory) {
      refuse(
          interpreter, DiagnosticKind::LaunchArguments,
          fmt::format(
              "parameter '{}' is a cpu tensor, which a kernel cannot reach: allocate it with device=x.device",
              name),
          span);
    }
    spec.kind = ArgumentSpec::Kind::Typed;
    spec.type = BlockType{view.dtype, true, false, {}};
    out.key += fmt::format("*{};", static_cast<int>(view.dtype));
    PointerTarget target;
    target.name = name;
    target.region = view.region;
    target.view_offset = static_cast<int64_t>(view.byte_offset);
    target.dtype = view.dtype;
    target.shape = view.shape;
    target.strides = view.strides;
    view.region->name = name;
    out.values.push_back({static_cast<int64_t>(out.targets.size()), 0});
    out.targets.push_back(std::move(target));
    return;
  }
  const std::vector<Value>* items = nullptr;
  if (auto* tuple = value.as<script::Tuple>()) items = &tuple->items;
  if (auto* list = value.as<script::List>()) items = &list->items;
  if (items) {
    spec.kind = ArgumentSpec::Kind::Tuple;
    spec.fields = field_names(interpreter, value);
    out.key += "(" + fmt::format("{}", fmt::join(spec.fields, ","));
    for (size_t i = 0; i < items->size(); ++i) {
      spec.items.emplace_back();
      specialise_at(interpreter, fmt::format("{}[{}]", name, i), (*items)[i], false, is_specialised, span,
                    spec.items.back(), out, depth + 1);
    }
    out.key += ")";
    return;
  }
  if (value.as<JitFunction>() || value.as<DTypeObject>() || host_dtype(interpreter, value)) return constant();
  refuse(interpreter, DiagnosticKind::LaunchArguments,
         fmt::format("argument '{}' has type {}, which a kernel cannot take", name,
                     interpreter.type_name(value)),
         span);
}

}  // namespace

void specialise(Interpreter& interpreter, const std::string& name, const Value& given, bool is_constexpr,
                bool is_specialised, Span span, ArgumentSpec& spec, Specialised& out) {
  specialise_at(interpreter, name, given, is_constexpr, is_specialised, span, spec, out, 0);
}

}  // namespace tilewright::kernels::triton
