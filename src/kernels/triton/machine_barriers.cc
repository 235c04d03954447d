// Accesses of one program to one place by different lanes. The lanes of a block belong to threads, and global
// memory knows no order between threads but tl.debug_barrier and what synchronises them anyway (reductions,
// products, atomics, changes of layout). Compilers choose which thread has which lane; only what goes wrong
// whatever they choose is reported: blocks of one dimension, evenly spaced, whose lanes in question belong to
// different warps for every number of elements a thread may hold. (triton-lang/triton issues 1615 and 10924:
// no barrier is put between a store and a load of the same place.)
#include <fmt/format.h>

#include <algorithm>

#include "kernels/triton/machine.h"
#include "kernels/triton/reach.h"

namespace tilewright::kernels::triton {
namespace {

bool synchronises(const Instruction& instruction, const SlotInfo* first) {
  switch (group(instruction.op)) {
    case OpGroup::Source:
    case OpGroup::Unary:
    case OpGroup::Test:
    case OpGroup::Binary:
    case OpGroup::Compare:
    case OpGroup::Ternary:
    case OpGroup::Convert:
      return false;
    case OpGroup::Shape:
      return !(instruction.op == Op::Broadcast && first->numel == 1);
    case OpGroup::Memory:
      return instruction.op == Op::Atomic;
    case OpGroup::Reduction:
    case OpGroup::Effect:
    case OpGroup::Control:
      return true;
  }
  return true;
}

// Elements that a thread may hold side by side: 1, 2, ... up to this.
int64_t most_side_by_side(int64_t lanes, int64_t size, int64_t warps) {
  return std::min(std::max<int64_t>(1, 16 / size), std::max<int64_t>(1, lanes / (32 * warps)));
}

int64_t warp_of(int64_t lane, int64_t side_by_side, int64_t warps) {
  return lane / (32 * side_by_side) % warps;
}

}  // namespace

// Targets that are both loaded from and stored to, if that is to be looked at.
void Machine::find_targets_that_need_barriers() {
  needs_barriers_ = 0;
  if (!options_.checks_barriers || launch_->warps < 2) return;
  Reach reach = reach_of(code_, *launch_);
  const std::vector<PointerTarget>& targets = launch_->targets;
  for (size_t i = 0; i < targets.size(); ++i) {
    bool is_loaded = false, is_stored = false;
    for (size_t j = 0; j < targets.size(); ++j) {
      if (targets[j].region != targets[i].region) continue;
      is_loaded |= (reach.loaded & bit_of(j)) != 0;
      is_stored |= (reach.stored & bit_of(j)) != 0;
    }
    if (is_loaded && is_stored) needs_barriers_ |= bit_of(i);
  }
}

void Machine::pass_barrier(State& state, const Instruction& instruction) const {
  const SlotInfo* first = instruction.sources[0] >= 0 ? &info(instruction.sources[0]) : nullptr;
  if (synchronises(instruction, first)) state.recent.clear();
}

void Machine::check_barrier(State& state, const Instruction& instruction, int32_t mask, bool is_store) {
  constexpr size_t kMostRecent = 16;
  const SlotInfo& pointer = info(instruction.sources[0]);
  const BlockValue& p = value(state, instruction.sources[0]);
  if (pointer.rank != 1) return;
  int64_t base = p.base, step = p.step[0];
  if (!(p.has & BlockValue::kAffine)) {
    const int64_t* words = reinterpret_cast<const int64_t*>(full(state, instruction.sources[0], 1));
    base = words[0];
    step = words[1] - words[0];
    for (int64_t i = 2; i < pointer.numel; ++i) {
      if (words[i] - words[i - 1] != step) return;
    }
  }
  size_t index = pointer_region(base);
  if (index >= launch_->targets.size() || !(needs_barriers_ & bit_of(index))) return;
  RecentAccess now{instruction.operation,
                   launch_->targets[index].region.get(),
                   is_store,
                   pointer_offset(base),
                   step,
                   0,
                   pointer.numel,
                   pointer.numel,
                   static_cast<int64_t>(size_of(pointer.type.dtype))};
  if (mask >= 0 && !is_wholly_on(state, mask)) {
    const BlockValue& m = value(state, mask);
    if (!(m.has & BlockValue::kBox)) return;
    now.low = std::max<int64_t>(0, m.low[0]);
    now.high = std::min<int64_t>(pointer.numel, m.high[0]);
  }
  for (const RecentAccess& before : state.recent) {
    bool meets = before.region == now.region && (before.is_store || is_store) && before.size == now.size;
    if (meets && !(before.step == now.step && before.base == now.base))
      compare_lanes(state, before, now, index);
  }
  if (state.recent.size() == kMostRecent) state.recent.erase(state.recent.begin());
  state.recent.push_back(now);
}

void Machine::compare_lanes(State& state, const RecentAccess& before, const RecentAccess& now,
                            size_t target) {
  if (before.step == 0 || now.step == 0) return;
  const int64_t warps = launch_->warps;
  auto is_certain = [&](int64_t one, int64_t other) {
    for (int64_t a = 1; a <= most_side_by_side(before.lanes, before.size, warps); a *= 2) {
      for (int64_t b = 1; b <= most_side_by_side(now.lanes, now.size, warps); b *= 2) {
        if (warp_of(one, a, warps) == warp_of(other, b, warps)) return false;
      }
    }
    return true;
  };
  for (int64_t lane = now.low; lane < now.high; ++lane) {
    int64_t byte = now.base + lane * now.step, distance = byte - before.base;
    if (distance % before.step != 0) continue;
    int64_t other = distance / before.step;
    if (other < before.low || other >= before.high || !is_certain(other, lane)) continue;
    std::string_view earlier = before.is_store ? "stored" : "loaded",
                     later = now.is_store ? "stored" : "loaded";
    fault(state, DiagnosticKind::Race,
          fmt::format(
              "race: {} is {} by lane {} and {} by lane {} in {}, with no barrier between",
              element_name(make_pointer(static_cast<uint32_t>(target), byte), launch_->targets[target].dtype),
              earlier, other, later, lane, place(state)),
          now.operation->span,
          {{fmt::format("it is {} here", earlier), before.operation->span},
           {fmt::format("these lanes belong to different warps of the {}, which run in any order; put "
                        "tl.debug_barrier() "
                        "between, or keep the values in registers",
                        warps),
            {}}});
  }
}

}  // namespace tilewright::kernels::triton
