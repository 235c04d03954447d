#include "kernels/triton/launch_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernels/triton/builtins.h"
#include "kernels/triton/launch.h"
#include "script/big_integer.h"
#include "script/exceptions.h"

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

// kernel.warmup(torch.float32, ...): a dtype stands for a pointer to such elements.
std::optional<DType> pointed_type(Interpreter& interpreter, const Value& value) {
  if (!launch_context(interpreter).only_compiles || script::as_string(value)) return std::nullopt;
  return host_dtype(interpreter, value);
}

// Of an int beyond 64 signed bits; nullopt: beyond 64 unsigned ones, too.
std::optional<uint64_t> unsigned_value(const script::BigInt& value) {
  if (value.is_negative() || value.bit_length() > 64) return std::nullopt;
  std::vector<uint32_t> limbs = value.twos_complement(2);
  return limbs[0] | uint64_t{limbs[1]} << 32;
}

// triton.tools.tensor_descriptor.TensorDescriptor and classes like it.
bool is_tensor_descriptor(Interpreter& interpreter, const Value& value) {
  auto* instance = value.as<script::Instance>();
  return instance && instance->cls->name == "TensorDescriptor" &&
         interpreter.find_attribute(value, "block_shape").has_value();
}

// TRITON_INTERPRET=1: the reference interpreter works on the processor's tensors.
bool is_interpreted(Interpreter& interpreter) {
  Value os(interpreter.import_module("os", {}));
  Value environment = interpreter.get_attribute(os, "environ");
  Value flag =
      interpreter.call_value(interpreter.get_attribute(environment, "get"),
                             {{script::make_string("TRITON_INTERPRET"), script::make_string("0")}, {}, {}});
  return interpreter.str(flag) == "1";
}

// As Triton's launcher does on a machine with an accelerator; a judge says it in its own words.
void check_reachable(Interpreter& interpreter, const ParameterPlace& parameter,
                     const memory::TensorView& view, Span span) {
  const LaunchContext& context = launch_context(interpreter);
  bool is_judged = context.session->options.requires_device_memory;
  if (!view.is_on_host || (!is_judged && !context.devices->has_accelerator_tensor)) return;
  if (is_judged) {
    refuse(
        interpreter, DiagnosticKind::LaunchArguments,
        fmt::format(
            "parameter '{}' is a cpu tensor, which a kernel cannot reach: allocate it with device=x.device",
            parameter.name),
        span);
  }
  bool is_null = view.region->bytes == 0;
  if (is_null || context.devices->targets_processor || context.only_compiles || is_interpreted(interpreter))
    return;
  Value error = script::make_exception(
      interpreter, "ValueError",
      fmt::format("Pointer argument (at {}) cannot be accessed from Triton (cpu tensor?)", parameter.index));
  script::as_exception(error)->hints = [name = parameter.name] {
    return std::vector<Note>{
        {fmt::format("parameter '{}' got a cpu tensor: move it with .to(device), or allocate it "
                     "with device=...; without any tensor on a device, kernels take cpu tensors",
                     name),
         {}}};
  };
  throw script::PythonError{error, {}};
}

void specialise_descriptor(Interpreter& interpreter, const ParameterPlace& parameter, const Value& value,
                           Span span, ArgumentSpec& spec, Specialised& out) {
  const std::string& name = parameter.name;
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
  specialise(interpreter, {name, parameter.index, false, false}, attribute("base"), span, spec.items[0], out);
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

void specialise_at(Interpreter& interpreter, const ParameterPlace& parameter, const Value& given, Span span,
                   ArgumentSpec& spec, Specialised& out, int depth) {
  const std::string& name = parameter.name;
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
    argument.is_alignment_known = parameter.is_alignment_known;
    out.values.push_back(argument);
  };
  if (parameter.is_constexpr || value.is_none()) {
    if (value.as<memory::DeviceTensor>()) {
      refuse(interpreter, DiagnosticKind::LaunchArguments,
             fmt::format("parameter '{}' is tl.constexpr but a tensor was passed", name), span);
    }
    return constant();
  }
  if (value.is_bool()) return typed(DType::Bool, {value.integer(), 0});
  if (value.is_int()) {
    int64_t v = value.integer();
    if (v == 1 && parameter.is_specialised) return constant();
    return typed(v >= INT32_MIN && v <= INT32_MAX ? DType::Int32 : DType::Int64, {v, 0});
  }
  if (auto* integer = value.as<script::Integer>()) {
    std::optional<uint64_t> bits = unsigned_value(integer->value);
    if (!bits) interpreter.raise("OverflowError", "int too big to convert", span);
    return typed(DType::UInt64, {static_cast<int64_t>(*bits), 0});
  }
  if (value.is_float()) return typed(DType::Float32, {0, value.floating()});
  if (is_tensor_descriptor(interpreter, value))
    return specialise_descriptor(interpreter, parameter, value, span, spec, out);
  if (std::optional<DType> pointed = pointed_type(interpreter, value)) {
    typed(*pointed, {0, 0});
    spec.type.is_pointer = true;
    out.key += "*;";
    return;
  }
  if (std::optional<memory::TensorView> found = view_of(interpreter, value)) {
    memory::TensorView& view = *found;
    check_reachable(interpreter, parameter, view, span);
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
    out.values.push_back({static_cast<int64_t>(out.targets.size()), 0, parameter.is_alignment_known});
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
      specialise_at(interpreter,
                    {fmt::format("{}[{}]", name, i), parameter.index, false, parameter.is_specialised,
                     parameter.is_alignment_known},
                    (*items)[i], span, spec.items.back(), out, depth + 1);
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

void specialise(Interpreter& interpreter, const ParameterPlace& parameter, const Value& given, Span span,
                ArgumentSpec& spec, Specialised& out) {
  specialise_at(interpreter, parameter, given, span, spec, out, 0);
}

}  // namespace tilewright::kernels::triton
