// CUDA C++ on the CPU: a source with its own main is rewritten, compiled with checks on every access, run in
// two orders of threads and blocks, and what went wrong comes back as diagnostics with places in the source.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "base/work_counters.h"
#include "chips/chip.h"
#include "kernels/cuda/compiler.h"
#include "kernels/cuda/runner_process.h"
#include "kernels/cuda/sources.h"

namespace tilewright::kernels::cuda {

// How many times as long as a candidate a user's own program may take.
inline constexpr int kOwnProgramFactor = 10;

struct CudaOptions {
  std::filesystem::path cache_folder;    // of images; required
  std::filesystem::path include_folder;  // cuda/include; empty: found among the data files
  std::filesystem::path runner;          // empty: beside the program
  bool reads_cache = true;
  bool both_orders = true;
  bool counts_traffic = false;        // bytes, sectors, conflicts, registers (by nvcc, where installed)
  bool checks_locals = true;          // a second image where locals without a value may matter
  uint64_t fuel = RunRequest().fuel;  // steps of a run (wire.h)
  uint32_t processor_milliseconds = RunRequest().processor_milliseconds;
  chips::Chip chip;  // launch limits
};

struct CudaProgram {
  std::string name, text;
  std::vector<std::string> arguments;                  // of main, after its name
  std::vector<std::filesystem::path> include_folders;  // for #include; the file's own first
  std::vector<ProgramFile> others = {};                      // compiled and linked with it
  bool only_compiles = false;                          // it has no main
  bool may_read_files = false;                         // and drop what it writes to files
};

struct CudaTimes {  // milliseconds
  double rewrite = 0, compile = 0, run = 0, explain = 0;
  bool was_cached = false;
};

// What the schema of all kernel languages has no place for.
struct LaunchDetails {
  uint64_t counted_blocks = 0;                        // 0: traffic was not counted
  uint64_t global_requests = 0, shared_requests = 0;  // accesses of warps
  uint64_t shared_bytes_loaded = 0, shared_bytes_stored = 0;
  uint64_t bank_conflicts = 0;  // wavefronts of shared accesses beyond the first of each
  uint64_t warp_operations = 0;
  uint32_t resident_blocks = 0;  // of this kernel on one multiprocessor; registers count where they are known
};

struct CudaRun {
  std::vector<ResolvedDiagnostic> faults;  // the first decides the verdict
  std::string output;                      // standard output and error of the forward run
  int exit_code = 0;
  bool is_compiled = false;
  std::vector<WorkCounters> launches;  // the first kMaxLaunches of
  uint32_t launch_count = 0;
  std::vector<LaunchDetails> details;  // one a launch
  CudaTimes times;
};

// Keeps the compiler's cache and a runner; not thread-safe.
class CudaMachine {
 public:
  static Result<CudaMachine> create(CudaOptions options);
  // A diagnostic only where our own machinery failed; what is wrong with the program is a fault.
  Result<CudaRun> run(const CudaProgram& program);

 private:
  explicit CudaMachine(CudaOptions options, Compiler compiler)
      : options_(std::move(options)), compiler_(std::move(compiler)), runner_(options_.runner) {}

  CudaOptions options_;
  Compiler compiler_;
  RunnerProcess runner_;
};

}  // namespace tilewright::kernels::cuda
