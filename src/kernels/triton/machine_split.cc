// The programs of a launch on several threads. The threads work as if nothing went wrong; each keeps its own
// counters and its own shadow of every region. If no thread met a fault and no thread touched what another
// wrote, no program saw what another did, so memory and counters are those of any order. Otherwise memory is
// put back and one thread runs the launch again, which finds the first fault in program order.
#include <algorithm>
#include <atomic>
#include <exception>

#include "kernels/memory/saved_regions.h"
#include "kernels/triton/helpers.h"
#include "kernels/triton/machine.h"
#include "kernels/triton/reach.h"

namespace tilewright::kernels::triton {

struct Machine::Split {
  struct Failed {};  // another thread met a fault, or the fuel is used up

  uint64_t programs = 0, chunk = 1;
  uint64_t fuel = 0;  // that the run has left
  std::atomic<uint64_t> next = 0, spent = 0;
  std::atomic<bool> has_failed = false;
};

namespace {

// What a second run needs of memory as it was: which bytes were initialised, and the values the kernel itself
// reads.
memory::SavedRegions saved_regions(const Code& code, const Launch& launch) {
  memory::SavedRegions saved;
  Reach reach = reach_of(code, launch);
  for (size_t i = 0; i < launch.targets.size(); ++i) {
    if (!(reach.stored & bit_of(i))) continue;
    const std::shared_ptr<memory::Region>& region = launch.targets[i].region;
    bool is_loaded = false;
    for (size_t j = 0; j < launch.targets.size(); ++j)
      is_loaded |= launch.targets[j].region == region && (reach.loaded & bit_of(j));
    saved.add(region, is_loaded);
  }
  return saved;
}

}  // namespace

bool Machine::can_split(uint64_t programs) const {
  if (options_.threads < 2 || programs < 2 || !options_.check_races || trace_) return false;
  if (options_.sample_programs != 0 || code_.has_spin) return false;
  uint64_t elements = 0;
  for (const Instruction& instruction : code_.instructions) {
    if (instruction.action != Action::Operation) continue;
    if (instruction.op == Op::Atomic || instruction.op == Op::Print || instruction.op == Op::MakePointer)
      return false;
    elements += instruction.elements;
  }
  return programs * elements >= options_.split_above;
}

bool Machine::run_split(ShadowPool& shadows, uint64_t programs) {
  size_t threads = static_cast<size_t>(std::min<uint64_t>(static_cast<uint64_t>(options_.threads), programs));
  Split split;
  split.programs = programs;
  // Neighbours mostly touch neighbouring memory; eight turns a thread even out unequal programs.
  split.chunk = std::max<uint64_t>(1, programs / (threads * 8));
  const Budget& budget = interpreter_.budget();
  split.fuel = budget.limits().fuel - std::min(budget.limits().fuel, budget.fuel_used());
  memory::SavedRegions before = saved_regions(code_, *launch_);
  std::vector<Launch> launches(threads, *launch_);
  std::vector<std::unique_ptr<Machine>> machines;
  for (size_t i = 0; i < threads; ++i) {
    begin_shadows(launches[i], shadows, i * launches[i].targets.size());
    machines.push_back(std::make_unique<Machine>(code_, options_, interpreter_));
    machines[i]->launch_ = &launches[i];
    machines[i]->needs_barriers_ = needs_barriers_;
    machines[i]->state_ = machines[i]->make_state();
  }
  thread_local Helpers helpers;
  helpers.share(threads, [&](size_t i) { machines[i]->work_on(split); });
  bool is_good = !split.has_failed;
  for (size_t i = 1; is_good && i < threads; ++i) {
    for (size_t t = 0; is_good && t < launch_->targets.size(); ++t) {
      const auto& targets = launches[0].targets;
      size_t same = 0;
      while (targets[same].region != targets[t].region) ++same;
      if (same == t) is_good = targets[t].shadow->absorb(*launches[i].targets[t].shadow);
    }
  }
  if (!is_good) {
    before.restore();
    return false;
  }
  for (size_t t = 0; t < launch_->targets.size(); ++t)
    launch_->targets[t].shadow = launches[0].targets[t].shadow;
  for (const auto& machine : machines) {
    take_counts(*machine);
    take_warnings(*machine);
  }
  interpreter_.spend(split.spent);
  return true;
}

void Machine::work_on(Split& split) {
  split_ = &split;
  try {
    for (;;) {
      uint64_t begin = split.next.fetch_add(split.chunk, std::memory_order_relaxed);
      if (begin >= split.programs || split.has_failed) break;
      run_span(*state_, begin, std::min(begin + split.chunk, split.programs));
    }
    spend(*state_);
  } catch (...) {
    // Whatever it was, the run on one thread meets it again and reports it.
    split.has_failed = true;
  }
  split_ = nullptr;
}

void Machine::spend(State& state) {
  uint64_t steps = std::exchange(state.fuel, 0);
  state.spent += steps;
  if (!split_) return interpreter_.spend(steps);
  if (split_->spent.fetch_add(steps) + steps > split_->fuel || split_->has_failed) throw Split::Failed{};
}

void Machine::charge(int64_t bytes) {
  // The interpreter counts for one thread only; what threads add are marks of undefined lanes, a byte an
  // element.
  if (split_) return;
  interpreter_.charge_memory(bytes);
  charged_ += bytes;
}

void Machine::take_counts(const Machine& other) {
  for (size_t i = 0; i < executed_.size(); ++i) executed_[i] += other.executed_[i];
  iterations_ += other.iterations_;
  max_program_loads_ = std::max(max_program_loads_, other.max_program_loads_);
  max_program_bytes_ = std::max(max_program_bytes_, other.max_program_bytes_);
  for (size_t i = 0; i < launch_->targets.size(); ++i) {
    TensorTraffic& mine = launch_->targets[i].traffic;
    const TensorTraffic& theirs = other.launch_->targets[i].traffic;
    mine.bytes_loaded += theirs.bytes_loaded;
    mine.bytes_stored += theirs.bytes_stored;
    mine.sectors_loaded += theirs.sectors_loaded;
    mine.sectors_stored += theirs.sectors_stored;
  }
}

}  // namespace tilewright::kernels::triton
