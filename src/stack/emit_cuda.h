// Fourth step down: tile program of threads -> a CUDA C++ file under the contract.
#pragma once

#include <string>

#include "stack/tile.h"

namespace tilewright::stack {

std::string emit_cuda(const TileProgram& program);

}  // namespace tilewright::stack
