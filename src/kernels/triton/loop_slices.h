// What a while loop hands from turn to turn and what of it matters.
#pragma once

#include <vector>

#include "kernels/triton/program.h"

namespace tilewright::kernels::triton {

// By parameter of the loop's test: whether its value can change when the loop ends or what it does to memory. One that
// cannot (a count of turns) says nothing about whether the loop gets on.
std::vector<bool> decisive_parameters(const BlockProgram& program, const Operation& loop);

}  // namespace tilewright::kernels::triton
