// CUDA programs of several files, as commands name them.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "kernels/cuda/cuda.h"

namespace tilewright::cli {

// The files that are compiled together are the words up to the first that names no source (.cu, .cpp, .cc, .cxx); the others
// are the program's arguments. `include`: further folders for #include, with a colon between them.
Result<kernels::cuda::CudaProgram> read_cuda_program(const std::vector<std::string>& words, const std::string& include);

}  // namespace tilewright::cli
