// What a while loop hands from turn to turn and what of it matters.
#pragma once

#include <vector>

#include "kernels/triton/program.h"

namespace tilewright::kernels::triton {

// By parameter of the loop's test: whether its value can change when the loop ends or what it does to memory. One that
// cannot (a count of turns) says nothing about whether the loop gets on.
std::vector<bool> decisive_parameters(const BlockProgram& program, const Operation& loop);

// What the test of a while loop comes from: parameters (of the test), and whether memory, too. A loop whose test does not
// depend on memory goes on for ever once a turn leaves those parameters as they were.
struct LoopTest {
  std::vector<bool> parameters;
  bool depends_on_memory = true;
};
LoopTest test_of_loop(const BlockProgram& program, const Operation& loop);

}  // namespace tilewright::kernels::triton
