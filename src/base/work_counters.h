// What one kernel launch did, counted while it ran: one schema for every kernel language,
// read by the chip model, verdicts and reports. Counts are totals over all programs
// (thread blocks) unless said otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/dtype.h"

namespace tilewright {

inline constexpr int kWorkCountersSchema = 1;

struct TensorTraffic {
  std::string tensor;         // parameter name in the kernel
  uint64_t bytes_loaded = 0;  // requested by unmasked lanes
  uint64_t bytes_stored = 0;
  uint64_t sectors_loaded = 0;  // distinct 32-byte sectors per access, summed
  uint64_t sectors_stored = 0;
  uint64_t unique_bytes = 0;  // distinct bytes touched in the launch (0: not counted)
};

struct DotWork {
  DType dtype = DType::Float32;  // of the operands
  int64_t m = 0, n = 0, k = 0;   // of one block-level product
  uint64_t count = 0;
};

struct WorkCounters {
  std::string kernel;
  std::array<int64_t, 3> grid{1, 1, 1};
  int num_warps = 4;
  int num_stages = 3;
  uint64_t programs = 0;
  std::vector<TensorTraffic> tensors;
  uint64_t float_operations = 0;    // add, multiply, compare, min/max: one each; FMA two
  uint64_t special_operations = 0;  // exp, log, sin, rsqrt, division: the MUFU class
  uint64_t integer_operations = 0;
  uint64_t reductions = 0;  // elements that enter block-wide reductions and scans
  uint64_t atomics = 0;
  uint64_t barriers = 0;
  std::vector<DotWork> dots;
  uint64_t max_block_elements = 0;  // largest block value: a proxy for registers
  uint64_t max_program_bytes = 0;   // bytes of the busiest program (imbalance)
  uint64_t loop_iterations = 0;     // dynamic loop trips over all programs (dependent latency)
  uint64_t max_program_loads = 0;   // dependent global load rounds of the busiest program

  uint64_t bytes_loaded() const {
    uint64_t n = 0;
    for (const auto& t : tensors) n += t.bytes_loaded;
    return n;
  }
  uint64_t bytes_stored() const {
    uint64_t n = 0;
    for (const auto& t : tensors) n += t.bytes_stored;
    return n;
  }
};

}  // namespace tilewright
