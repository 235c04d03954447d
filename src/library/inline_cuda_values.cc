#include "library/inline_cuda_values.h"

#include <algorithm>
#include <cstring>

#include "library/library.h"
#include "library/objects.h"

namespace tilewright::library {

using kernels::cuda::CallValue;
using kernels::cuda::ResultValue;
using kernels::cuda::ValueKind;
using kernels::memory::Region;
using kernels::memory::TensorView;
using script::Value;

namespace {

// One byte a byte, 1 where nothing has written; empty: all are written.
std::string unwritten_map(const Region& region) {
  if (region.is_initialised(0, region.bytes)) return {};
  std::string map(region.bytes, '\0');
  for (size_t i = 0; i < region.bytes; ++i) map[i] = region.initialised.all(i, i + 1) ? '\0' : '\1';
  return map;
}

// Whether the host has written more than constants here. Which bytes a call's kernels store is not known,
// only how many.
bool holds_host_work(const Region& region) {
  size_t written = region.tracks_initialised() ? region.initialised.count(0, region.bytes) : region.bytes;
  return region.kernel_bytes == 0 && written > region.work.count(0, region.bytes);
}

// `is_beside_host_work`: kernels' bytes may lie beside the host's.
void note_written(Region& region, const std::string& unwritten, const kernels::cuda::Origins& origins,
                  bool is_beside_host_work) {
  if (unwritten.empty()) {
    region.mark_initialised(0, region.bytes);
  } else {
    if (!region.tracks_initialised()) region.initialised = kernels::memory::ByteSet(region.bytes, true);
    for (size_t i = 0; i < unwritten.size(); ++i) {
      if (unwritten[i] != 0)
        region.initialised.reset(i, i + 1);
      else
        region.initialised.set(i, i + 1);
    }
  }
  region.forget_if_initialised();
  // A buffer that was filled with one value and then written in part is the kernel's work.
  uint64_t bytes = origins.kernels;
  if (bytes > 0 && origins.host + origins.inputs == 0) bytes += origins.constants;
  bool is_mixed = is_beside_host_work && origins.inputs > 0;
  if (!is_mixed) region.kernel_bytes = std::min<uint64_t>(region.kernel_bytes + bytes, region.bytes);
  if (origins.host > 0) region.work = {};
}

}  // namespace

InlineCall::InlineCall(script::Interpreter& interpreter, std::string function) : interpreter_(interpreter) {
  call_.function = std::move(function);
}

void InlineCall::add(const Value& value, std::string keyword) {
  call_.arguments.push_back(convert(value));
  call_.names.push_back(std::move(keyword));
  for (size_t i = 0; i < unwritten_.size(); ++i) call_.storages[i].unwritten = unwritten_[i];
}

CallValue InlineCall::convert(const Value& value) {
  CallValue result;
  if (value.is_none()) return result;
  if (value.is_bool() || value.is_int()) {
    result.kind = value.is_bool() ? ValueKind::Bool : ValueKind::Integer;
    result.integer = value.integer();
    return result;
  }
  if (value.is_float()) {
    result.kind = ValueKind::Floating;
    result.floating = value.floating();
    return result;
  }
  if (const std::string* text = script::as_string(value)) {
    result.kind = ValueKind::Text;
    result.text = *text;
    return result;
  }
  if (const auto* dtype = value.as<DTypeObject>()) {
    result.kind = ValueKind::Integer;
    result.integer = dtype->scalar_type;
    return result;
  }
  if (is_tensor(value)) return convert_tensor(value);
  const std::vector<Value>* items = nullptr;
  if (const auto* list = value.as<script::List>()) items = &list->items;
  if (const auto* tuple = value.as<script::Tuple>()) items = &tuple->items;
  if (items == nullptr)
    interpreter_.raise("TypeError", call_.function + "(): incompatible function arguments: a value of type " +
                                        interpreter_.type_name(value));
  result.kind = value.as<script::List>() ? ValueKind::List : ValueKind::Tuple;
  for (const Value& item : *items) result.items.push_back(convert(item));
  return result;
}

CallValue InlineCall::convert_tensor(const Value& value) {
  TensorView view = tensor_view(value);
  CallValue result;
  result.kind = ValueKind::Tensor;
  result.tensor.dtype = to_scalar_type(view.dtype);
  if (kernels::cuda::element_bytes(result.tensor.dtype) == 0)
    interpreter_.unsupported("a tensor of this type as an argument of a CUDA extension");
  result.tensor.sizes = view.shape;
  result.tensor.strides = view.strides;
  result.tensor.offset = static_cast<int64_t>(view.byte_offset / size_of(view.dtype));
  auto known = std::find(regions_.begin(), regions_.end(), view.region);
  result.tensor.storage = static_cast<uint32_t>(known - regions_.begin());
  if (known == regions_.end()) {
    const Region& region = *view.region;
    unwritten_.push_back(unwritten_map(region));
    call_.storages.push_back({.is_cuda = !view.is_on_host,
                              .is_read_only = region.is_read_only,
                              .bytes = {reinterpret_cast<const char*>(region.base), region.bytes},
                              .unwritten = {}});
    regions_.push_back(view.region);
    tensors_.push_back(value);
  }
  return result;
}

Value InlineCall::finish(const kernels::cuda::CallResult& result) {
  for (const kernels::cuda::ReturnedStorage& returned : result.storages) {
    if (returned.storage >= regions_.size()) continue;
    Region& region = *regions_[returned.storage];
    if (region.is_read_only || returned.bytes.size() != region.bytes) continue;
    std::memcpy(region.base, returned.bytes.data(), region.bytes);
    note_written(region, returned.unwritten, returned.origins, holds_host_work(region));
  }
  return result_of(result.value);
}

Value InlineCall::result_of(const ResultValue& value) {
  switch (value.kind) {
    case ValueKind::None:
      return {};
    case ValueKind::Bool:
      return value.integer != 0;
    case ValueKind::Integer:
      return value.integer;
    case ValueKind::Floating:
      return value.floating;
    case ValueKind::Text:
      return script::make_string(value.text);
    case ValueKind::Tensor:
      return tensor_of(value.tensor);
    case ValueKind::List:
    case ValueKind::Tuple:
      break;
  }
  std::vector<Value> items;
  for (const ResultValue& item : value.items) items.push_back(result_of(item));
  return value.kind == ValueKind::List ? script::make_list(std::move(items)) : script::make_tuple(std::move(items));
}

Value InlineCall::tensor_of(const kernels::cuda::ResultTensor& tensor) {
  auto dtype = to_dtype(static_cast<int8_t>(tensor.dtype));
  if (!dtype) interpreter_.unsupported("a tensor of this type as a result of a CUDA extension");
  auto argument = static_cast<size_t>(tensor.argument);
  if (tensor.argument >= 0 && argument < tensors_.size()) {
    // Memory of an argument: that tensor, or another view of it.
    Value base = tensors_[argument];
    TensorView view = tensor_view(base);
    auto offset = static_cast<int64_t>(view.byte_offset / size_of(view.dtype));
    if (view.dtype == *dtype) {
      if (view.shape == tensor.sizes && view.strides == tensor.strides && offset == tensor.offset) return base;
      auto list = [](const std::vector<int64_t>& values) {
        std::vector<Value> items(values.begin(), values.end());
        return script::make_tuple(std::move(items));
      };
      return interpreter_.call_value(interpreter_.get_attribute(base, "as_strided"),
                                     {{list(tensor.sizes), list(tensor.strides), tensor.offset}, {}, {}});
    }
  }
  HostTensor host{*dtype, tensor.sizes, {}};
  host.data.resize(tensor.data.size());
  if (!tensor.data.empty()) std::memcpy(host.data.data(), tensor.data.data(), tensor.data.size());
  interpreter_.check_memory(static_cast<int64_t>(tensor.data.size()));
  Value made = from_host(interpreter_, host, tensor.is_cuda ? "cuda" : "cpu");
  note_written(*tensor_view(made).region, tensor.unwritten, tensor.origins, false);
  return made;
}

}  // namespace tilewright::library
