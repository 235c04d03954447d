// Changes of block programs before they are flattened.
#pragma once

#include <vector>

#include "kernels/triton/program.h"

namespace tilewright::kernels::triton {

void fuse_dots(BlockProgram& program);         // additions of products become accumulators
void hoist_invariants(BlockProgram& program);  // moves what no program changes to the prologue
// By value: whether it may become part of an address, for which int32 arithmetic is checked.
std::vector<bool> find_address_parts(const BlockProgram& program);
// By operation: whether it stores, in some lanes at least, what was loaded from the same addresses.
std::vector<bool> find_stores_that_put_back(const BlockProgram& program);

}  // namespace tilewright::kernels::triton
