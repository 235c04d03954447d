// Second step down: primitives -> groups, each of which becomes one kernel.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "stack/program.h"

namespace tilewright::stack {

enum class GroupKind : uint8_t {
  Pointwise,  // one element at a time
  Row,        // reductions or scans over `reduced`, one row of the other axes at a time
  Full,       // reductions over every axis
  Contract,   // a matrix product with its epilogue
};

struct Group {
  GroupKind kind = GroupKind::Pointwise;
  std::vector<ProgramValueId> values;   // in program order, without leaves and indices
  AxisList space;                       // every axis that a value of the group has
  AxisList reduced;                     // Row, Full: reduced or scanned; Contract: summed
  std::vector<ProgramValueId> outputs;  // values that the program or later groups read
};

struct FusedProgram {
  Program program;
  std::vector<Group> groups;  // in launch order
};

// Greedy and in order: a value joins the last group that made one of its operands if the group can still
// be one loop nest, else the next that fits, else a new one.
Result<FusedProgram> fuse(Program program);
std::string print(const FusedProgram& fused);

}  // namespace tilewright::stack
