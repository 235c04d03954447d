// The room's C++ interface: tensors and modules for rooms that never see torch.
#include "library/library.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/clone.h>
#include <ATen/ops/empty.h>
#include <fmt/format.h>

#include <cstring>

#include "base/check.h"
#include "library/call_operator.h"
#include "library/context.h"
#include "library/inline_cuda.h"
#include "library/known_names.h"
#include "library/memory_limit.h"
#include "library/recorder.h"
#include "library/tensor_object.h"
#include "library/torch_module.h"
#include "library/twister.h"
#include "library/unwritten.h"
#include "script/known_names.h"

namespace tilewright::library {

using script::CallArguments;
using script::Interpreter;
using script::Value;

namespace {

TensorObject& tensor_of(const Value& value) {
  auto* tensor = value.as<TensorObject>();
  TW_CHECK(tensor != nullptr, "the value is no tensor");
  return *tensor;
}

Device device_named(std::string_view name) {
  return name.starts_with("cuda") ? Device{Device::Type::Cuda, 0} : Device{};
}

}  // namespace

void install(Interpreter& interpreter, LibrarySession& session) {
  install_memory_limit();
  interpreter.extension("torch") = std::make_shared<Context>(interpreter, session);
  add_torch_modules(interpreter);
  install_twister(interpreter);
  script::set_known_names(interpreter, is_name_of_package);
  add_cpp_extension(interpreter);
}

bool is_tensor(const Value& value) { return value.as<TensorObject>() != nullptr; }

kernels::memory::TensorView tensor_view(const Value& tensor) { return tensor_of(tensor).device_view(); }

HostTensor to_host(const Value& value) {
  const at::Tensor& tensor = tensor_of(value).tensor();
  HostTensor host;
  auto dtype = to_dtype(static_cast<int8_t>(tensor.scalar_type()));
  if (!dtype) throw script::AbortRun{unsupported_dtype()};
  host.dtype = *dtype;
  host.shape = tensor.sizes().vec();
  at::Tensor dense = tensor.contiguous();
  const auto* bytes = static_cast<const std::byte*>(dense.const_data_ptr());
  host.data.assign(bytes, bytes + dense.nbytes());
  return host;
}

Value from_host(Interpreter& interpreter, const HostTensor& host, std::string_view device) {
  at::Tensor tensor;
  translate_errors(interpreter, [&] {
    tensor = at::empty(host.shape, static_cast<c10::ScalarType>(to_scalar_type(host.dtype)));
    if (host.data.empty() && !is_float(host.dtype)) tensor.zero_();
  });
  TW_CHECK(host.data.empty() || tensor.nbytes() == host.data.size(), "host tensor of {} bytes, expected {}", host.data.size(),
           tensor.nbytes());
  if (!host.data.empty()) std::memcpy(tensor.mutable_data_ptr(), host.data.data(), host.data.size());
  return wrap_tensor(context_of(interpreter), tensor, {}, device_named(device));
}

Value clone_tensor(Interpreter& interpreter, const Value& value, std::optional<DType> float_dtype,
                   std::string_view device) {
  const TensorObject& source = tensor_of(value);
  at::Tensor copy;
  translate_errors(interpreter, [&] {
    bool casts = float_dtype && source.tensor().is_floating_point();
    copy = casts ? source.tensor().to(static_cast<c10::ScalarType>(to_scalar_type(*float_dtype)), false, true)
                 : at::clone(source.tensor());
  });
  auto made = wrap_tensor(context_of(interpreter), copy, {}, device_named(device));
  made->role = source.role;
  made->set_requires_grad(context_of(interpreter), source.requires_grad());
  return made;
}

uint64_t uninitialised_bytes(const Value& tensor) { return unwritten_bytes(tensor_of(tensor)); }
Diagnostic describe_unwritten(const Value& tensor, std::string_view name) {
  const TensorObject& object = tensor_of(tensor);
  UnwrittenSummary summary = summarise_unwritten(object);
  return {DiagnosticKind::UninitialisedRead,
          fmt::format("{} of {} elements of {} were never written, the first at {}", summary.count,
                      object.tensor().numel(), name, summary.first),
          {},
          std::move(summary.notes)};
}
uint64_t bytes_of_kernels(const Value& tensor) {
  const TensorObject& object = tensor_of(tensor);
  const kernels::memory::Region& region = *object.storage->region;
  return region.kernel_bytes + (region.work.is_stored ? worked_bytes(object) : 0);
}

void set_read_only(const Value& tensor, bool is_read_only) {
  tensor_of(tensor).storage->region->is_read_only = is_read_only;
}

std::vector<StateEntry> state_dict(Interpreter& interpreter, const Value& module) {
  std::vector<StateEntry> entries;
  Value listed = interpreter.call_value(interpreter.get_attribute(module, "_state_entries"), {});
  for (const Value& item : interpreter.to_vector(listed)) {
    auto parts = interpreter.to_vector(item);
    const std::string* key = parts.size() == 3 ? script::as_string(parts[0]) : nullptr;
    if (key == nullptr ||
        !is_tensor(parts[1])) {  // a class that is no Module, or one that redefines its state
      interpreter.raise("TypeError", "the module's state is no list of named tensors");
    }
    entries.push_back({*key, parts[1], interpreter.truthy(parts[2])});
  }
  return entries;
}

void copy_state(Interpreter& interpreter, const std::vector<StateEntry>& from, const Value& module) {
  std::vector<StateEntry> into = state_dict(interpreter, module);
  if (into.size() != from.size()) {
    interpreter.raise("RuntimeError", "the module has " + std::to_string(into.size()) +
                                          " parameters and buffers, expected " + std::to_string(from.size()));
  }
  for (size_t i = 0; i < from.size(); ++i) {
    TensorObject& target = tensor_of(into[i].tensor);
    const TensorObject& source = tensor_of(from[i].tensor);
    if (target.tensor().sizes() != source.tensor().sizes()) {
      interpreter.raise("RuntimeError",
                        "'" + into[i].key + "' has shape " +
                            interpreter.repr(interpreter.get_attribute(into[i].tensor, "shape")) +
                            ", expected that of '" + from[i].key + "', " +
                            interpreter.repr(interpreter.get_attribute(from[i].tensor, "shape")));
    }
    translate_errors(interpreter, [&] { target.tensor().copy_(source.tensor()); });
    mark_written(target);
  }
}

void cast_module(Interpreter& interpreter, const Value& module, DType dtype) {
  CallArguments arguments;
  arguments.positional.push_back(dtype_object(interpreter, to_scalar_type(dtype)));
  interpreter.call_value(interpreter.get_attribute(module, "to"), std::move(arguments));
}

Result<graph::Graph> record(Interpreter& interpreter, const RecordingInputs& inputs,
                            const std::function<Value()>& body) {
  Recorder recorder(context_of(interpreter), inputs);
  Value result;
  auto run = interpreter.guard([&] { return result = body(); });
  if (!run) return fail(run.error());
  return recorder.finish(result);
}

}  // namespace tilewright::library
