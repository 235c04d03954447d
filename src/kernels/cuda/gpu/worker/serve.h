// The worker's loop for one candidate: calls and timings asked for by GpuCandidate.
#pragma once

namespace tilewright::kernels::cuda::gpu {

// Messages on `input` and `output` until end of file; the session's image is loaded. The exit code.
int serve(int input, int output);

}  // namespace tilewright::kernels::cuda::gpu
