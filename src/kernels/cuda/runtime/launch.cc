#include "kernels/cuda/runtime/launch.h"

#include <setjmp.h>

#include <cstdio>
#include <cstring>
#include <unordered_map>

#include "kernels/cuda/runtime/access.h"
#include "kernels/cuda/runtime/conflicts.h"
#include "kernels/cuda/runtime/faults.h"
#include "kernels/cuda/runtime/graphs.h"
#include "kernels/cuda/runtime/image.h"
#include "kernels/cuda/runtime/lines.h"
#include "kernels/cuda/runtime/memory.h"
#include "kernels/cuda/runtime/repeats.h"
#include "kernels/cuda/runtime/scheduler.h"
#include "kernels/cuda/runtime/streams.h"
#include "kernels/cuda/runtime/traffic.h"
#include "kernels/cuda/runtime/waiting.h"

namespace tilewright::kernels::cuda {
namespace {

// To find the launch after which two runs differ.
constexpr uint64_t kMostHashedBytes = 4 << 20;

PendingLaunch g_pending;
jmp_buf g_launch_exit;
std::unordered_map<const void*, void (*)(const void*, void**)> g_registered;
KernelCall* g_recording = nullptr;  // where the next call of a kernel goes instead of running
std::vector<KernelCall> g_children;  // that the running kernel has launched
std::unordered_map<uintptr_t, uint64_t> g_shared_opt_in;  // function -> cudaFuncSetAttribute's bytes

// The kernel's own name out of what __PRETTY_FUNCTION__ says: "void add(float *, int) [T = float]" -> "add".
const char* short_name(const char* pretty, char* buffer, size_t size) {
  const char* end = std::strchr(pretty, '(');
  if (end == nullptr) end = pretty + std::strlen(pretty);
  const char* begin = end;
  while (begin > pretty && begin[-1] != ' ' && begin[-1] != '*' && begin[-1] != '&') --begin;
  std::snprintf(buffer, size, "%.*s", static_cast<int>(end - begin), begin);
  return buffer;
}

bool refuse(FaultKind kind, cudaError_t error, const char* format, uint64_t asked, uint64_t limit) {
  record_error(kind, g_pending.place, format, asked, limit);
  machine.last_error = error;
  return false;
}

bool is_valid(const KernelCall& call) {
  const PendingLaunch& launch = call.launch;
  const uint32_t max_threads = call.max_threads;
  const Limits& limits = machine.limits;
  bool is_child_stream = machine.in_kernel && reinterpret_cast<uintptr_t>(launch.stream) <= 4;
  if (!is_stream(launch.stream) && !is_child_stream) {
    record_error(FaultKind::LaunchArguments, launch.place, "the launch's stream does not exist (any more)");
    machine.last_error = cudaErrorInvalidResourceHandle;
    return false;
  }
  uint64_t threads = uint64_t{launch.block.x} * launch.block.y * launch.block.z;
  uint64_t blocks = uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  if (threads == 0)
    return refuse(FaultKind::LaunchArguments, cudaErrorInvalidConfiguration,
                  "the launch asks for blocks of %lu threads", 0, 0);
  if (blocks == 0)
    return refuse(FaultKind::LaunchArguments, cudaErrorInvalidConfiguration,
                  "the launch asks for a grid of %lu blocks", 0, 0);
  if (threads > limits.max_threads_per_block)
    return refuse(FaultKind::LaunchLimit, cudaErrorInvalidConfiguration,
                  "a block of %lu threads; the chip allows %lu", threads, limits.max_threads_per_block);
  const uint32_t block[3] = {launch.block.x, launch.block.y, launch.block.z};
  const uint32_t grid[3] = {launch.grid.x, launch.grid.y, launch.grid.z};
  for (int i = 0; i < 3; ++i) {
    if (block[i] > limits.max_block[i])
      return refuse(FaultKind::LaunchLimit, cudaErrorInvalidConfiguration,
                    "a block's dimension of %lu threads; the chip allows %lu there", block[i],
                    limits.max_block[i]);
    if (grid[i] > limits.max_grid[i])
      return refuse(FaultKind::LaunchLimit, cudaErrorInvalidConfiguration,
                    "a grid's dimension of %lu blocks; the chip allows %lu there", grid[i],
                    limits.max_grid[i]);
  }
  if (max_threads != 0 && threads > max_threads)
    return refuse(FaultKind::LaunchLimit, cudaErrorInvalidValue,
                  "a block of %lu threads of a kernel that __launch_bounds__ limits to %lu", threads,
                  max_threads);
  auto opt_in = g_shared_opt_in.find(call.function);
  uint64_t allowed = limits.static_shared;
  if (opt_in != g_shared_opt_in.end() && opt_in->second > allowed) allowed = opt_in->second;
  if (launch.shared_bytes > allowed)
    return refuse(FaultKind::LaunchLimit, cudaErrorInvalidValue,
                  "%lu bytes of dynamic shared memory; the launch may use %lu (cudaFuncSetAttribute with "
                  "cudaFuncAttributeMaxDynamicSharedMemorySize raises it)",
                  launch.shared_bytes, allowed);
  if (machine.largest_static_shared > limits.static_shared)
    return refuse(
        FaultKind::LaunchLimit, cudaErrorInvalidValue,
        "%lu bytes of __shared__ variables in one function; %lu are allowed (larger: dynamic shared memory)",
        machine.largest_static_shared, limits.static_shared);
  if (launch.is_cooperative) {
    uint64_t resident = resident_limit(static_cast<uint32_t>(threads), launch.shared_bytes);
    if (blocks > resident)
      return refuse(FaultKind::LaunchLimit, cudaErrorCooperativeLaunchTooLarge,
                    "a cooperative launch of %lu blocks; the chip holds %lu of them at once", blocks,
                    resident);
  }
  // Since CUDA 12.1, from compute capability 7.0 on.
  if (call.closure_bytes > 32764)
    return refuse(FaultKind::LaunchLimit, cudaErrorInvalidValue,
                  "%lu bytes of kernel arguments; %lu are allowed", call.closure_bytes, 32764);
  return true;
}

// Runs a launch that is valid; the arguments lie in `closure`.
void execute(const KernelCall& call, const void* closure, cudaStream_t stream) {
  const PendingLaunch& launch = call.launch;
  static char buffer[160];
  machine.kernel = short_name(call.name, buffer, sizeof buffer);
  machine.launch_place = image_offset(launch.place);
  const uint32_t grid[3] = {launch.grid.x, launch.grid.y, launch.grid.z};
  const uint32_t block[3] = {launch.block.x, launch.block.y, launch.block.z};
  std::memcpy(machine.grid, grid, sizeof grid);
  std::memcpy(machine.block_size, block, sizeof block);
  machine.threads_per_block = block[0] * block[1] * block[2];
  machine.warps_per_block = (machine.threads_per_block + 31) / 32;
  machine.blocks = uint64_t{grid[0]} * grid[1] * grid[2];
  machine.dynamic_shared = launch.shared_bytes;
  machine.is_cooperative = launch.is_cooperative;
  machine.body = call.body;
  machine.closure = closure;
  machine.closure_bytes = call.closure_bytes;
  set_dynamic_shared(launch.shared_bytes);
  RunReport& report = *machine.report;
  LaunchRecord* record =
      &report.launches[report.launch_count < kMaxLaunches ? report.launch_count : kMaxLaunches - 1];
  ++report.launch_count;
  std::memset(record, 0, sizeof *record);
  std::snprintf(record->kernel, sizeof record->kernel, "%s", machine.kernel);
  std::memcpy(record->grid, grid, sizeof grid);
  std::memcpy(record->block, block, sizeof block);
  record->shared_bytes = launch.shared_bytes;
  record->place = machine.launch_place;
  record->call = report.current_call;
  machine.launch = record;
  Repeat* repeat = find_repeat(call, closure);
  if (repeat != nullptr && changes_nothing(*repeat, *record)) {
    begin_device_work(stream);
    end_device_work(stream);
    return;
  }
  int64_t fuel_before = fuel();
  reset_ordering();
  begin_device_work(stream);
  machine.in_kernel = !machine.skips_kernels;
  if (!machine.in_kernel) {
    // What the launch would have done stays undone.
  } else if (_setjmp(g_launch_exit) == 0) {
    run_blocks();
  } else {
    discard_fibers();
  }
  machine.in_kernel = false;
  close_short_ways();
  choose_short_ways();
  end_traffic();
  end_device_work(stream);
  record->result_hash = hash_device_memory(kMostHashedBytes);
  if (!g_children.empty()) note_side_effect();
  note_run(repeat, call, closure, static_cast<uint64_t>(fuel_before - fuel()));
}

// What kernels launch runs after them, one after the other: a kernel cannot wait for what it launches, and what it wrote
// before is seen by it.
void run_children(cudaStream_t stream) {
  while (!g_children.empty()) {
    std::vector<KernelCall> children = std::move(g_children);
    g_children.clear();
    for (const KernelCall& child : children) {
      if (machine.sticky_error == cudaSuccess) execute(child, child.closure.data(), stream);
    }
  }
}

}  // namespace

void run_recorded(const KernelCall& call, cudaStream_t stream) {
  if (machine.sticky_error != cudaSuccess) return;
  execute(call, call.closure.data(), stream);
  run_children(stream);
}

cudaError_t record_call(const void* function, dim3 grid, dim3 block, size_t shared_bytes, void** arguments,
                        const void* place, KernelCall& call) {
  auto found = g_registered.find(function);
  if (found == g_registered.end()) {
    record_error(FaultKind::LaunchArguments, place, "the node's function is no kernel");
    return machine.last_error = cudaErrorInvalidDeviceFunction;
  }
  g_pending = {true, false, grid, block, shared_bytes, nullptr, place};
  g_recording = &call;
  found->second(function, arguments);
  g_recording = nullptr;
  return call.body != nullptr ? cudaSuccess : machine.last_error;
}

void leave_launch() { _longjmp(g_launch_exit, 1); }

}  // namespace tilewright::kernels::cuda

