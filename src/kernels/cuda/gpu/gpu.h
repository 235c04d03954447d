// CUDA C++ on a real GPU: the same sources as on the CPU, compiled by nvcc, or by NVRTC and clang where there is no
// nvcc, and run in a process of their own, which a wall clock ends. Without a GPU's driver all of it is Unsupported.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "kernels/cuda/cuda.h"
#include "kernels/cuda/gpu/candidate.h"
#include "kernels/cuda/gpu/driver.h"
#include "kernels/cuda/gpu/toolkit.h"

namespace tilewright::kernels::cuda::gpu {

enum class Builder : uint8_t { Automatic, Nvcc, Nvrtc };  // Automatic: nvcc where there is one

struct GpuOptions {
  std::filesystem::path cache_folder;               // required
  std::vector<std::filesystem::path> toolkit_roots;  // looked in first: CUDA_HOME, pip's nvidia/cu13
  std::filesystem::path worker;                     // empty: tilewright_cuda_gpu beside the program
  Builder builder = Builder::Automatic;
  int milliseconds = 30000;  // of wall clock, for one run
};

// What was built of a program.
struct GpuProgram {
  std::filesystem::path file;                // empty: refused
  std::filesystem::path device_code, names;  // by NVRTC: the worker loads all three
  std::vector<ResolvedDiagnostic> refused;
  bool was_cached = false;
  double milliseconds = 0;
};

struct GpuRun {
  std::vector<ResolvedDiagnostic> faults;  // of compiling and of how the program ended
  std::string output;                      // standard output, then standard error
  int exit_code = 0;
  bool timed_out = false;
  double compile_milliseconds = 0, run_milliseconds = 0;
  bool was_cached = false;
};

struct SanitizeRun {
  std::string tool;
  std::vector<ResolvedDiagnostic> findings;
  uint64_t count = 0;   // as the tool counts
  std::string failure;  // empty: the tool worked
};

class GpuMachine {
 public:
  // Unsupported: no driver, no GPU, or nothing to compile with.
  static Result<GpuMachine> create(GpuOptions options);
  const Device& device() const { return device_; }
  // "nvcc" or "nvrtc": what compiles.
  std::string builder() const;

  // A program with its own main.
  Result<GpuRun> run(const CudaProgram& program);
  // A candidate for `start`: torch::Tensor functions, registered by PYBIND11_MODULE or, if it has none, its forward.
  Result<GpuProgram> build_extension(const CudaProgram& program);
  // In a worker of its own.
  Result<GpuCandidate> start(const GpuProgram& extension) const;
  // One call of an extension's function under each of compute-sanitizer's tools.
  Result<std::vector<SanitizeRun>> sanitize(const CudaProgram& program, const GpuProgram& extension,
                                            const std::string& function, const std::vector<GpuValue>& arguments) const;
  // The program under each of compute-sanitizer's tools. Unsupported: it is not installed, or there is no nvcc.
  Result<std::vector<SanitizeRun>> sanitize(const CudaProgram& program);

 private:
  Result<GpuProgram> build(const CudaProgram& program, bool is_extension) const;
  std::vector<std::string> command_of(const GpuProgram& built, const CudaProgram& program) const;

  GpuOptions options_;
  Device device_;
  Toolkit toolkit_;
};

}  // namespace tilewright::kernels::cuda::gpu
