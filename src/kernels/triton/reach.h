// Which tensors a kernel may load from and store to, whatever path it takes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels/triton/machine.h"

namespace tilewright::kernels::triton {

// Sets of targets: one bit each, the last for all that have no bit of their own.
using TargetSet = uint64_t;
inline TargetSet bit_of(size_t target) {
  constexpr size_t kOthers = 63;
  return TargetSet{1} << std::min(target, kOthers);
}

struct Reach {
  TargetSet loaded = 0, stored = 0;  // by plain accesses
  TargetSet by_atomics = 0;
  std::vector<TargetSet> pointees;  // by slot
};
Reach reach_of(const Code& code, const Launch& launch);

}  // namespace tilewright::kernels::triton