using namespace tilewright::kernels::cuda;

extern "C" void tw_push_launch(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream) {
  g_pending = {true, false, grid, block, shared_bytes, stream, TW_CALLER};
}

extern "C" cudaError_t tw_begin_launch(const void* function, dim3 grid, dim3 block, size_t shared_bytes,
                                       cudaStream_t stream, int is_cooperative) {
  (void)function;
  g_pending = {true, is_cooperative != 0, grid, block, shared_bytes, stream, TW_CALLER};
  return machine.sticky_error;
}

extern "C" void tw_name_argument(const char* name, const void* pointer) {
  if (machine.in_kernel || !g_pending.is_set) return;
  uint32_t index = find_allocation(reinterpret_cast<uintptr_t>(pointer));
  if (index != 0 && (machine.allocations[index].flags & (kShared | kSymbol)) == 0)
    machine.names[index].name = name;
}

extern "C" void tw_copy_arguments(void* to, const void* from, size_t bytes) { std::memcpy(to, from, bytes); }

extern "C" void tw_run_kernel(const char* name, void (*body)(void*), const void* closure,
                              size_t closure_bytes, unsigned max_threads) {
  PendingLaunch launch = g_pending;
  g_pending.is_set = false;
  if (!launch.is_set) {
    record_fault(FaultKind::LaunchArguments, TW_CALLER,
                 machine.in_kernel ? "a kernel calls a __global__ function without <<<>>>"
                                   : "a __global__ function is called like a host function, without <<<>>>");
    if (machine.in_kernel) abort_launch(cudaErrorInvalidConfiguration);
    machine.last_error = cudaErrorInvalidConfiguration;
    return;
  }
  KernelCall call{launch, name, body, {}, closure_bytes, max_threads,
                  function_at(reinterpret_cast<uintptr_t>(TW_CALLER))};
  if (machine.sticky_error != cudaSuccess && !machine.in_kernel) return;
  if (!is_valid(call)) return;
  bool is_kept = g_recording != nullptr || machine.in_kernel || is_capturing(launch.stream);
  if (is_kept) {
    call.closure.resize((closure_bytes + sizeof(Aligned) - 1) / sizeof(Aligned));
    std::memcpy(static_cast<void*>(call.closure.data()), closure, closure_bytes);
  }
  if (g_recording != nullptr) {
    *g_recording = std::move(call);
  } else if (machine.in_kernel) {
    g_children.push_back(std::move(call));
  } else if (is_kept) {
    capture_kernel(std::move(call));
  } else {
    execute(call, closure, launch.stream);
    run_children(launch.stream);
  }
}

