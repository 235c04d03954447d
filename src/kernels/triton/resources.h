// What one program would hold of a GPU's multiprocessor, estimated from its code; docs/chip-model.md says how.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace tilewright::kernels::triton {

struct Code;

struct Resources {
  uint64_t live_bytes = 0;      // most that blocks of data take at one time
  uint64_t staged_bytes = 0;    // tiles that loops load for matrix products: one buffer a stage
  uint64_t tile_bytes = 0;      // such tiles loaded outside of loops
  uint64_t exchange_bytes = 0;  // the largest block that changes hands between threads
  uint64_t reduced_elements = 0;  // the largest result of a reduction, which warps combine

  uint64_t registers(int num_warps) const;  // of a thread
  uint64_t shared_bytes(int num_warps, int num_stages) const;
};

// `first` and `last`: positions of instructions between which a slot lives; `loops`: begin and end positions.
Resources estimate_resources(const Code& code, const std::vector<int32_t>& first, const std::vector<int32_t>& last,
                             const std::vector<std::pair<int32_t, int32_t>>& loops);

}  // namespace tilewright::kernels::triton
