// Extensions: CUDA files without a main whose functions take and return tensors (cuda/extension). Compiled once, called many
// times, each run in a process of its own that holds nothing but the arguments.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "base/work_counters.h"
#include "kernels/cuda/calls.h"
#include "kernels/cuda/compiler.h"
#include "kernels/cuda/cuda.h"
#include "kernels/cuda/explain.h"
#include "kernels/cuda/runner_process.h"

namespace tilewright::kernels::cuda {

struct ExtensionSource {
  std::string name, text;
  // Functions to offer beside those that the file registers itself (PYBIND11_MODULE, TORCH_LIBRARY).
  std::vector<std::string> functions;
  std::vector<std::filesystem::path> include_folders;
};

struct RunSettings {
  Limits limits;
  uint64_t fuel = RunRequest().fuel;  // of each run
  uint32_t counts = 0;                // traffic of the first call's launches
};

struct Extension {
  uint64_t id = 0;  // in the room's process (room.h)
  std::vector<ResolvedDiagnostic> refused;  // by the rewriter or the compiler; then there is no image
  std::filesystem::path image;
  std::string image_bytes;
  SourceTexts texts;
  ResolvedDiagnostic local_warning;  // of the compiler, about a local that may have no value; no kind: none
  CompileRequest request;
  CudaTimes times;
};

// What one run did, call by call.
struct CallRun {
  std::vector<ResolvedDiagnostic> faults;
  uint32_t fault_call = 0;  // of the first
  std::vector<CallResult> results;  // of the calls that ended; fewer than were asked for after a fault
  std::vector<LaunchRecord> launches;
  bool has_suspicious_bytes = false;
  std::string output;
};

// Keeps a compiler's cache and a warm runner; not thread-safe.
class ExtensionMachine {
 public:
  static Result<ExtensionMachine> create(CudaOptions options);
  Result<Extension> compile(const ExtensionSource& source);
  // The same source with other values in locals that nothing wrote.
  Result<Extension> compile_with_zeros(const Extension& extension);
  // One result for each plan, whose calls are those of `calls`.
  Result<std::vector<CallRun>> run(const Extension& extension, const std::vector<Call>& calls,
                                   const std::vector<RunPlan>& plans, const RunSettings& settings);

 private:
  ExtensionMachine(CudaOptions options, Compiler compiler)
      : options_(std::move(options)), compiler_(std::move(compiler)), runner_(options_.runner) {}
  Result<void> load(Extension& extension);

  CudaOptions options_;
  Compiler compiler_;
  RunnerProcess runner_;
};

// Does the text define a function of this name outside classes and other functions' calls? By its tokens.
bool mentions_function(std::string_view text, std::string_view name);

}  // namespace tilewright::kernels::cuda
