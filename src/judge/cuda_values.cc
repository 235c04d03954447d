#include "judge/cuda_values.h"

#include <fmt/format.h>

#include <cstring>

#include "kernels/cuda/element_types.h"

namespace tilewright::judge {
namespace {

using kernels::cuda::Call;
using kernels::cuda::CallValue;
using kernels::cuda::ResultValue;
using kernels::cuda::ValueKind;

Result<CallValue> add_tensor(Call& call, const library::HostTensor& tensor) {
  std::optional<int32_t> number = kernels::cuda::number_of(tensor.dtype);
  if (!number)
    return fail(DiagnosticKind::Unsupported,
                fmt::format("a tensor of {} as argument of a CUDA candidate", torch_name(tensor.dtype)));
  CallValue value;
  value.kind = ValueKind::Tensor;
  value.tensor.storage = static_cast<uint32_t>(call.storages.size());
  value.tensor.dtype = *number;
  value.tensor.sizes = tensor.shape;
  value.tensor.strides.resize(tensor.shape.size());
  int64_t step = 1;
  for (size_t i = tensor.shape.size(); i-- > 0;) {
    value.tensor.strides[i] = step;
    step *= std::max<int64_t>(tensor.shape[i], 1);
  }
  std::string_view bytes(reinterpret_cast<const char*>(tensor.data.data()), tensor.data.size());
  kernels::cuda::CallStorage storage{.is_cuda = true, .is_read_only = true, .bytes = bytes, .unwritten = {}};
  if (bytes.empty()) {
    // Of the run that is timed the oracle keeps shapes alone.
    storage.blank_bytes = static_cast<uint64_t>(std::max<int64_t>(kernels::cuda::elements(tensor.shape), 0)) *
                          kernels::cuda::element_bytes(*number);
  }
  call.storages.push_back(std::move(storage));
  return value;
}

Result<CallValue> add_value(Call& call, const HostValue& value) {
  CallValue result;
  result.integer = value.integer;
  result.floating = value.floating;
  result.text = value.text;
  switch (value.kind) {
    case HostValue::Kind::None:
      return result;
    case HostValue::Kind::Bool:
      result.kind = ValueKind::Bool;
      return result;
    case HostValue::Kind::Int:
      result.kind = ValueKind::Integer;
      return result;
    case HostValue::Kind::Float:
      result.kind = ValueKind::Floating;
      return result;
    case HostValue::Kind::String:
      result.kind = ValueKind::Text;
      return result;
    case HostValue::Kind::Tensor:
      return add_tensor(call, value.tensor);
    case HostValue::Kind::List:
    case HostValue::Kind::Tuple:
      break;
  }
  result.kind = value.kind == HostValue::Kind::List ? ValueKind::List : ValueKind::Tuple;
  for (const HostValue& item : value.items) {
    Result<CallValue> added = add_value(call, item);
    if (!added) return added;
    result.items.push_back(std::move(*added));
  }
  return result;
}

void flatten(const ResultValue& value, CudaOutputs& outputs) {
  if (value.kind == ValueKind::Tensor) {
    outputs.tensors.push_back(&value.tensor);
    std::optional<DType> dtype = kernels::cuda::dtype_of(value.tensor.dtype);
    outputs.has_unknown_type |= !dtype;
    outputs.forms.push_back({dtype.value_or(DType::Float32), value.tensor.sizes});
  }
  for (const ResultValue& item : value.items) flatten(item, outputs);
}

}  // namespace

Result<Call> call_of(const Variant& variant, const Trial& trial) {
  Call call;
  call.function = "forward";
  for (const HostValue& input : trial.inputs) {
    Result<CallValue> value = add_value(call, input);
    if (!value) return fail(value.error());
    call.arguments.push_back(std::move(*value));
  }
  for (const library::HostTensor& tensor : variant.state) {
    Result<CallValue> value = add_tensor(call, tensor);
    if (!value) return fail(value.error());
    call.arguments.push_back(std::move(*value));
  }
  call.names.resize(call.arguments.size());
  return call;
}

CudaOutputs outputs_of(const ResultValue& value) {
  CudaOutputs outputs;
  outputs.is_single = value.kind == ValueKind::Tensor;
  flatten(value, outputs);
  return outputs;
}

library::HostTensor host_tensor(const kernels::cuda::ResultTensor& tensor, const OutputForm& form) {
  library::HostTensor host{form.dtype, form.shape, {}};
  host.data.resize(tensor.data.size());
  if (!tensor.data.empty()) std::memcpy(host.data.data(), tensor.data.data(), tensor.data.size());
  return host;
}

}  // namespace tilewright::judge
