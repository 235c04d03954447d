#include "kernels/cuda/runtime/streams.h"

#include <algorithm>
#include <vector>

#include "kernels/cuda/runtime/faults.h"
#include "kernels/cuda/runtime/graphs.h"
#include "kernels/cuda/runtime/virtual_clock.h"

namespace tilewright::kernels::cuda {

using Clock = std::vector<uint32_t>;

}  // namespace tilewright::kernels::cuda

struct CUstream_st {
  uint32_t id = 0;
  int priority = 0;
  bool is_blocking = true, is_alive = true, is_used = false;
  tilewright::kernels::cuda::Clock clock;
};

struct CUevent_st {
  bool is_recorded = false, is_alive = true, has_timing = true;
  tilewright::kernels::cuda::Clock clock;
  double milliseconds = 0;
};

extern "C" cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);

namespace tilewright::kernels::cuda {
namespace {

struct Work {
  uint32_t begin, end, stream;
};

std::vector<CUstream_st*> g_streams;
std::vector<CUevent_st*> g_events;
std::vector<Work> g_works;
Clock g_host;
const Clock* g_running = &g_host;
uint32_t g_ordered = 0;
uint32_t g_streams_in_use = 0;

CUstream_st& stream_of(cudaStream_t stream) {
  if (g_streams.empty()) g_streams.push_back(new CUstream_st);
  auto number = reinterpret_cast<uintptr_t>(stream);
  return number <= 2 ? *g_streams[0] : *stream;
}

uint32_t known(const Clock& clock, uint32_t stream) { return stream < clock.size() ? clock[stream] : 0; }

void learn(Clock& clock, uint32_t stream, uint32_t segment) {
  if (clock.size() <= stream) clock.resize(stream + 1, 0);
  clock[stream] = std::max(clock[stream], segment);
}

void join(Clock& clock, const Clock& other) {
  for (uint32_t i = 0; i < other.size(); ++i) learn(clock, i, other[i]);
}

void clear_pending() {
  for (uint32_t index : machine.live_allocations)
    machine.allocations[index].flags &= static_cast<uint16_t>(~kPending);
}

}  // namespace

void enter_stream(cudaStream_t handle) {
  CUstream_st& stream = stream_of(handle);
  // Work is issued after what the host has waited for; the default stream and the others wait for each other.
  join(stream.clock, g_host);
  if (stream.id == 0) {
    for (CUstream_st* other : g_streams) {
      if (other->is_blocking) join(stream.clock, other->clock);
    }
  } else if (stream.is_blocking) {
    join(stream.clock, stream_of(nullptr).clock);
  }
}

cudaStream_t hidden_stream() {
  cudaStream_t stream = nullptr;
  cudaStreamCreateWithFlags(&stream, 1);
  return stream;
}

void order_after(cudaStream_t later, cudaStream_t earlier) {
  join(stream_of(later).clock, stream_of(earlier).clock);
}

void call_host(cudaStream_t handle, const std::function<void()>& function) {
  // What the stream did before has ended, as far as the function sees; the host itself goes on without waiting.
  Clock host = g_host;
  join(g_host, stream_of(handle).clock);
  clear_pending();
  function();
  g_host = std::move(host);
}

void begin_device_work(cudaStream_t handle) {
  enter_stream(handle);
  CUstream_st& stream = stream_of(handle);
  g_streams_in_use += !stream.is_used;
  stream.is_used = true;
  g_running = &stream.clock;
  g_ordered = machine.next_segment;
  if (g_streams.size() > 1) {
    for (const Work& work : g_works) {
      if (work.end > known(stream.clock, work.stream)) {
        g_ordered = work.begin;
        break;
      }
    }
  }
  g_works.push_back({machine.next_segment, machine.next_segment, stream.id});
}

void end_device_work(cudaStream_t handle) {
  CUstream_st& stream = stream_of(handle);
  g_works.back().end = machine.next_segment;
  learn(stream.clock, stream.id, machine.next_segment);
  g_running = &g_host;
  // With a single stream everything is ordered: no history is needed.
  if (g_streams.size() == 1 && g_works.size() > 64) g_works.erase(g_works.begin(), g_works.end() - 1);
  for (uint32_t index : machine.live_allocations) {
    Allocation& allocation = machine.allocations[index];
    if (allocation.flags & kHostVisible) allocation.flags |= kPending;
  }
}

uint32_t ordered_segments() { return g_ordered; }

uint32_t streams_in_use() { return g_streams_in_use; }

bool is_work_ordered(uint32_t segment) {
  auto after = std::upper_bound(g_works.begin(), g_works.end(), segment,
                                [](uint32_t value, const Work& work) { return value < work.begin; });
  if (after == g_works.begin()) return true;
  const Work& work = *(after - 1);
  return work.end <= known(*g_running, work.stream);
}

void synchronise_host(cudaStream_t handle) {
  CUstream_st& stream = stream_of(handle);
  join(g_host, stream.clock);
  if (stream.id == 0) {
    for (CUstream_st* other : g_streams) {
      if (other->is_blocking) join(g_host, other->clock);
    }
  }
  clear_pending();
}

void synchronise_host_with_all() {
  stream_of(nullptr);
  for (CUstream_st* stream : g_streams) join(g_host, stream->clock);
  clear_pending();
}

bool is_stream(cudaStream_t stream) {
  if (reinterpret_cast<uintptr_t>(stream) <= 2) return true;
  return std::find(g_streams.begin(), g_streams.end(), stream) != g_streams.end() && stream->is_alive;
}

}  // namespace tilewright::kernels::cuda

