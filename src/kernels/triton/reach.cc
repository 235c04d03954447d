#include "kernels/triton/reach.h"

namespace tilewright::kernels::triton {

Reach reach_of(const Code& code, const Launch& launch) {
  Reach reach;
  reach.pointees.resize(code.slots.size());
  std::vector<TargetSet>& pointees = reach.pointees;
  auto is_pointer = [&](int32_t slot) {
    return slot >= 0 && code.slots[static_cast<size_t>(slot)].type.is_pointer;
  };
  bool is_changed = true;
  auto follow = [&](const Instruction& instruction) {
    if (!is_pointer(instruction.result)) return;
    TargetSet found = 0;
    if (instruction.action == Action::Operation && instruction.op == Op::Argument) {
      size_t index = static_cast<size_t>(instruction.operation->integer);
      found = bit_of(static_cast<size_t>(launch.arguments[index].integer));
    } else if (instruction.op != Op::Load) {
      for (int32_t source : instruction.sources)
        if (is_pointer(source)) found |= pointees[static_cast<size_t>(source)];
    }
    if (!found && instruction.action == Action::Operation) found = ~TargetSet{0};  // made from an integer
    TargetSet& known = pointees[static_cast<size_t>(instruction.result)];
    is_changed |= (known | found) != known;
    known |= found;
  };
  while (is_changed) {
    is_changed = false;
    for (const Instruction& instruction : code.prologue) follow(instruction);
    for (const Instruction& instruction : code.instructions) follow(instruction);
  }
  for (const Instruction& instruction : code.instructions) {
    if (instruction.action != Action::Operation || !is_pointer(instruction.sources[0])) continue;
    TargetSet set = pointees[static_cast<size_t>(instruction.sources[0])];
    if (instruction.op == Op::Load) reach.loaded |= set;
    if (instruction.op == Op::Store) reach.stored |= set;
    if (instruction.op == Op::Atomic) reach.by_atomics |= set;
  }
  return reach;
}

}  // namespace tilewright::kernels::triton
