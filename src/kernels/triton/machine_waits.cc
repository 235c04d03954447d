// Programs that wait for each other take turns at the ends of their waiting loops. A program whose turn
// changed nothing, and which would begin the next one with the same values, can only repeat it until memory
// that it read changes: it sleeps until then. When all sleep and none is left to start, that is a deadlock.
#include <fmt/format.h>

#include <cstring>
#include <deque>

#include "base/hash.h"
#include "kernels/triton/atomic_order.h"
#include "kernels/triton/machine.h"
#include "kernels/triton/place_names.h"

namespace tilewright::kernels::triton {
namespace {

constexpr size_t kMostResident = 64;  // programs that give way at atomics; each has blocks of its own

}  // namespace

void Machine::run_fairly(uint64_t programs) {
  std::deque<std::unique_ptr<State>> resident;
  std::vector<std::unique_ptr<State>> idle;
  idle.push_back(std::move(state_));
  auto take_turn = [&](std::unique_ptr<State> state) {
    resident_ = resident.size();
    state->wait.version = memory_version_;
    state->wait.reads.clear();
    state->wait.reads_more = false;
    if (step(*state) == Stop::Yielded) {
      resident.push_back(std::move(state));
      return;
    }
    finish(*state);
    idle.push_back(std::move(state));
  };
  uint64_t next = 0;
  auto begin_next = [&] {
    if (idle.empty()) idle.push_back(make_state());
    std::unique_ptr<State> state = std::move(idle.back());
    idle.pop_back();
    start(*state, next++);
    take_turn(std::move(state));
  };
  while (next < programs || !resident.empty()) {
    bool has_run = false;
    // Programs that take turns have all begun before the first one goes on.
    while (options_.alternation > 0 && next < programs && resident.size() < kMostResident) begin_next();
    for (size_t turns = resident.size(); turns > 0; --turns) {
      std::unique_ptr<State> state = std::move(resident.front());
      resident.pop_front();
      if (is_asleep(*state)) {
        resident.push_back(std::move(state));
        continue;
      }
      has_run = true;
      take_turn(std::move(state));
    }
    if (next < programs) {
      begin_next();
    } else if (!has_run && !resident.empty()) {
      std::vector<const State*> waiting;
      for (const auto& state : resident) waiting.push_back(state.get());
      deadlock(waiting);
    }
  }
}

// In the middle of whatever the program does: the turn of a waiting loop that it may be in is not a whole one.
void Machine::give_way(State& state) {
  if (resident_ >= kMostResident) return;
  if (options_.alternation > 1 && (hash64({}, options_.alternation << 32 | meetings_++) & 1)) return;
  state.wait.head = State::Wait::kNoLoop;
  state.wait.only_repeats = false;
  gives_way_ = true;
}

// At the end of a turn of a waiting loop.
void Machine::end_turn(State& state, const Instruction& instruction) {
  uint64_t values = hash_of(state, code_.carried[static_cast<size_t>(instruction.carried)]);
  State::Wait& wait = state.wait;
  size_t head = static_cast<size_t>(instruction.target);
  wait.only_repeats = wait.head == head && wait.values == values && wait.version == memory_version_;
  wait.head = head;
  wait.values = values;
}

void Machine::note_read(State& state, const Instruction& instruction, const PointerTarget& target,
                        size_t byte, size_t size) {
  constexpr size_t kMostReads = 8;
  State::Wait& wait = state.wait;
  if (wait.reads.size() == kMostReads) {
    wait.reads_more = true;
    return;
  }
  State::Wait::Read read{instruction.operation, &target, byte, static_cast<uint8_t>(size), 0};
  std::memcpy(&read.value, target.region->base + byte, size);
  wait.reads.push_back(read);
}

bool Machine::is_asleep(const State& state) const {
  const State::Wait& wait = state.wait;
  if (!wait.only_repeats) return false;
  if (wait.reads_more) return wait.version == memory_version_;
  for (const State::Wait::Read& read : wait.reads) {
    if (std::memcmp(read.target->region->base + read.byte, &read.value, read.size) != 0) return false;
  }
  return true;
}

void Machine::deadlock(const std::vector<const State*>& waiting) {
  constexpr size_t kMostNotes = 3;
  const State& first = *waiting.front();
  const triton::Operation* at = code_.instructions[first.at].operation;
  if (!first.wait.reads.empty()) at = first.wait.reads.back().operation;
  std::vector<Note> notes;
  for (const State* state : waiting) {
    if (state->wait.reads.empty()) continue;
    if (notes.size() == kMostNotes) {
      size_t rest = waiting.size() - kMostNotes;
      notes.push_back({rest == 1 ? "1 more program waits" : fmt::format("{} more programs wait", rest), {}});
      break;
    }
    const State::Wait::Read& read = state->wait.reads.back();
    int64_t size = read.size, index = (static_cast<int64_t>(read.byte) - read.target->view_offset) / size;
    notes.push_back(
        {fmt::format("{} waits for '{}' {}, which is {:.6g}", place(*state), read.target->name,
                     index_name(*read.target, index),
                     load_as_double(read.target->dtype, read.target->region->base + read.byte)),
         {}});
  }
  std::string message =
      waiting.size() == 1
          ? fmt::format("deadlock: {} waits in a loop for memory that no other program will change",
                        place(first))
          : fmt::format(
                "deadlock: {} programs wait in loops, and none of them changes what another waits for",
                waiting.size());
  fault(first, DiagnosticKind::Deadlock, std::move(message), at ? at->span : code_.program->span,
        std::move(notes));
}

}  // namespace tilewright::kernels::triton
