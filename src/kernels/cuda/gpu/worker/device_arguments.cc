#include "kernels/cuda/gpu/worker/device_arguments.h"

#include <fmt/format.h>

#include <cstring>


namespace tilewright::kernels::cuda::gpu {
namespace {

struct ScalarType {
  DType dtype;
  int32_t number;  // as c10::ScalarType counts
};
constexpr ScalarType kScalarTypes[] = {
    {DType::UInt8, 0},    {DType::Int8, 1},     {DType::Int16, 2},    {DType::Int32, 3},     {DType::Int64, 4},
    {DType::Float16, 5},  {DType::Float32, 6},  {DType::Float64, 7},  {DType::Bool, 11},     {DType::BFloat16, 15},
    {DType::Float8E5M2, 23}, {DType::Float8E4M3FN, 24}, {DType::UInt16, 27}, {DType::UInt32, 28}, {DType::UInt64, 29}};

int32_t number_of(DType dtype) {
  for (const ScalarType& type : kScalarTypes) {
    if (type.dtype == dtype) return type.number;
  }
  return -1;
}

int64_t elements_of(const std::vector<int64_t>& shape) {
  int64_t count = 1;
  for (int64_t size : shape) count *= size;
  return count;
}

// Floats in -1 to 1, integers and booleans 0: a valid index into anything.
std::string filler(DType dtype, int64_t count) {
  std::string bytes(static_cast<size_t>(count) * size_of(dtype), '\0');
  if (!is_float(dtype)) return bytes;
  // A cheap sequence: what matters is that it is neither constant nor zero, which GPUs run faster on.
  uint64_t state = 0x9e3779b97f4a7c15ull;
  for (int64_t i = 0; i < count; ++i) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    auto value = static_cast<double>(static_cast<int64_t>(state) >> 32) / 2147483648.0;
    char* to = bytes.data() + static_cast<size_t>(i) * size_of(dtype);
    if (dtype == DType::Float32) {
      auto narrow = static_cast<float>(value);
      std::memcpy(to, &narrow, sizeof narrow);
    } else {
      store_from_double(dtype, to, value);
    }
  }
  return bytes;
}

// Row-major copy of a strided view of `storage`.
std::string gathered(const std::string& storage, const TwTensorView& view, size_t element_bytes,
                     const std::vector<int64_t>& shape) {
  int64_t count = elements_of(shape);
  std::string bytes(static_cast<size_t>(count) * element_bytes, '\0');
  std::vector<int64_t> index(shape.size(), 0);
  int64_t at = (static_cast<const char*>(view.data) - static_cast<const char*>(view.storage)) /
               static_cast<int64_t>(element_bytes);
  for (int64_t n = 0; n < count; ++n) {
    size_t from = static_cast<size_t>(at) * element_bytes;
    if (from + element_bytes > storage.size()) break;
    std::memcpy(bytes.data() + static_cast<size_t>(n) * element_bytes, storage.data() + from, element_bytes);
    for (size_t i = shape.size(); i-- > 0;) {
      at += view.strides[i];
      if (++index[i] < shape[i]) break;
      index[i] = 0;
      at -= view.strides[i] * shape[i];
    }
  }
  return bytes;
}

Result<GpuValue> read_tensor(const Driver& driver, const TwTensorView& view) {
  GpuValue value;
  value.kind = GpuValue::Kind::Tensor;
  bool is_known = false;
  for (const ScalarType& type : kScalarTypes) {
    if (type.number != view.dtype) continue;
    value.dtype = type.dtype;
    is_known = true;
  }
  if (!is_known || view.dimensions > TW_MAX_DIMENSIONS)
    return fail(DiagnosticKind::Unsupported, fmt::format("a result of element type {}", view.dtype));
  value.shape.assign(view.sizes, view.sizes + view.dimensions);
  if (elements_of(value.shape) == 0) return value;
  std::string storage(view.storage_bytes, '\0');
  if (view.is_cuda == 0) {
    std::memcpy(storage.data(), view.storage, storage.size());
  } else if (int error = driver.copy_to_host(storage.data(), reinterpret_cast<uint64_t>(view.storage), storage.size());
             error != 0) {
    return fail(DiagnosticKind::RuntimeCall, driver.describe(error));
  }
  value.bytes = gathered(storage, view, size_of(value.dtype), value.shape);
  return value;
}

}  // namespace

