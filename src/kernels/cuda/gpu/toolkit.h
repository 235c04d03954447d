// What of NVIDIA's software is installed here. All of it is found at run time; nothing is linked.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tilewright::kernels::cuda::gpu {

struct Toolkit {
  std::filesystem::path nvcc;                          // empty: none
  std::filesystem::path sanitizer;                     // compute-sanitizer; empty: none
  std::vector<std::filesystem::path> nvrtc;            // libraries to try, in order; the last are bare names
  std::vector<std::filesystem::path> include_folders;  // of CUDA's headers: cuda_fp16.h lies in each
};

// `roots`: toolkits and pip's folders (nvidia/cu13) to look in first, as CUDA_HOME gives them; then the toolkit of
// the nvcc in PATH and /usr/local/cuda.
Toolkit find_toolkit(const std::vector<std::filesystem::path>& roots);

}  // namespace tilewright::kernels::cuda::gpu
