// The time of one launch from its counters: bandwidth, instruction rates, special functions, dependent
// latency, each limited by how much of the chip the grid fills. docs/chip-model.md derives the formulas.
#include <algorithm>
#include <array>
#include <cmath>

#include "chips/chip.h"

namespace tilewright::chips {
namespace {

constexpr double kWarp = 32;
constexpr double kSectorBytes = 32;
// A multiprocessor issues from four schedulers; with fewer warps, or with too few independent instructions a
// warp to cover an arithmetic latency of about four cycles, some of them idle.
constexpr double kWarpsToFillIssue = 16;
constexpr double kMostIndependent = 4;
// Registers of a thread: addresses, masks and about three live block values.
constexpr double kBaseRegisters = 24;
constexpr double kLiveValues = 3;
constexpr double kMostRegisters = 255;
// Atomics on few addresses serialise in the cache; one warp's worth a clock on the whole chip (assumed).
constexpr double kAtomicsPerClock = 32;
constexpr double kAtomicsPerClockOnAddress = 1;
// Tensor instructions work on blocks of 16 in each dimension; smaller operands are padded to it.
constexpr double kTensorBlock = 16;
// Part of the shorter resources' time that is not hidden behind the longest (XLA's
// gpu_performance_model_base.cc subtracts 0.95 of the smaller of compute and memory).
constexpr double kNotHidden = 0.05;

// How the grid lies on the chip.
struct Occupancy {
  double threads = 0;   // of one program
  double elements = 0;  // values of a block a thread holds
  double resident = 0;  // programs that fit on one multiprocessor
  double busy = 0;      // multiprocessors with work
  double waves = 0;     // rounds of resident programs, at least 1
  double issue = 0;     // share of a busy multiprocessor's issue slots that can be filled
};

Occupancy occupancy(const Chip& chip, const WorkCounters& work) {
  Occupancy o;
  double programs = std::max<double>(1, static_cast<double>(work.programs));
  o.threads = std::max(1, work.num_warps) * kWarp;
  double block = std::max<double>(1, static_cast<double>(work.max_block_elements));
  o.elements = block / o.threads;
  double registers = work.registers != 0
                         ? static_cast<double>(work.registers)
                         : std::min(kMostRegisters, kBaseRegisters + kLiveValues * o.elements);
  double shared = std::max<double>(1, static_cast<double>(work.shared_bytes));
  o.resident = std::max(
      1.0, std::min({static_cast<double>(chip.max_threads_per_multiprocessor) / o.threads,
                     static_cast<double>(chip.max_blocks_per_multiprocessor),
                     static_cast<double>(chip.registers_per_multiprocessor) / (registers * o.threads),
                     static_cast<double>(chip.shared_bytes_per_multiprocessor) / shared}));
  o.busy = std::min<double>(programs, chip.multiprocessors);
  o.waves = std::max(1.0, programs / (chip.multiprocessors * o.resident));
  double here = std::min(o.resident, std::max(1.0, programs / chip.multiprocessors));
  double independent = std::clamp(o.elements, 1.0, kMostIndependent);
  o.issue = std::min(1.0, here * (o.threads / kWarp) * independent / kWarpsToFillIssue);
  return o;
}

double memory_seconds(const Chip& chip, const WorkCounters& work, const Occupancy& o) {
  double requested = 0, unique = 0;
  for (const TensorTraffic& tensor : work.tensors) {
    double sectors = kSectorBytes * static_cast<double>(tensor.sectors_loaded + tensor.sectors_stored);
    double bytes = std::max(sectors, static_cast<double>(tensor.bytes_loaded + tensor.bytes_stored));
    requested += bytes;
    unique += tensor.unique_bytes != 0 ? std::min(bytes, static_cast<double>(tensor.unique_bytes)) : bytes;
  }
  // Repeated accesses are served by the level-2 cache as far as the working set fits.
  double hit = unique > 0 ? std::min(1.0, static_cast<double>(chip.l2_bytes) / unique) : 1.0;
  double from_memory = unique + (requested - unique) * (1 - hit);
  double slowest_program = static_cast<double>(work.max_program_bytes) / chip.multiprocessor_bandwidth;
  return std::max({from_memory / (chip.memory_bandwidth * chip.memory_efficiency),
                   requested / chip.l2_bandwidth, requested / (o.busy * chip.multiprocessor_bandwidth),
                   slowest_program});
}

// Operations a second of a product's own instructions. Tensor units have none for fp32 as it is.
double dot_rate(const Chip& chip, const DotWork& dot) {
  if (dot.dtype == DType::Float64) return chip.fp64_rate;
  if (size_of(dot.dtype) == 1) return chip.fp8_rate;
  if (dot.dtype != DType::Float32) return chip.half_rate;
  switch (dot.precision) {
    case DotPrecision::Ieee:
      return chip.fp32_rate;
    case DotPrecision::Tf32:
    case DotPrecision::Tf32x3:
      return chip.tf32_rate / parts(dot.precision);
    case DotPrecision::Bf16x3:
    case DotPrecision::Bf16x6:
      return chip.half_rate / parts(dot.precision);
  }
  return chip.tf32_rate;
}

double dot_seconds(const Chip& chip, const WorkCounters& work, const Occupancy& o) {
  double seconds = 0;
  for (const DotWork& dot : work.dots) {
    double rate = dot_rate(chip, dot);
    auto padded = [](int64_t n) { return std::max(kTensorBlock, static_cast<double>(n)); };
    double operations = 2 * padded(dot.m) * padded(dot.n) * padded(dot.k) * static_cast<double>(dot.count);
    // A tensor unit needs its block's operands from shared memory: 64 x 64 tiles and larger reach the full
    // rate.
    double tile = std::min(1.0, std::sqrt(padded(dot.m) * padded(dot.n)) / 64);
    seconds += operations / (rate * chip.tensor_efficiency * tile * o.busy / chip.multiprocessors);
  }
  return seconds;
}

double compute_seconds(const Chip& chip, const WorkCounters& work, const Occupancy& o) {
  double share = o.busy * o.issue;
  double lanes = chip.fp32_rate / (2 * chip.multiprocessors);  // instructions a second and multiprocessor
  // A block smaller than the program's threads is computed by all of them.
  double idle = std::max(1.0, 1 / o.elements);
  double operations =
      idle * (static_cast<double>(work.float_operations) + 2 * static_cast<double>(work.reductions));
  for (const OperationWork& each : work.operations) {
    if (each.dtype == DType::Float64)
      operations += idle * static_cast<double>(each.arithmetic) * (chip.fp32_rate / chip.fp64_rate - 1);
  }
  // Those on one address wait for each other.
  double atomics = std::max(static_cast<double>(work.atomics) / kAtomicsPerClock,
                            static_cast<double>(work.max_atomics_on_address) / kAtomicsPerClockOnAddress);
  double integers = idle * static_cast<double>(work.integer_operations);
  return operations / (lanes * share) + integers / (chip.integer_per_clock * chip.core_clock_hz * share) +
         atomics / chip.core_clock_hz +
         dot_seconds(chip, work, o);
}

double special_seconds(const Chip& chip, const WorkCounters& work, const Occupancy& o) {
  double idle = std::max(1.0, 1 / o.elements);
  return idle * static_cast<double>(work.special_operations) /
         (chip.special_per_clock * chip.core_clock_hz * o.busy * o.issue);
}

double latency_seconds(const Chip& chip, const WorkCounters& work, const Occupancy& o) {
  // Loads of straight-line code are in flight together; each trip of a loop waits for its own. Programs on
  // one multiprocessor overlap, and a new one starts when an old one ends.
  double programs = std::max<double>(1, static_cast<double>(work.programs));
  double trips = 1 + static_cast<double>(work.loop_iterations) / programs;
  double rounds = std::max(1.0, std::min(static_cast<double>(work.max_program_loads), trips));
  double barriers = static_cast<double>(work.barriers) / programs;
  return o.waves * (rounds * chip.memory_latency + barriers * chip.barrier_seconds);
}

}  // namespace

KernelTime estimate(const Chip& chip, const WorkCounters& work) {
  Occupancy o = occupancy(chip, work);
  KernelTime time;
  time.launch_seconds = chip.launch_seconds;
  time.memory_seconds = memory_seconds(chip, work, o);
  time.compute_seconds = compute_seconds(chip, work, o);
  time.special_seconds = special_seconds(chip, work, o);
  time.latency_seconds = latency_seconds(chip, work, o);
  time.fill = o.busy / chip.multiprocessors;
  std::array<std::pair<double, const char*>, 4> parts = {{{time.memory_seconds, "memory"},
                                                          {time.compute_seconds, "compute"},
                                                          {time.special_seconds, "special"},
                                                          {time.latency_seconds, "latency"}}};
  auto longest = *std::max_element(parts.begin(), parts.end());
  double sum = 0;
  for (const auto& [seconds, name] : parts) sum += seconds;
  double body = longest.first + kNotHidden * (sum - longest.first);
  time.seconds = time.launch_seconds + body;
  time.limiter = time.launch_seconds >= longest.first ? "launch" : longest.second;
  return time;
}

}  // namespace tilewright::chips
