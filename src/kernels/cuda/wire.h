// Messages between the program and its runner (tilewright_cuda_runner): plain structs over pipes, both ends
// of one build.
#pragma once

#include <cstdint>

#include "kernels/cuda/report.h"

namespace tilewright::kernels::cuda {

inline constexpr uint32_t kWireVersion = 4;

// What the chip allows; the device's memory.
struct Limits {
  char name[64] = "";
  uint32_t max_threads_per_block = 1024, max_block[3] = {1024, 1024, 64};
  uint32_t max_grid[3] = {2147483647u, 65535, 65535};
  uint32_t processors = 132, max_threads_per_processor = 2048, max_blocks_per_processor = 32;
  uint64_t static_shared = 48 << 10, shared_per_block = 227 << 10, shared_per_processor = 228 << 10;
  uint64_t device_bytes = uint64_t{1} << 30;
};

// One process that runs the program.
struct RunPlan {
  uint32_t is_reversed = 0;     // threads and blocks backwards
  uint32_t skips_kernels = 0;   // launches do nothing
  uint32_t first_call = 0, calls = 0;  // of the request's calls; none: the program's own main
  // Blocks of each launch that run, on memory without values and unchecked but for its bounds; their counters stand for the
  // grid's. 0: all, with values. Nothing is returned then.
  uint32_t sampled_blocks = 0;
  uint32_t clock_rate = 1;  // how much faster the clock goes that the program sees (runtime/virtual_clock.h)
};
inline constexpr int kMaxRuns = 20;

// Followed by the image's bytes, then the program's arguments (each ends in a zero byte), then the calls (calls.h).
struct RunRequest {
  uint32_t version = kWireVersion;
  uint32_t run_count = 1;
  RunPlan runs[kMaxRuns];
  uint64_t image_bytes = 0;
  uint64_t argument_bytes = 0;
  uint64_t call_bytes = 0;
  uint64_t result_bytes = uint64_t{1} << 30;  // most that the calls of a run may return
  // Steps (checked accesses, turns of loops, atomics, barriers, warp operations) of each run: what ends it on
  // whatever machine. The clocks below are for what takes none.
  uint64_t fuel = 400'000'000;
  uint32_t processor_milliseconds = 6000;
  uint32_t wall_milliseconds = 60000;
  uint64_t output_bytes = 1 << 20;  // a run that writes more is ended
  uint64_t host_bytes = uint64_t{1} << 30;
  uint32_t may_read_files = 0;
  uint32_t counts = 0;  // traffic of launches, in the forward run
  Limits limits;
};

// One for each run: followed by its report (sizeof(RunReport) bytes), its output and its calls' results.
struct RunReply {
  uint32_t version = kWireVersion;
  int32_t wait_status = 0;  // as waitpid gives it
  uint32_t was_killed = 0;  // by the wall clock or the output limit
  uint32_t is_sandboxed = 0;
  uint64_t output_bytes = 0;
  uint64_t result_bytes = 0;
  uint64_t processor_microseconds = 0;
};

}  // namespace tilewright::kernels::cuda
