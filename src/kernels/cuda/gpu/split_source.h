// A CUDA source taken apart into what NVRTC compiles for the GPU and what a C++ compiler compiles for the host, for
// machines without nvcc. Works on tokens; every line keeps its number in both.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace tilewright::kernels::cuda::gpu {

// Includes CUB's host functions, which NVRTC refuses: left out of the device text, for parts of it to take its place.
inline constexpr std::string_view kWholeCub = "cub/cub.cuh";

struct SplitSource {
  std::string device;  // without host functions, host variables and headers that NVRTC has no use for
  std::string host;    // kernels hand their arguments to launch_on_gpu; device functions have no bodies
  bool uses_standard = false;              // the device text mentions std::
  std::vector<std::string> kept_includes;  // <names> that it still includes
  std::vector<Diagnostic> refused;         // Unsupported, with places
};

// `keeps_include`: whether NVRTC finds a header of this name (without its brackets).
SplitSource split_source(std::string_view source, SourceId id,
                         const std::function<bool(std::string_view name)>& keeps_include);

}  // namespace tilewright::kernels::cuda::gpu
