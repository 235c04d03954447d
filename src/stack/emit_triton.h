// Last step down: a tile program -> a Triton file under the candidate contract (docs/contract.md):
// @triton.jit kernels and `def forward(...)`.
#pragma once

#include <string>

#include "stack/tile.h"

namespace tilewright::stack {

std::string emit_triton(const TileProgram& program);

}  // namespace tilewright::stack
