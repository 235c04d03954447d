// What the parts of the runtime API (host_*.cc, arrays.cc, graphs.cc) share.
#pragma once

#include "kernels/cuda/runtime/faults.h"
#include "tilewright/abi.h"

namespace tilewright::kernels::cuda {

// Records a call that fails, at its place, and returns the error.
cudaError_t fail_call(FaultKind kind, cudaError_t error, const void* place, const char* message);

cudaError_t allocate_for(void** pointer, size_t bytes, uint16_t flags, const void* place,
                         const char* function);
cudaError_t release(void* pointer, const void* place, const char* function);

// An asynchronous copy returns before it has ended.
cudaError_t copy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream,
                 bool is_async, const void* place);
cudaError_t set_bytes(void* pointer, int value, size_t bytes, cudaStream_t stream, bool is_async,
                      const void* place);

bool is_device_side(uintptr_t address);

}  // namespace tilewright::kernels::cuda
