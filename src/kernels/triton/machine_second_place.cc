// Where the other program of a race touched the byte: shadows keep programs, not places, so that program runs
// once more, up to the access that is looked for. The launch is at its end: what memory holds matters no
// more.
#include "kernels/triton/machine.h"

namespace tilewright::kernels::triton {

// Empty where the program does not come there again, as one that was handed another place, or waits.
Span Machine::find_access(uint32_t program, const PointerTarget& target, size_t byte,
                          memory::AccessKind kind) {
  if (split_) return {};  // the launch runs again on one thread
  constexpr int kMostTurns = 1000;
  Search search{target.region.get(), byte, kind};
  search_ = &search;
  memory::TraceRecorder* trace = std::exchange(trace_, nullptr);
  uint64_t barriers = std::exchange(needs_barriers_, 0);
  Span found;
  try {
    std::unique_ptr<State> state = make_state();
    uint64_t programs = static_cast<uint64_t>(launch_->grid[0]) * static_cast<uint64_t>(launch_->grid[1]) *
                        static_cast<uint64_t>(launch_->grid[2]);
    start(*state, options_.reverse_order ? programs - 1 - program : program);
    for (int turn = 0; turn < kMostTurns && step(*state) == Stop::Yielded; ++turn) {
    }
  } catch (const Search::Found& place) {
    found = place.span;
  } catch (const Fault&) {
  } catch (const script::AbortRun&) {
  }
  search_ = nullptr;
  trace_ = trace;
  needs_barriers_ = barriers;
  return found;
}

void Machine::look_at(const Instruction& instruction, memory::AccessKind kind, const PointerTarget& target,
                      size_t begin, size_t end) const {
  auto plain = [](memory::AccessKind k) {
    return k == memory::AccessKind::VolatileRead ? memory::AccessKind::Read : k;
  };
  bool is_it = target.region.get() == search_->region && begin <= search_->byte && search_->byte < end &&
               plain(kind) == plain(search_->kind);
  if (is_it) throw Search::Found{instruction.operation->span};
}

}  // namespace tilewright::kernels::triton
