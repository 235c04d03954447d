// kernel<<<grid, block, bytes, stream>>>(arguments): checks, the run, what is left afterwards.
#pragma once

#include "kernels/cuda/runtime/machine.h"

namespace tilewright::kernels::cuda {

// Leaves the running launch; called on any stack.
[[noreturn]] void leave_launch();

}  // namespace tilewright::kernels::cuda
