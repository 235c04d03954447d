// What the library keeps for one interpreter: its session, memory account, the objects that exist
// once (dtypes, classes) and the recorder while a recording runs.
#pragma once

#include <array>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "kernels/memory/device_use.h"
#include "kernels/memory/measurement.h"
#include "library/library.h"
#include "library/objects.h"

namespace tilewright::library {

class Recorder;
class TensorObject;
struct StorageRecord;

// Bytes of live tensor storage, charged to the interpreter's budget. Storages outlive interpreters
// (results travel to the judge), so they hold the account and the account forgets its budget first.
struct MemoryAccount {
  Budget* budget = nullptr;
  int64_t live_bytes = 0;
  int64_t limit_bytes = 0;
  // Where gradients are computed: the records by c10::StorageImpl, since libtorch keeps tensors that no script
  // value holds and gives them back later.
  std::unordered_map<const void*, std::weak_ptr<StorageRecord>> records;
};

// Shape and c10::ScalarType of a matrix product.
struct ProductResult {
  std::vector<int64_t> shape;
  int8_t dtype;
};

struct Context {
  Context(script::Interpreter& interpreter, LibrarySession& session);
  ~Context();

  script::Interpreter& interpreter;
  LibrarySession& session;
  std::shared_ptr<MemoryAccount> account;
  std::shared_ptr<kernels::memory::Measurement> measurement;
  std::shared_ptr<kernels::memory::DeviceUse> device_use;
  std::unordered_map<std::string, ProductResult> products;  // computed so far (measured_operations.h)
  Recorder* recorder = nullptr;  // of the recording in progress
  Device default_device;
  int8_t default_dtype;  // c10::ScalarType
  std::array<script::Ref<DTypeObject>, 64> dtypes;
  script::Ref<script::Class> tensor_class, parameter_class, buffer_class, size_class, dtype_class,
      device_class, generator_class;
  // Sources of the library's own Python: their places are never shown to users.
  std::unordered_set<uint32_t> prelude_sources;
  // The user's expression that entered the library's Python last; empty outside.
  Span entry_span;
  bool is_grad_enabled = true;
  uint64_t noise_seed = 0;  // of operations' rounding noise (rounding_noise.h); 0: there is none
  // What a Python function called from libtorch's backward pass threw.
  std::exception_ptr gradient_failure;

  bool is_prelude(Span span) const { return span && prelude_sources.contains(span.source.index); }
  // Where the user's program is: the current place, or the call that led into the library's Python.
  Span user_span() const;
};

// The interpreter's context; install() made it.
Context& context_of(script::Interpreter& interpreter);

}  // namespace tilewright::library
