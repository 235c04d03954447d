// Graphs: what streams record while they capture, and what nodes do when a graph is launched.
#pragma once

#include <functional>

#include "kernels/cuda/runtime/launch.h"

namespace tilewright::kernels::cuda {

// Work that is issued to the stream belongs to a graph.
bool is_capturing(cudaStream_t stream);
void capture_kernel(KernelCall call);
// Any other work: called at each launch of the graph with the stream to run in. `kind` is a cudaGraphNodeType.
void capture_work(cudaStream_t stream, int kind, std::function<void(cudaStream_t)> work);
// An event that a capturing stream records stands for that stream's place in the graph; a stream that waits for it joins the
// capture. False: neither is part of a capture.
bool capture_event(cudaStream_t stream, cudaEvent_t event);
bool capture_wait(cudaStream_t stream, cudaEvent_t event);
// Calls that would wait for a capturing stream, or order the legacy stream after it, fail; the error, or cudaSuccess.
cudaError_t refuse_while_capturing(const char* function, const void* place);

}  // namespace tilewright::kernels::cuda