using namespace tilewright::kernels::cuda;

namespace {

constexpr int kHostNode = 3;  // cudaGraphNodeTypeHost

cudaError_t fail_handle(const void* place, const char* what) {
  record_error(FaultKind::ApiError, place, "%s", what);
  return machine.last_error = cudaErrorInvalidResourceHandle;
}

bool is_event(cudaEvent_t event) {
  return std::find(g_events.begin(), g_events.end(), event) != g_events.end() && event->is_alive;
}

}  // namespace

extern "C" {

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  stream_of(nullptr);
  auto* made = new CUstream_st;
  made->id = static_cast<uint32_t>(g_streams.size());
  made->is_blocking = (flags & 1) == 0;
  g_streams.push_back(made);
  *stream = made;
  return cudaSuccess;
}
cudaError_t cudaStreamCreate(cudaStream_t* stream) { return cudaStreamCreateWithFlags(stream, 0); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  cudaStreamCreateWithFlags(stream, flags);
  // Beyond the range it is the nearest end, as CUDA has it.
  (*stream)->priority = std::clamp(priority, -5, 0);
  return cudaSuccess;
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  if (!is_stream(stream)) return fail_handle(TW_CALLER, "cudaStreamGetPriority of what is no stream");
  *priority = stream_of(stream).priority;
  return cudaSuccess;
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  if (!is_stream(stream)) return fail_handle(TW_CALLER, "cudaStreamGetFlags of what is no stream");
  *flags = stream_of(stream).is_blocking ? 0 : 1;
  return cudaSuccess;
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void*, size_t, unsigned) { return cudaSuccess; }
cudaError_t cudaStreamSetAttribute(cudaStream_t, int, const void*) { return cudaSuccess; }
cudaError_t cudaStreamGetAttribute(cudaStream_t, int, void*) { return cudaSuccess; }
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (!is_stream(stream) || reinterpret_cast<uintptr_t>(stream) <= 2)
    return fail_handle(TW_CALLER, "cudaStreamDestroy of what is no stream");
  stream->is_alive = false;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  if (!is_stream(stream)) return fail_handle(TW_CALLER, "cudaStreamSynchronize with what is no stream");
  if (is_capturing(stream)) return refuse_while_capturing("cudaStreamSynchronize", TW_CALLER);
  synchronise_host(stream);
  return machine.sticky_error;
}
cudaError_t cudaStreamQuery(cudaStream_t stream) { return cudaStreamSynchronize(stream); }
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  if (!is_stream(stream) || !is_event(event))
    return fail_handle(TW_CALLER, "cudaStreamWaitEvent with what is no stream or event");
  if (capture_wait(stream, event)) return cudaSuccess;
  join(stream_of(stream).clock, event->clock);
  return cudaSuccess;
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, void (*callback)(cudaStream_t, cudaError_t, void*),
                                  void* data, unsigned) {
  call_host(stream, [&] { callback(stream, machine.sticky_error, data); });
  return cudaSuccess;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, void (*function)(void*), void* data) {
  if (is_capturing(stream)) {
    capture_work(stream, kHostNode, [=](cudaStream_t own) { call_host(own, [&] { function(data); }); });
    return cudaSuccess;
  }
  call_host(stream, [&] { function(data); });
  return cudaSuccess;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  auto* made = new CUevent_st;
  made->has_timing = (flags & 2) == 0;
  g_events.push_back(made);
  *event = made;
  return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, 0); }
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (!is_event(event)) return fail_handle(TW_CALLER, "cudaEventDestroy of what is no event");
  event->is_alive = false;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (!is_event(event) || !is_stream(stream))
    return fail_handle(TW_CALLER, "cudaEventRecord with what is no event or stream");
  event->is_recorded = true;
  if (capture_event(stream, event)) return cudaSuccess;
  event->clock = stream_of(stream).clock;
  event->milliseconds = static_cast<double>(ask_clock()) * 1e-6;
  return cudaSuccess;
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) {
  return cudaEventRecord(event, stream);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (!is_event(event)) return fail_handle(TW_CALLER, "cudaEventSynchronize with what is no event");
  join(g_host, event->clock);
  clear_pending();
  return machine.sticky_error;
}
cudaError_t cudaEventQuery(cudaEvent_t event) { return cudaEventSynchronize(event); }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  if (!is_event(begin) || !is_event(end))
    return fail_handle(TW_CALLER, "cudaEventElapsedTime with what is no event");
  if (!begin->is_recorded || !end->is_recorded)
    return fail_handle(TW_CALLER, "cudaEventElapsedTime with an event that was never recorded");
  *milliseconds = static_cast<float>(std::max(end->milliseconds - begin->milliseconds, 1e-3));
  return machine.sticky_error;
}

}  // extern "C"
