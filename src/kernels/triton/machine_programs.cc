// Programs in a row. In straight-line code, scalars and addresses made from the program's index by sums and
// by products with what all programs share move by the same distance from one program to the next: once two
// programs have shown it, the rest only add it. Whatever may wrap or leave the range of addresses is computed
// as ever.
#include "kernels/triton/machine.h"

namespace tilewright::kernels::triton {
namespace {

bool is_whole_number(const SlotInfo& slot) {
  return slot.reg == Reg::I32 || slot.reg == Reg::I64;
}  // or a pointer

}  // namespace

Machine::Motion Machine::find_motion() const {
  Motion motion;
  const std::vector<Instruction>& instructions = code_.instructions;
  std::vector<bool> moves(code_.slots.size()), is_shared(code_.slots.size());
  for (const Instruction& instruction : code_.prologue)
    is_shared[static_cast<size_t>(instruction.result)] = true;
  auto moves_or_is_shared = [&](int32_t slot) {
    return slot >= 0 && (moves[static_cast<size_t>(slot)] || is_shared[static_cast<size_t>(slot)]);
  };
  for (size_t at = 0; at < instructions.size(); ++at) {
    const Instruction& instruction = instructions[at];
    if (instruction.action == Action::End) break;
    if (instruction.action != Action::Operation) return {};
    bool is_whole = instruction.result >= 0 && is_whole_number(info(instruction.result));
    bool is_moving = false;
    int32_t x = instruction.sources[0], y = instruction.sources[1];
    switch (instruction.op) {
      case Op::ProgramId:
        is_moving = true;
        break;
      case Op::Add:
      case Op::Sub:
      case Op::PtrAdd:
        is_moving = moves_or_is_shared(x) && moves_or_is_shared(y);
        break;
      case Op::Mul:
        is_moving = moves_or_is_shared(x) && moves_or_is_shared(y) &&
                    !(moves[static_cast<size_t>(x)] && moves[static_cast<size_t>(y)]);
        break;
      case Op::Broadcast:
        is_moving = moves_or_is_shared(x);
        break;
      case Op::Cast:
        is_moving = moves_or_is_shared(x) && is_whole_number(info(x));
        break;
      case Op::Reshape:
        is_moving = moves_or_is_shared(x) && instruction.is_identity;
        break;
      default:
        break;
    }
    if (is_moving && is_whole) {
      moves[static_cast<size_t>(instruction.result)] = true;
      motion.moved.push_back({static_cast<uint32_t>(at), instruction.result, 0, 0});
      motion.moved_fuel += instruction.elements;
    } else {
      motion.executed.push_back(static_cast<uint32_t>(at));
    }
  }
  return motion;
}

// What programs `begin` and the one after it left shows how slots move; false: not all of them do so up to
// `count` programs from `begin` on.
bool Machine::learn_motion(State& state, bool is_second, uint64_t count) {
  for (Motion::Slot& moved : motion_->moved) {
    const BlockValue& v = value(state, moved.slot);
    if (!(v.has & BlockValue::kAffine) || v.poison) return false;
    if (!is_second) {
      moved.base = v.base;
      moved.step = v.step;
      continue;
    }
    const SlotInfo& slot = info(moved.slot);
    for (size_t a = 0; a < slot.rank; ++a) {
      if (v.step[a] != moved.step[a]) return false;
    }
    if (__builtin_sub_overflow(v.base, moved.base, &moved.by)) return false;
    __int128 last = moved.base + static_cast<__int128>(moved.by) * static_cast<__int128>(count - 1);
    if (slot.type.is_pointer) {
      __int128 offset =
          pointer_offset(moved.base) + static_cast<__int128>(moved.by) * static_cast<__int128>(count - 1);
      bool is_near = offset <= kMaxPointerOffset && offset >= -kMaxPointerOffset;
      if (!is_near || pointer_region(v.base) != pointer_region(moved.base)) return false;
    } else if (last > INT64_MAX || last < INT64_MIN || !fits(slot, static_cast<int64_t>(last), v.step)) {
      return false;
    }
  }
  return true;
}

void Machine::run_moved(State& state) {
  for (const Motion::Slot& moved : motion_->moved) {
    BlockValue& v = value(state, moved.slot);
    v.base += moved.by;
    v.become_affine(info(moved.slot).rank);
    ++executed_[moved.at];
  }
  state.fuel += motion_->moved_fuel;
  for (uint32_t at : motion_->executed) {
    state.at = at;
    ++executed_[at];
    const Instruction& instruction = code_.instructions[at];
    state.fuel += instruction.elements;
    execute(state, instruction);
  }
}

// Programs [begin, end), in the order of the launch.
void Machine::run_span(State& state, uint64_t begin, uint64_t end) {
  constexpr uint64_t kWorthwhile = 4;
  if (!motion_) motion_ = std::make_unique<Motion>(find_motion());
  while (begin < end) {
    start(state, begin);
    // As far as the index along the first axis goes on evenly.
    int64_t left = options_.reverse_order ? state.ids[0] + 1 : launch_->grid[0] - state.ids[0];
    uint64_t count = std::min(end - begin, static_cast<uint64_t>(left));
    bool is_moving = count >= kWorthwhile && motion_->moved.size() > 1;
    for (uint64_t i = 0; i < count; ++i) {
      if (i > 0) start(state, begin + i);
      if (i >= 2 && is_moving) {
        run_moved(state);
      } else {
        step(state);
        if (is_moving && i < 2) is_moving = learn_motion(state, i == 1, count);
      }
      finish(state);
    }
    begin += count;
  }
}

}  // namespace tilewright::kernels::triton
