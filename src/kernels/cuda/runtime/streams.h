// Streams and events: work runs at once, in the order in which the host issues it; what that order does not
// promise is checked. Each stream has a clock (up to which segment it knows the others' work); work that
// touches what unordered work in another stream touched is a race.
#pragma once

#include <functional>

#include "kernels/cuda/runtime/machine.h"

namespace tilewright::kernels::cuda {

// Before and after a kernel or an asynchronous copy in a stream: finds which earlier work happened before it.
void begin_device_work(cudaStream_t stream);
void end_device_work(cudaStream_t stream);
// The stream learns what work issued to it now comes after.
void enter_stream(cudaStream_t stream);
// A stream that no program sees, for a node of a graph.
cudaStream_t hidden_stream();
// What is issued to `later` from now on comes after all that `earlier` holds.
void order_after(cudaStream_t later, cudaStream_t earlier);
// Calls a function of the host as work of the stream.
void call_host(cudaStream_t stream, const std::function<void()>& function);
// Segments below happened before the running work, whatever stream they were in.
uint32_t ordered_segments();
// An earlier launch or copy, by one of its segments, happened before the running work (of the host, outside
// of work).
bool is_work_ordered(uint32_t segment);
// The host waited for one stream (the default stream waits for all that do not opt out), or for everything.
void synchronise_host(cudaStream_t stream);
void synchronise_host_with_all();
bool is_stream(cudaStream_t stream);
// In which work has run.
uint32_t streams_in_use();

}  // namespace tilewright::kernels::cuda
