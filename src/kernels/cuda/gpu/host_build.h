// A program for the GPU on a machine without nvcc: the host's half by clang and the headers of cuda/include, the device's
// half by NVRTC. The worker (worker/) loads both and brings the CUDA runtime's functions, over the driver.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "kernels/cuda/gpu/toolkit.h"

namespace tilewright::kernels::cuda::gpu {

struct HostBuildRequest {
  std::string name;  // of the file, as diagnostics should have it
  std::string text;
  std::filesystem::path cache_folder;
  std::filesystem::path include_folder;  // cuda/include; empty: found among the data files
  std::string architecture;              // "sm_90a"
};

struct HostBuild {
  std::filesystem::path image, device_code, names;  // empty: refused
  std::vector<ResolvedDiagnostic> refused;          // Unsupported or CompileError
  bool was_cached = false;
  double milliseconds = 0;
};

// A diagnostic only where our own work failed or a tool is missing (Unsupported).
Result<HostBuild> build_for_driver(const HostBuildRequest& request, const Toolkit& toolkit);

}  // namespace tilewright::kernels::cuda::gpu
