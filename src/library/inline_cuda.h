// torch.utils.cpp_extension: CUDA sources in strings (load_inline) or files (load), compiled and called through the CUDA room.
#pragma once

#include <functional>
#include <vector>

#include "kernels/cuda/room.h"
#include "script/interpreter.h"

namespace tilewright::library {

// What a run's extensions share; in LibrarySession.
struct CudaSession {
  // Where extensions are compiled and run; empty: nowhere, load_inline is unsupported.
  std::function<Result<kernels::cuda::Room*>()> room;
  kernels::cuda::RunSettings settings;
  bool is_reversed = false;      // threads and blocks backwards
  bool skips_kernels = false;    // launches do nothing
  bool keeps_results = false;    // a call with the arguments of an earlier one gets its results; a benchmark calls for long
  std::vector<kernels::cuda::LaunchRecord> launches;
};

void add_cpp_extension(script::Interpreter& interpreter);

}  // namespace tilewright::library
