// cp.async: the bytes arrive when the thread waits for their group; until then the destination counts as
// unwritten.
#pragma once

#include "kernels/cuda/runtime/machine.h"

namespace tilewright::kernels::cuda {

struct AsyncCopy {
  char* destination;
  const char* source;
  uint32_t bytes, source_bytes;
  uint32_t group;  // 0: not committed yet
};

// Drops what a thread that returns has not waited for.
void finish_copies(Thread& thread);

}  // namespace tilewright::kernels::cuda
