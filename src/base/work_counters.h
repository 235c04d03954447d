// What one kernel launch did, counted while it ran: one schema for every kernel language,
// read by the chip model, verdicts and reports. Counts are totals over all programs
// (thread blocks) unless said otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/dtype.h"

namespace tilewright {

inline constexpr int kWorkCountersSchema = 2;

struct TensorTraffic {
  std::string tensor;         // parameter name in the kernel
  uint64_t bytes_loaded = 0;  // requested by unmasked lanes
  uint64_t bytes_stored = 0;
  uint64_t sectors_loaded = 0;  // distinct 32-byte sectors of each access of a block, summed
  uint64_t sectors_stored = 0;  // atomics included
  uint64_t unique_bytes = 0;  // distinct bytes touched in the launch (0: not counted)
};

// How a product of fp32 matrices multiplies. The x forms split each operand into that many rounded parts (x3: two,
// x6: three) and add the products of parts that matter.
enum class DotPrecision : uint8_t { Ieee, Tf32, Tf32x3, Bf16x3, Bf16x6 };
std::string_view spelling(DotPrecision precision);
std::optional<DotPrecision> dot_precision_from_spelling(std::string_view text);
// Products of parts that stand for one product.
int parts(DotPrecision precision);

struct DotWork {
  DType dtype = DType::Float32;  // of the operands
  int64_t m = 0, n = 0, k = 0;   // of one block-level product
  uint64_t count = 0;
  DotPrecision precision = DotPrecision::Ieee;  // of fp32 operands; other types have one
};

// Operations on elements of one type: that of the operands.
struct OperationWork {
  DType dtype = DType::Float32;
  uint64_t arithmetic = 0;  // as float_operations or integer_operations
  uint64_t special = 0;     // as special_operations
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
  std::vector<OperationWork> operations;  // the same by type, in the order of DType
  uint64_t atomics = 0;                   // lanes
  uint64_t atomic_conflicts = 0;  // atomics on an address that an earlier one of the launch had changed already
  uint64_t max_atomics_on_address = 0;
  uint64_t barriers = 0;
  std::vector<DotWork> dots;
  uint64_t max_block_elements = 0;  // largest block value: a proxy for registers
  uint64_t registers = 0;           // estimated, of one thread, 0: not known (docs/chip-model.md)
  uint64_t shared_bytes = 0;        // estimated, of one program
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
