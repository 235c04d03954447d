// The torch (and numpy) modules over libtorch for the evaluator. install() registers `torch` and
// its submodules; operators come from the dispatcher's schemas behind the allow-list torch_ops.def.
// No torch header is included here.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "graph/graph.h"
#include "kernels/memory/region.h"
#include "script/interpreter.h"

namespace tilewright::library {

// How host-side tensor operations are treated (the allow-list's column `work`).
enum class OpWork : uint8_t { None, Layout, Create, Compute };

struct HostOperation {
  std::string op;  // "aten::add.Tensor"
  OpWork work;
  Span span;
};

// What torch.cuda says of its one device; the defaults are an H100 SXM's (chips/h100.toml has their sources).
struct DeviceFigures {
  std::string name = "NVIDIA H100 80GB HBM3";
  int major = 9, minor = 0;
  int64_t memory_bytes = 85899345920, l2_bytes = 52428800;
  int multiprocessors = 132, threads_per_multiprocessor = 2048, threads_per_block = 1024;
  int64_t registers_per_multiprocessor = 65536, shared_bytes_per_multiprocessor = 233472;
};

struct LibraryOptions {
  bool record_host_operations =
      true;  // session.host_operations: what the candidate's host code computed itself
  // A tensor is labelled "cuda" by .cuda() / device="cuda" though its memory is the CPU's; new tensors
  // made without a device get this label.
  std::string default_device = "cpu";
  bool cuda_is_available = true;
  // Only shapes matter in this run: random values are not drawn (floats: memory as it comes; integers: zeros).
  bool leaves_random_unset = false;
  // Operations on tensors that require gradients are recorded on libtorch's tape, so that backward() works.
  // Without it requires_grad is a label and backward() is unsupported.
  bool computes_gradients = false;
  // A tensor that no kernel was given may be printed before anything wrote it, as torch lets scripts do.
  bool shows_unwritten = false;
  DeviceFigures device;
};

struct CudaSession;  // inline_cuda.h

// One per interpreter; must outlive it.
struct LibrarySession {
  LibraryOptions options;
  std::vector<HostOperation> host_operations;  // Compute operations only, at most 64 kept
  uint64_t host_compute_count = 0;
  // Of elements that scripts took as numbers (item, tolist, bool, print) and that host code of CUDA extensions read.
  uint64_t bytes_to_host = 0;
  // The same of scripts alone in elements, and of tensors made of Python data (torch.tensor of a list).
  uint64_t elements_to_host = 0, elements_of_host = 0;
  std::shared_ptr<CudaSession> cuda;  // extensions of torch.utils.cpp_extension; null: none so far
};

void install(script::Interpreter& interpreter, LibrarySession& session);

// ---- tensors seen from C++ without torch headers -----------------------------------------
// A dense, contiguous copy of a tensor's elements; `data` empty while elements() > 0: the values do not matter
// (from_host then leaves memory as it comes; integers are zero).
struct HostTensor {
  DType dtype = DType::Float32;
  std::vector<int64_t> shape;
  std::vector<std::byte> data;
  int64_t elements() const {
    int64_t n = 1;
    for (auto d : shape) n *= d;
    return n;
  }
};

bool is_tensor(const script::Value& value);
// These two throw script::AbortRun (Unsupported) for element types that base/dtypes.def lacks (complex).
kernels::memory::TensorView tensor_view(const script::Value& tensor);
HostTensor to_host(const script::Value& tensor);
script::Value from_host(script::Interpreter& interpreter, const HostTensor& tensor,
                        std::string_view device = "cpu");
// A new tensor with a copy of the elements in fresh, fully initialised memory (optionally cast; floats only).
script::Value clone_tensor(script::Interpreter& interpreter, const script::Value& tensor,
                           std::optional<DType> float_dtype = std::nullopt, std::string_view device = "cpu");
// The bytes of `tensor` that nothing has written yet (0 when fully initialised).
uint64_t uninitialised_bytes(const script::Value& tensor);
// "3 of 1000 elements of NAME were never written, the first at [997]", of a tensor that has such.
Diagnostic describe_unwritten(const script::Value& tensor, std::string_view name);
// The bytes of `tensor` that hold what kernels stored, or constants beside such.
uint64_t bytes_of_kernels(const script::Value& tensor);
void set_read_only(const script::Value& tensor, bool is_read_only);

// Seeds the default generator exactly as torch.manual_seed does.
void manual_seed(script::Interpreter& interpreter, uint64_t seed);

// ---- modules -----------------------------------------------------------------------------
// state_dict order; parameters then buffers as torch's state_dict lists them.
struct StateEntry {
  std::string key;
  script::Value tensor;
  bool is_parameter = true;
};
std::vector<StateEntry> state_dict(script::Interpreter& interpreter, const script::Value& module);
// Copies values in state_dict order (keys may differ, shapes must agree); throws PythonError.
void copy_state(script::Interpreter& interpreter, const std::vector<StateEntry>& from,
                const script::Value& module);
// Casts every floating parameter and buffer in place (module.double()).
void cast_module(script::Interpreter& interpreter, const script::Value& module, DType dtype);

// ---- recording ---------------------------------------------------------------------------
// Records the tensor operations that run inside `body`; inputs and state are named values.
struct RecordingInputs {
  std::vector<std::pair<std::string, script::Value>> inputs;
  std::vector<StateEntry> state;
};
// `body` returns forward's result; the graph's outputs are its tensors (tuple and list flattened).
Result<graph::Graph> record(script::Interpreter& interpreter, const RecordingInputs& inputs,
                            const std::function<script::Value()>& body);

}  // namespace tilewright::library
