// What `run` and `check` share about GPUs: which to ask, where its software may be, how its answer is printed.
#pragma once

#include <optional>
#include <string>

#include "judge/verdict.h"
#include "kernels/cuda/gpu/gpu.h"

namespace tilewright::cli {

// The options --on, --sanitize and --gpu-compiler.
struct GpuChoice {
  std::string on = "cpu", sanitize, compiler;
  bool uses_gpu() const { return on == "gpu" || sanitize == "gpu"; }
};
// The exit code of a mistake in them.
std::optional<int> check_gpu_choice(const GpuChoice& choice);

// Toolkits that CUDA_HOME, CUDA_PATH and the pip packages that came with torch offer.
kernels::cuda::gpu::GpuOptions gpu_options(const GpuChoice& choice, const std::filesystem::path& cache_folder);

std::vector<judge::SanitizerTool> sanitizer_tools(std::vector<kernels::cuda::gpu::SanitizeRun> runs);
// The status that a diagnostic's kind, by its spelling, stands for.
judge::Status status_of_kind(const std::string& kind);
// Lines for a person: the device, whether it agrees, times, what compute-sanitizer's tools found.
std::string gpu_text(const judge::GpuRecord& record);

}  // namespace tilewright::cli
