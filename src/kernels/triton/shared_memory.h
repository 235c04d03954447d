// Shared memory that Triton's compiler cannot do without for a kernel, as far as that is certain: tiles that
// loads and products keep there. What it takes beyond (scratch of reductions and of changes of layout) is
// left out, so a kernel whose bound exceeds a chip's limit cannot be launched there. Modelled on compute
// capability 9.0; docs/chip-model.md.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/triton/program.h"

namespace tilewright::kernels::triton {

struct SharedMemoryQuestion {
  // By parameter: what the compiler knows to divide an integer, or a pointer's address in bytes (1: nothing).
  std::vector<int64_t> divisors;
  int num_warps = 4, num_stages = 3;
};
uint64_t least_shared_bytes(const BlockProgram& program, const SharedMemoryQuestion& question);

}  // namespace tilewright::kernels::triton
