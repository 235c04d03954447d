// The run that a time is estimated from: a few programs of each launch at the task's own sizes, chosen by a
// secret draw, on values like those of the first trial. What they counted is compared with what the first
// trial says must be done there.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "judge/candidate.h"
#include "judge/oracle.h"
#include "judge/verdict.h"
#include "kernels/memory/rehearsal.h"

namespace tilewright::judge {

// Programs (CUDA: blocks) of each launch that run there; where their work is unequal, more.
inline constexpr uint32_t kSampledPrograms = 3;

// Decides which ones: of the judge's secret seed and the candidate's text, so that a verdict can be made
// again and no candidate can know its own. Never 0.
uint64_t sample_key(const Request& request);

// What the first trial showed of a candidate.
struct FirstTrial {
  kernels::memory::Rehearsal rehearsal;  // of its launches
  std::vector<WorkCounters> launches;
  std::vector<double> read_share;  // of each argument tensor (inputs, then state), by kernels
};
// After the call that `trial.rehearsal` noted.
void note_arguments(const Candidate& candidate, FirstTrial& trial);

struct TimedRun {
  std::optional<Diagnostic> wrong;  // what the candidate does otherwise than in the trials, or is refused
  std::vector<WorkCounters> launches;
  Sampling sampling;
};
TimedRun run_at_task_sizes(const Request& request, const Oracle& oracle,
                           const std::shared_ptr<const chips::Chip>& chip, FirstTrial& trial);

}  // namespace tilewright::judge
