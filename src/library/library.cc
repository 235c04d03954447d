// The room's C++ interface: tensors and modules for rooms that never see torch.
#include "library/library.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/clone.h>
#include <ATen/ops/empty.h>
#include <fmt/format.h>

#include <algorithm>
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
#include "script/set.h"

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

// A module's state from its dictionaries alone: nothing that the script may have redefined runs.
class StateWalk {
 public:
  StateWalk(Interpreter& interpreter, std::vector<StateEntry>& entries)
      : interpreter_(interpreter), entries_(entries) {}

  void add(const Value& module, const std::string& prefix, size_t depth) {
    constexpr size_t kMostDepth = 200;
    auto* instance = module.as<script::Instance>();
    if (instance == nullptr || depth > kMostDepth) refuse();
    for_each(*instance, "_parameters",
             [&](const std::string& name, const Value& value) { add_tensor(prefix + name, value, true); });
    for_each(*instance, "_buffers", [&](const std::string& name, const Value& value) {
      if (!is_transient(*instance, name)) add_tensor(prefix + name, value, false);
    });
    for_each(*instance, "_modules", [&](const std::string& name, const Value& value) {
      add(value, prefix + name + ".", depth + 1);
    });
  }

 private:
  [[noreturn]] void refuse() {  // a class that is no Module, or one that redefines its state
    interpreter_.raise("TypeError", "the module's state is no list of named tensors");
  }

  template <class Body>
  void for_each(const script::Instance& instance, std::string_view dictionary, const Body& body) {
    std::optional<Value> found = instance.attributes->find(dictionary);
    auto* items = found ? found->as<script::Dict>() : nullptr;
    if (items == nullptr) refuse();
    interpreter_.spend(1 + items->size());
    for (const auto& [key, value] : items->entries()) {
      const std::string* name = script::as_string(key);
      if (name == nullptr) refuse();
      if (!value.is_none()) body(*name, value);
    }
  }

  void add_tensor(std::string key, const Value& value, bool is_parameter) {
    if (!is_tensor(value)) refuse();
    entries_.push_back({std::move(key), value, is_parameter});
  }

  // By text: keys with an __eq__ of their own are not asked.
  static bool is_transient(const script::Instance& instance, std::string_view name) {
    std::optional<Value> found = instance.attributes->find("_transient");
    auto* names = found ? found->as<script::Set>() : nullptr;
    if (names == nullptr) return false;
    std::vector<Value> items = names->items();
    return std::any_of(items.begin(), items.end(), [&](const Value& item) {
      const std::string* text = script::as_string(item);
      return text != nullptr && *text == name;
    });
  }

  Interpreter& interpreter_;
  std::vector<StateEntry>& entries_;
};

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
  TW_CHECK(host.data.empty() || tensor.nbytes() == host.data.size(), "host tensor of {} bytes, expected {}",
           host.data.size(), tensor.nbytes());
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
  StateWalk(interpreter, entries).add(module, "", 0);
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
