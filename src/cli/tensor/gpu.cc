#include "cli/tensor/gpu.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>

#include "cli/parse_options.h"
#include "judge/candidate.h"

namespace tilewright::cli {
namespace {

namespace fs = std::filesystem;

// pip lays NVIDIA's libraries and headers beside torch: site-packages/torch/lib, site-packages/nvidia/cu13.
std::vector<fs::path> folders_beside_torch() {
  std::vector<fs::path> folders;
  Dl_info about;
  void* torch = ::dlsym(RTLD_DEFAULT, "_ZN2at15get_num_threadsEv");
  if (torch == nullptr || ::dladdr(torch, &about) == 0 || about.dli_fname == nullptr) return folders;
  std::error_code error;
  fs::path packages = fs::canonical(about.dli_fname, error).parent_path().parent_path().parent_path();
  for (const char* name : {"nvidia/cu13", "nvidia/cu12", "nvidia/cuda_nvrtc", "nvidia/cuda_runtime"}) {
    if (fs::is_directory(packages / name, error)) folders.push_back(packages / name);
  }
  return folders;
}

std::string time_text(const judge::MeasuredTime& time) {
  std::string text = fmt::format("{:.4g} us (10th to 90th percentile {:.4g} to {:.4g}, {} repetitions", time.median,
                                 time.low, time.high, time.repetitions);
  if (time.clock_megahertz > 0) text += fmt::format(", {} MHz", time.clock_megahertz);
  return text + ")";
}

}  // namespace

std::optional<int> check_gpu_choice(const GpuChoice& choice) {
  if (choice.on != "cpu" && choice.on != "gpu")
    return report_mistake({DiagnosticKind::BadOption, fmt::format("--on is cpu or gpu, not '{}'", choice.on), {}, {}});
  if (!choice.sanitize.empty() && choice.sanitize != "gpu")
    return report_mistake(
        {DiagnosticKind::BadOption, fmt::format("--sanitize is gpu, not '{}'", choice.sanitize), {}, {}});
  if (!choice.compiler.empty() && choice.compiler != "nvcc" && choice.compiler != "nvrtc")
    return report_mistake({DiagnosticKind::BadOption,
                           fmt::format("--gpu-compiler is nvcc or nvrtc, not '{}'", choice.compiler),
                           {},
                           {}});
  return std::nullopt;
}

kernels::cuda::gpu::GpuOptions gpu_options(const GpuChoice& choice, const fs::path& cache_folder) {
  using kernels::cuda::gpu::Builder;
  kernels::cuda::gpu::GpuOptions options;
  if (!choice.compiler.empty()) options.builder = choice.compiler == "nvcc" ? Builder::Nvcc : Builder::Nvrtc;
  options.cache_folder = cache_folder;
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* value = std::getenv(name); value != nullptr) options.toolkit_roots.emplace_back(value);
  }
  for (fs::path& folder : folders_beside_torch()) options.toolkit_roots.push_back(std::move(folder));
  return options;
}

std::vector<judge::SanitizerTool> sanitizer_tools(std::vector<kernels::cuda::gpu::SanitizeRun> runs) {
  std::vector<judge::SanitizerTool> tools;
  for (kernels::cuda::gpu::SanitizeRun& run : runs)
    tools.push_back({std::move(run.tool), run.count, std::move(run.findings), std::move(run.failure)});
  return tools;
}

judge::Status status_of_kind(const std::string& kind) {
  for (int i = 0;; ++i) {
    auto candidate = static_cast<DiagnosticKind>(i);
    if (spelling(candidate) == kind) return judge::status_of(candidate);
    if (candidate == DiagnosticKind::WorkerCrash) return judge::Status::Unsupported;
  }
}

std::string gpu_text(const judge::GpuRecord& record) {
  const char* outcome = "differs";
  if (record.agrees) outcome = "agrees";
  if (!record.agrees && record.faults.empty()) outcome = "not compared";
  if (!record.faults.empty() && record.faults[0].kind == spelling(DiagnosticKind::Unsupported)) outcome = "not run";
  std::string text =
      fmt::format("  gpu: {}, driver {}, {}: {}\n", record.device, record.driver, record.builder, outcome);
  for (const ResolvedDiagnostic& fault : record.faults) text += render(fault);
  if (record.time) text += fmt::format("  time: measured {}\n", time_text(*record.time));
  if (record.baseline_time) {
    text += fmt::format("  {}: measured {}", record.baseline, time_text(*record.baseline_time));
    if (record.time && record.time->median > 0)
      text += fmt::format(", {:.3g}x", record.baseline_time->median / record.time->median);
    text += '\n';
  }
  for (const judge::SanitizerTool& tool : record.sanitizer) {
    text += tool.failure.empty() ? fmt::format("  compute-sanitizer {}: {} errors\n", tool.tool, tool.count)
                                 : fmt::format("  compute-sanitizer {}: {}\n", tool.tool, tool.failure);
    for (const ResolvedDiagnostic& finding : tool.findings) text += render(finding);
  }
  return text;
}

}  // namespace tilewright::cli
