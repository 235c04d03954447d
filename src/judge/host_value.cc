#include "judge/host_value.h"

#include <fmt/format.h>

#include <algorithm>

namespace tilewright::judge {
namespace {

using Kind = HostValue::Kind;

// Offsets, lengths and the like, which a task computes from its sizes; those that are drawn at random are
// left zero.
bool has_set_integers(const kernels::memory::TensorView& view) {
  constexpr size_t kMostBytes = 64 << 10;
  const kernels::memory::Region& region = *view.region;
  if (is_float(view.dtype) || region.bytes > kMostBytes) return false;
  return std::any_of(region.base, region.base + region.bytes,
                     [](std::byte byte) { return byte != std::byte{0}; });
}

}  // namespace

Result<HostValue> to_host_value(script::Interpreter& interpreter, const script::Value& value,
                                const HostValueOptions& options) {
  HostValue host;
  if (value.is_none()) return host;
  if (value.is_bool() || value.is_int()) {
    host.kind = value.is_bool() ? Kind::Bool : Kind::Int;
    host.integer = value.integer();
    return host;
  }
  if (value.is_float()) {
    host.kind = Kind::Float;
    host.floating = value.floating();
    return host;
  }
  if (const std::string* text = script::as_string(value)) {
    host.kind = Kind::String;
    host.text = *text;
    return host;
  }
  if (library::is_tensor(value)) {
    host.kind = Kind::Tensor;
    Result<script::Value> read = interpreter.guard([&] {
      if (options.shapes_only) {
        kernels::memory::TensorView view = library::tensor_view(value);
        host.tensor = {view.dtype, view.shape, {}};
        if (has_set_integers(view)) host.tensor = library::to_host(value);
      } else {
        host.tensor = library::to_host(value);
      }
      return script::Value();
    });
    if (!read) return fail(read.error());
    return host;
  }
  const std::vector<script::Value>* items = nullptr;
  if (const auto* list = value.as<script::List>()) items = &list->items;
  if (const auto* tuple = value.as<script::Tuple>()) items = &tuple->items;
  if (items == nullptr) {
    return fail(
        DiagnosticKind::Unsupported,
        fmt::format("a value of type {} as argument or result of forward", interpreter.type_name(value)));
  }
  host.kind = value.as<script::List>() ? Kind::List : Kind::Tuple;
  for (const script::Value& item : *items) {
    Result<HostValue> converted = to_host_value(interpreter, item, options);
    if (!converted) return converted;
    host.items.push_back(std::move(*converted));
  }
  return host;
}

library::HostTensor as_double(const library::HostTensor& tensor) {
  if (!is_float(tensor.dtype) || tensor.dtype == DType::Float64) return tensor;
  library::HostTensor wide{DType::Float64, tensor.shape, {}};
  size_t step = size_of(tensor.dtype), count = tensor.data.size() / step;
  wide.data.resize(count * sizeof(double));
  auto* values = reinterpret_cast<double*>(wide.data.data());
  if (tensor.dtype == DType::Float32) {
    const auto* from = reinterpret_cast<const float*>(tensor.data.data());
    for (size_t i = 0; i < count; ++i) values[i] = from[i];
    return wide;
  }
  for (size_t i = 0; i < count; ++i) values[i] = load_as_double(tensor.dtype, tensor.data.data() + i * step);
  return wide;
}

script::Value fresh_value(script::Interpreter& interpreter, const HostValue& value,
                          const FreshOptions& options) {
  switch (value.kind) {
    case Kind::None:
      return {};
    case Kind::Bool:
      return value.integer != 0;
    case Kind::Int:
      return value.integer;
    case Kind::Float:
      return value.floating;
    case Kind::String:
      return script::make_string(value.text);
    case Kind::Tensor: {
      script::Value tensor = options.as_double
                                 ? library::from_host(interpreter, as_double(value.tensor), options.device)
                                 : library::from_host(interpreter, value.tensor, options.device);
      if (options.is_read_only) library::set_read_only(tensor, true);
      return tensor;
    }
    case Kind::List:
      return script::make_list(fresh_values(interpreter, value.items, options));
    case Kind::Tuple:
      return script::make_tuple(fresh_values(interpreter, value.items, options));
  }
  return {};
}

std::vector<script::Value> fresh_values(script::Interpreter& interpreter,
                                        const std::vector<HostValue>& values, const FreshOptions& options) {
  std::vector<script::Value> fresh;
  for (const HostValue& value : values) fresh.push_back(fresh_value(interpreter, value, options));
  return fresh;
}

}  // namespace tilewright::judge
