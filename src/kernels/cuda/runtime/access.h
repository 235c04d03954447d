// Checked accesses for the runner's own operations (copies, matrix fragments).
#pragma once

#include <cstdint>

namespace tilewright::kernels::cuda {

void range_access(bool is_write, uintptr_t address, uint64_t bytes, const void* place);
void atomic_access(int kind, uintptr_t address, uint64_t bytes, const void* place);

}  // namespace tilewright::kernels::cuda
