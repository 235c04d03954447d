// CUDA sources -> programs and images by nvcc, kept by the hash of all that decides them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "kernels/cuda/explain.h"

namespace tilewright::kernels::cuda::gpu {

struct NvccRequest {
  std::string name;  // of the file, as diagnostics should have it
  std::string text;
  std::string prelude;  // lines before the text that no place counts
  std::string key;  // what else decides the result: texts of included files
  std::vector<std::filesystem::path> include_folders;
  std::vector<std::string> flags;
  bool is_image = false;  // a shared object for the worker, else a program with main
};

struct GpuBuild {
  std::filesystem::path file;               // empty: refused
  std::vector<ResolvedDiagnostic> refused;  // CompileError, with places
  bool was_cached = false;
  double milliseconds = 0;
};

class Nvcc {
 public:
  // `architecture`: "sm_90a".
  Nvcc(std::filesystem::path nvcc, std::filesystem::path cache_folder, std::string architecture)
      : nvcc_(std::move(nvcc)), cache_folder_(std::move(cache_folder)), architecture_(std::move(architecture)) {}
  // A diagnostic only where our own work failed (files, processes).
  Result<GpuBuild> build(const NvccRequest& request) const;

 private:
  std::filesystem::path nvcc_, cache_folder_;
  std::string architecture_;
};

// The errors in what nvcc, the host's compiler and ptxas printed.
std::vector<ResolvedDiagnostic> read_nvcc_errors(std::string_view text, const SourceTexts& sources);

}  // namespace tilewright::kernels::cuda::gpu
