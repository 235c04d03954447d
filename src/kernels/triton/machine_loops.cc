// While loops that do not end. One whose turn begins with the values and the memory of an earlier turn can
// only go round for ever; one that takes very many turns is given up.
#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "kernels/triton/machine.h"

namespace tilewright::kernels::triton {
namespace {

// Turns are compared with the one of the latest power of two, in so many turns after it: longer circles are
// left to the count.
constexpr uint64_t kFirstLook = 256, kLongestCircle = 64;
constexpr uint64_t kStepsOfTurn = 1024;  // so much work counts as a turn

}  // namespace

// Of values that a turn of a while loop hands to the next.
uint64_t Machine::hash_of(State& state, const std::vector<int32_t>& slots) {
  uint64_t values = 0;
  for (int32_t slot : slots) {
    const SlotInfo& s = info(slot);
    const char* data = reinterpret_cast<const char*>(full(state, slot, 0));
    values = hash64({data, static_cast<size_t>(s.numel) * bytes(s.reg)}, values);
  }
  return values;
}

// Of a for loop that begins at instruction `head`: turns after the present one.
uint64_t Machine::turns_left(const State& state, size_t head) const {
  const Instruction& test = code_.instructions[head];
  auto bound = [&](size_t i) { return __int128{state.slots[static_cast<size_t>(test.sources[i])].base}; };
  __int128 distance = bound(1) - bound(0), step = bound(2);
  if (step == 0 || (distance > 0) != (step > 0)) return 0;
  return static_cast<uint64_t>(distance / step);
}

// Names the loop in which the fuel ends: the outermost of those around that has very many turns left, else
// the innermost.
void Machine::spend_in_loop(State& state, const Instruction& instruction) {
  const Budget& budget = interpreter_.budget();
  if (split_ || budget.fuel_used() + state.fuel <= budget.limits().fuel) return spend(state);
  constexpr uint64_t kManyTurns = 1 << 20;
  const BlockProgram& program = *code_.program;
  const Instruction* named = &instruction;
  for (const Instruction& back : code_.instructions) {
    bool is_around = back.is_back_edge && back.target <= instruction.target &&
                     &back - code_.instructions.data() >= &instruction - code_.instructions.data();
    bool is_long = is_around && back.operation->op == Op::For &&
                   turns_left(state, static_cast<size_t>(back.target)) >= kManyTurns;
    if (is_long && (named == &instruction || back.target < named->target)) named = &back;
  }
  const triton::Operation& loop = *named->operation;
  std::string used = fmt::format("the fuel of {} steps is used up in this loop", budget.limits().fuel);
  if (loop.op == Op::While) {
    fault(state, DiagnosticKind::FuelExhausted, fmt::format("{}, in {}", used, place(state)),
          program[program[loop.blocks[0]].operations.back()].span, compared_values(state, loop));
  }
  std::vector<Note> notes;
  if (named != &instruction)
    notes.push_back({"it ended in the loop inside of it here", instruction.operation->span});
  fault(state, DiagnosticKind::FuelExhausted,
        fmt::format("{}, which has {} turns left, in {}", used,
                    turns_left(state, static_cast<size_t>(named->target)), place(state)),
        loop.span, std::move(notes));
}

// At the end of a turn of the loop that begins at `head`: those inside are entered anew.
void Machine::leave_inner_loops(State& state, int32_t head) const {
  for (size_t i = 0; i < state.loops.size(); ++i) {
    if (code_.loop_heads[i] > head) state.loops[i].turns = 0;
  }
}

// At the end of a turn of a while loop.
void Machine::watch_loop(State& state, const Instruction& instruction) {
  State::Loop& loop = state.loops[static_cast<size_t>(instruction.carried)];
  if (loop.turns++ == 0) loop.first_step = state.spent + state.fuel;
  uint64_t steps = state.spent + state.fuel - loop.first_step;
  if (loop.turns > options_.loop_turns || steps / kStepsOfTurn > options_.loop_turns)
    endless(state, instruction, Endless::Long);
  auto is_power_of_two = [](uint64_t n) { return (n & (n - 1)) == 0; };
  bool is_power = is_power_of_two(loop.turns);
  if (const auto& tested = code_.tested[static_cast<size_t>(instruction.carried)];
      tested && (is_power || is_power_of_two(loop.turns - 1))) {
    uint64_t values = hash_of(state, *tested);
    if (loop.turns > 1 && is_power_of_two(loop.turns - 1) && values == loop.tested)
      endless(state, instruction, Endless::SameTest);
    if (is_power) loop.tested = values;
  }
  if (loop.turns < kFirstLook) return;
  if (!is_power && loop.turns - loop.compared > kLongestCircle) return;
  uint64_t values = hash_of(state, code_.carried[static_cast<size_t>(instruction.carried)]);
  if (is_power) {
    loop.compared = loop.turns;
    loop.values = values;
    loop.version = memory_version_;
  } else if (values == loop.values && memory_version_ == loop.version) {
    endless(state, instruction, Endless::SameTurn);
  }
}

std::string Machine::scalar_text(State& state, int32_t slot) {
  const SlotInfo& s = info(slot);
  if (s.numel != 1) return "a block";
  const uint8_t* data = full(state, slot, 0);
  switch (s.reg) {
    case Reg::F32:
      return fmt::format("{:.9g}", *reinterpret_cast<const float*>(data));
    case Reg::F64:
      return fmt::format("{:.17g}", *reinterpret_cast<const double*>(data));
    case Reg::I32:
      return s.is_unsigned ? fmt::format("{}", *reinterpret_cast<const uint32_t*>(data))
                           : fmt::format("{}", *reinterpret_cast<const int32_t*>(data));
    case Reg::I64:
      return s.is_unsigned ? fmt::format("{}", *reinterpret_cast<const uint64_t*>(data))
                           : fmt::format("{}", *reinterpret_cast<const int64_t*>(data));
    case Reg::I1:
    case Reg::I8:
      return fmt::format("{}", *data);
  }
  return {};
}

// What the comparisons of a while loop's test look at.
std::vector<Note> Machine::compared_values(State& state, const triton::Operation& loop) {
  constexpr size_t kMostNotes = 4;
  const BlockProgram& program = *code_.program;
  const Block& test = program[loop.blocks[0]];
  std::vector<Note> notes;
  for (const Instruction& compared : code_.instructions) {
    bool is_here = compared.action == Action::Operation && group(compared.op) == OpGroup::Compare &&
                   std::any_of(test.operations.begin(), test.operations.end(),
                               [&](OperationId id) { return &program[id] == compared.operation; });
    if (!is_here || notes.size() == kMostNotes) continue;
    notes.push_back({fmt::format("it compares {} with {} here", scalar_text(state, compared.sources[0]),
                                 scalar_text(state, compared.sources[1])),
                     compared.operation->span});
  }
  return notes;
}

void Machine::endless(State& state, const Instruction& instruction, Endless why) {
  const BlockProgram& program = *code_.program;
  const Block& test = program[instruction.operation->blocks[0]];
  std::vector<Note> notes = compared_values(state, *instruction.operation);
  if (why == Endless::SameTest) {
    notes.push_back({"a turn changes nothing that this comes from: does the loop lack a step?", {}});
  } else if (why == Endless::SameTurn) {
    notes.push_back(
        {"a turn leaves all that the loop depends on as it was: values that it carries, and memory", {}});
  } else {
    notes.push_back({"no kernel for a GPU works so long in one program; --fuel sets another limit", {}});
  }
  uint64_t turns = state.loops[static_cast<size_t>(instruction.carried)].turns;
  std::string what = why == Endless::Long       ? fmt::format("this loop did not end in {} turns", turns)
                     : why == Endless::SameTurn ? "this loop never ends: it repeats itself"
                                                : "this loop never ends: its test stays true";
  fault(state, DiagnosticKind::FuelExhausted, fmt::format("{} in {}", what, place(state)),
        program[test.operations.back()].span, std::move(notes));
}

}  // namespace tilewright::kernels::triton
