// Launches: checked, then run, or kept for a graph or for after the kernel that made them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tilewright/abi.h"

namespace tilewright::kernels::cuda {

// What <<<>>> says.
struct PendingLaunch {
  bool is_set = false, is_cooperative = false;
  dim3 grid, block;
  size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
  const void* place = nullptr;
};

struct alignas(64) Aligned {
  char bytes[64];
};

// A launch with its arguments.
struct KernelCall {
  PendingLaunch launch;
  const char* name = nullptr;  // as __PRETTY_FUNCTION__ has it
  void (*body)(void*) = nullptr;
  std::vector<Aligned> closure;  // empty where the launch runs at once
  size_t closure_bytes = 0;
  uint32_t max_threads = 0;
  uintptr_t function = 0;
};

void run_recorded(const KernelCall& call, cudaStream_t stream);
// A kernel by its address (tw_register_kernel) with pointers to its arguments, whose values are kept.
cudaError_t record_call(const void* function, dim3 grid, dim3 block, size_t shared_bytes, void** arguments,
                        const void* place, KernelCall& call);

// Ends the running launch: control returns to where it was made.
[[noreturn]] void leave_launch();

}  // namespace tilewright::kernels::cuda
