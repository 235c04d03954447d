// CUDA candidates (.cu): compiled once, all trials run in processes that see nothing but the arguments, and what comes back is
// compared here.
#pragma once

#include <string>
#include <string_view>

#include "chips/chip.h"
#include "judge/oracle.h"
#include "judge/verdict.h"
#include "kernels/cuda/room.h"

namespace tilewright::judge {

Verdict run_cuda_trials(const Request& request, const Oracle& oracle, const chips::Chip& chip, kernels::cuda::Room& room);

// Is the candidate CUDA source, not Python?
bool is_cuda_source(const Request& request);
// A trial is run again with kernels that do nothing: whoever is right all the same computes on the host. Outputs that are one value
// all over say nothing.
bool has_constant_outputs(const Trial& trial);
inline constexpr char kRightWithoutKernels[] =
    "the outputs are right without any kernel having run: host code computes them";
// Host code may look at a few values (a count, a flag); more than that, and an eighth of what the inputs hold, is work that a
// kernel should do.
bool is_host_work(uint64_t bytes_to_host, const Trial& trial);
std::string host_work_text(uint64_t bytes_to_host);
// Limits of each run: the chip's, and the request's fuel.
kernels::cuda::RunSettings cuda_settings(const Request& request, const chips::Chip& chip);
// The status that a diagnostic's kind, as it is spelled, stands for.
Status status_of(std::string_view kind);

}  // namespace tilewright::judge
