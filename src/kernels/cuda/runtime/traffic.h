// What launches move: bytes of global and shared memory, 32-byte sectors and bank conflicts of each warp's
// access. Counted on blocks spread over the grid, in the forward run, and only where somebody asks.
#pragma once

#include "kernels/cuda/runtime/machine.h"

namespace tilewright::kernels::cuda {

void begin_traffic();
// Before a block goes on: counted, or on the hooks' short way.
void choose_counting(const Block& block);
void note_traffic(Access access, uintptr_t address, uint64_t bytes, const void* place);
// Into the launch's record.
void end_traffic();

}  // namespace tilewright::kernels::cuda
