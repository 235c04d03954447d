// A Trainium chip as data: one NeuronCore of it, as the NKI machine needs it (chips/trn*.toml).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tilewright::chips {

// Units: seconds, bytes, Hz. All figures are those of one core.
struct NeuronChip {
  std::string name, vendor;
  int generation = 2;  // of the core: 2 (trn1), 3 (trn2), 4 (trn3)
  double tensor_clock_hz = 0, vector_clock_hz = 0, scalar_clock_hz = 0, gpsimd_clock_hz = 0;
  int64_t sbuf_bytes_per_partition = 0;  // what a kernel may allocate
  int64_t psum_bytes_per_partition = 0;
  int psum_banks = 0;
  double memory_bandwidth = 0;      // HBM, a core's share
  double dma_engine_bandwidth = 0;  // that one queue reaches
  int dma_engines = 0;
  double dma_latency = 0;    // from the trigger of a transfer to its first byte
  double access_cycles = 0;  // fixed part of an access of SBUF or PSUM, in cycles of the engine
  double dependent_cycles =
      0;  // what an instruction that waits for the one before pays beyond its own cycles
};

// By name among the installed chip files, or a path to a .toml file whose family is "neuron".
Result<NeuronChip> load_neuron_chip(std::string_view name_or_path);

}  // namespace tilewright::chips
