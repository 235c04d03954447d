// The task itself on the GPU, by a real PyTorch in a process of its own: what a candidate's time is compared with.
#pragma once

#include <optional>
#include <string>

#include "judge/gpu_record.h"
#include "judge/oracle.h"
#include "judge/verdict.h"

namespace tilewright::judge {

struct GpuBaseline {
  std::string name;  // "torch 2.11.0+cu130, eager"
  MeasuredTime time;
};

// Measured as candidates are: warm-up, a cold L2 cache before each repetition, events. Empty: this Python has no torch
// that sees a GPU, or the task does not run there.
std::optional<GpuBaseline> measure_baseline(const std::string& python, const std::string& task_source,
                                            const tasks::Sizes& sizes, int repetitions,
                                            const std::filesystem::path& scratch_folder);

}  // namespace tilewright::judge