extern "C" void tw_register_kernel(const void* function, void (*call)(const void*, void**)) {
  g_registered[function] = call;
}

extern "C" cudaError_t tw_launch_registered(const void* function, dim3 grid, dim3 block, void** arguments,
                                            size_t shared_bytes, cudaStream_t stream, int is_cooperative) {
  auto found = g_registered.find(function);
  if (found == g_registered.end()) {
    record_error(FaultKind::LaunchArguments, TW_CALLER, "what is launched is no kernel");
    return machine.last_error = cudaErrorInvalidDeviceFunction;
  }
  g_pending = {true, is_cooperative != 0, grid, block, shared_bytes, stream, TW_CALLER};
  if (machine.sticky_error != cudaSuccess) return machine.sticky_error;
  found->second(function, arguments);
  return machine.last_error;
}

extern "C" cudaError_t tw_function_attribute(const void* function, int attribute, int value) {
  if (attribute == 8) {
    if (value < 0 || static_cast<uint64_t>(value) > machine.limits.shared_per_block) {
      record_error(FaultKind::LaunchLimit, TW_CALLER,
                   "%d bytes of dynamic shared memory; the chip allows %lu a block", value,
                   machine.limits.shared_per_block);
      return machine.last_error = cudaErrorInvalidValue;
    }
    g_shared_opt_in[reinterpret_cast<uintptr_t>(function)] = static_cast<uint64_t>(value);
  }
  return cudaSuccess;
}

extern "C" cudaError_t tw_occupancy(int* blocks, const void*, int block_size, size_t shared_bytes) {
  if (block_size <= 0 || block_size > static_cast<int>(machine.limits.max_threads_per_block))
    return machine.last_error = cudaErrorInvalidValue;
  *blocks = static_cast<int>(resident_limit(static_cast<uint32_t>(block_size), shared_bytes) /
                             machine.limits.processors);
  return cudaSuccess;
}
