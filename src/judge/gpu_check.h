// The GPU's half of a check: a CUDA candidate's values there against the oracle, and its time by the device's events.
// The candidate runs in a worker that sees neither expected outputs nor tolerances.
#pragma once

#include "judge/gpu_record.h"
#include "judge/oracle.h"
#include "judge/verdict.h"
#include "kernels/cuda/gpu/gpu.h"

namespace tilewright::judge {

struct GpuCheckOptions {
  int repetitions = 50;
  bool sanitizes = false;  // the first trial under compute-sanitizer's tools too
  std::string python;  // of a Python with torch, which the task is timed with; empty: no baseline
  std::filesystem::path scratch_folder;
};

// All trials of the oracle, then the time at its timed sizes. The diagnostic is about us or the task; what is wrong with
// the candidate is in the record's faults.
Result<GpuRecord> check_on_gpu(const Request& request, const Oracle& oracle,
                               kernels::cuda::gpu::GpuMachine& machine, const GpuCheckOptions& options);

// Median, 10th and 90th percentile of `microseconds`, of which there is one at least.
MeasuredTime summarise(std::vector<double> microseconds, int clock_megahertz);

}  // namespace tilewright::judge