DeviceArguments::~DeviceArguments() {
  for (uint64_t address : memory_) driver_.release(address);
}

int DeviceArguments::add(const GpuValue& value) {
  values_.push_back({});
  return fill(value, values_.back());
}

int DeviceArguments::fill(const GpuValue& value, TwValue& to) {
  switch (value.kind) {
    case GpuValue::Kind::None:
      to.kind = TwNone;
      return 0;
    case GpuValue::Kind::Bool:
    case GpuValue::Kind::Int:
      to.kind = value.kind == GpuValue::Kind::Bool ? TwBool : TwInteger;
      to.integer = value.integer;
      return 0;
    case GpuValue::Kind::Float:
      to.kind = TwFloating;
      to.floating = value.floating;
      return 0;
    case GpuValue::Kind::String:
      texts_.push_back(value.text);
      to.kind = TwText;
      to.text = texts_.back().c_str();
      to.count = texts_.back().size();
      return 0;
    case GpuValue::Kind::List: {
      lists_.emplace_back(value.items.size());
      std::vector<TwValue>& items = lists_.back();
      for (size_t i = 0; i < items.size(); ++i) {
        if (int error = fill(value.items[i], items[i]); error != 0) return error;
      }
      to.kind = TwList;
      to.count = items.size();
      to.items = items.data();
      return 0;
    }
    case GpuValue::Kind::Tensor:
      break;
  }
  to.kind = TwTensor;
  TwTensorView& view = to.tensor;
  constexpr int kInvalidValue = 1;
  if (value.shape.size() > TW_MAX_DIMENSIONS || number_of(value.dtype) < 0) return kInvalidValue;
  view.dtype = number_of(value.dtype);
  view.is_cuda = 1;
  view.dimensions = static_cast<int32_t>(value.shape.size());
  int64_t stride = 1;
  for (size_t i = value.shape.size(); i-- > 0;) {
    view.sizes[i] = value.shape[i];
    view.strides[i] = stride;
    stride *= std::max<int64_t>(value.shape[i], 1);
  }
  int64_t count = elements_of(value.shape);
  if (count == 0) return 0;
  std::string made = value.bytes.empty() ? filler(value.dtype, count) : std::string();
  const std::string& bytes = value.bytes.empty() ? made : value.bytes;
  uint64_t address = 0;
  if (int error = driver_.allocate(&address, bytes.size()); error != 0) return error;
  memory_.push_back(address);
  view.data = view.storage = reinterpret_cast<void*>(address);
  view.storage_bytes = bytes.size();
  return driver_.copy_to_device(address, bytes.data(), bytes.size());
}

Result<GpuValue> read_result(const Driver& driver, const TwValue& result) {
  GpuValue value;
  switch (result.kind) {
    case TwNone:
      return value;
    case TwBool:
    case TwInteger:
      value.kind = result.kind == TwBool ? GpuValue::Kind::Bool : GpuValue::Kind::Int;
      value.integer = result.integer;
      return value;
    case TwFloating:
      value.kind = GpuValue::Kind::Float;
      value.floating = result.floating;
      return value;
    case TwText:
      value.kind = GpuValue::Kind::String;
      value.text.assign(result.text, result.count);
      return value;
    case TwTensor:
      return read_tensor(driver, result.tensor);
    default:
      break;
  }
  value.kind = GpuValue::Kind::List;
  for (uint64_t i = 0; i < result.count; ++i) {
    Result<GpuValue> item = read_result(driver, result.items[i]);
    if (!item) return item;
    value.items.push_back(std::move(*item));
  }
  return value;
}

}  // namespace tilewright::kernels::cuda::gpu
