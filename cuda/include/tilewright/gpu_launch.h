// The host's half of a program for a real GPU where there is no nvcc: a kernel's function hands its arguments to the
// driver instead of running its body. Used by what the rewriter makes of __global__ functions for a GPU, and by the worker.
#pragma once

#include "abi.h"

#ifdef __cplusplus
// Takes the waiting configuration and launches the device's kernel of the function that calls this; `arguments` are the
// addresses of its parameters in order.
extern "C" void tw_gpu_launch(void** arguments);

// The worker's exit code when the program needs what is not supported.
inline constexpr int kUnsupportedExit = 97;

// A kernel's function on the host; its section tells it apart.
#define TILEWRIGHT_GPU_KERNEL __attribute__((noinline, section("tilewright_kernels")))

namespace tilewright {

template <class... Arguments>
inline __attribute__((always_inline)) void launch_on_gpu(const Arguments&... arguments) {
  // One more than there are, for none is no array.
  void* addresses[] = {(void*)&arguments..., nullptr};
  tw_gpu_launch(addresses);
}

}  // namespace tilewright
#endif
