// Checked accesses for the runner's own operations (copies, matrix fragments).
#pragma once

#include <cstdint>

namespace tilewright::kernels::cuda {

// Where the hooks in images go on (cuda/include/tilewright/image.S). The context page is mapped.
void install_hooks();
void range_access(bool is_write, uintptr_t address, uint64_t bytes, const void* place);
void atomic_access(int kind, uintptr_t address, uint64_t bytes, const void* place);

}  // namespace tilewright::kernels::cuda
