// Chips as data (chips/*.toml, each figure with its source) and the time of a kernel from its counters.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/work_counters.h"

namespace tilewright::chips {

// Units: seconds, bytes, operations; peaks are dense, one FMA is two operations.
struct Chip {
  std::string name, vendor;
  double compute_capability = 9.0;  // NVIDIA's version of what its instructions are
  int multiprocessors = 0;
  double core_clock_hz = 0, tensor_clock_hz = 0;
  double memory_bandwidth = 0;          // bytes/s
  double memory_efficiency = 1;         // share of it that large copies reach
  double l2_bandwidth = 0;              // bytes/s
  double multiprocessor_bandwidth = 0;  // bytes/s that one multiprocessor can draw
  int64_t l2_bytes = 0, memory_bytes = 0;
  double fp32_rate = 0, fp64_rate = 0, tf32_rate = 0, half_rate = 0, fp8_rate = 0;  // operations/s
  double tensor_efficiency = 1;  // share of the tensor peak that large matrix products reach
  double special_per_clock = 0;  // special functions a clock and multiprocessor
  double integer_per_clock = 0;  // 32-bit integer operations a clock and multiprocessor
  double launch_seconds = 0;     // cost of one launch in a stream, beyond the kernel's own work
  double memory_latency = 0;     // seconds of one dependent global load
  double l2_latency = 0;         // the same when the level-2 cache holds it
  double barrier_seconds = 0;    // one block-wide barrier or reduction step
  int max_threads_per_multiprocessor = 0, max_blocks_per_multiprocessor = 0;
  int64_t registers_per_multiprocessor = 0, shared_bytes_per_multiprocessor = 0;
  int64_t max_grid_x = 2147483647, max_grid_y = 65535, max_grid_z = 65535;
  int max_threads_per_block = 1024;
};

// By name among the installed chip files (base/data_files.h), or a path to a .toml file. Mistakes in the file
// are reported with line and column.
Result<Chip> load_chip(SourceManager& sources, std::string_view name_or_path);
Result<Chip> load_chip(std::string_view name_or_path);  // without the text that a caret would stand under
Result<Chip> parse_chip(const SourceManager& sources, SourceId file);
std::vector<std::string> installed_chips();

// Formulas and their sources: docs/chip-model.md. Every part is monotone in the work and has no steps, so
// that a reward made from it has no cliffs.
struct KernelTime {
  double seconds = 0;
  std::string limiter;  // the largest part: memory, compute, special, launch, latency
  double memory_seconds = 0, compute_seconds = 0, special_seconds = 0, latency_seconds = 0,
         launch_seconds = 0;
  double fill = 0;  // share of the chip's multiprocessors that the grid keeps busy, 0..1
};

// One launch. Always an estimate.
KernelTime estimate(const Chip& chip, const WorkCounters& work);

}  // namespace tilewright::chips
