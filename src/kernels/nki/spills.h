// What generation A's compiler moves to HBM because it does not fit a memory of the chip.
#pragma once

#include <memory>
#include <vector>

#include "kernels/nki/view.h"

namespace tilewright::kernels::nki {

// Bytes of the tiles that give way where more is live in program order than `capacity` bytes of a partition:
// those that are needed last (linear-scan allocation, Poletto and Sarkar 1999).
int64_t spilled_bytes(const std::vector<std::shared_ptr<Liveness>>& tiles, Space space, int64_t capacity);

}  // namespace tilewright::kernels::nki
