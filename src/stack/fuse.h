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
  // The output is a sum over all rows: each adds its part (accumulate_rows).
  bool adds_up = false;
};

struct FusedProgram {
  Program program;
  std::vector<Group> groups;  // in launch order
};

// Greedy and in order: a value joins the last group that made one of its operands if the group can still
// be one loop nest, else the next that fits, else a new one.
Result<FusedProgram> fuse(Program program);
// Where a row kernel's only result is summed over all rows by the next group, and nothing but scaling
// follows, the rows add up their parts themselves and the second launch goes.
// `only_row_values`: where each row has one part (targets whose programs are one thread's).
void accumulate_rows(FusedProgram& fused, bool only_row_values = false);
// The only reduction of a group, or none.
ProgramValueId only_reduction(const Program& program, const Group& group);
// Whether `result` is the reduction times and over numbers, so that parts of it may be added up.
bool is_linear(const Program& program, ProgramValueId result, ProgramValueId reduction);
std::string print(const FusedProgram& fused);

}  // namespace tilewright::stack
