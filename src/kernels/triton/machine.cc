// Control flow, scheduling and what a launch counts.
#include "kernels/triton/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "base/check.h"
#include "base/random.h"
#include "base/scale_work.h"
#include "kernels/triton/atomic_order.h"

namespace tilewright::kernels::triton {
namespace {

// Where the programs that ran did unequal amounts of work, more of them run.
constexpr uint64_t kUnequalPrograms = 16;
constexpr double kUnequal = 1.05;

}  // namespace

Machine::Machine(const Code& code, const TritonOptions& options, script::Interpreter& interpreter,
                 memory::TraceRecorder* trace)
    : code_(code),
      options_(options),
      interpreter_(interpreter),
      executed_(code.instructions.size()),
      trace_(trace) {
  for (auto& buffer : scratch_) buffer.reset(new std::byte[code.scratch_bytes + 64]);
}

Machine::~Machine() {
  if (charged_) interpreter_.charge_memory(-charged_);
}

std::unique_ptr<Machine::State> Machine::make_state() {
  auto state = std::make_unique<State>();
  state->slots.resize(code_.slots.size());
  state->poison.resize(code_.slots.size());
  state->loops.resize(code_.carried.size());
  int64_t bytes = static_cast<int64_t>(code_.arena_bytes + 64 + code_.slots.size() * sizeof(BlockValue));
  charge(bytes);
  // Uninitialised on purpose: blocks are written before they are read.
  state->arena_storage.reset(new std::byte[code_.arena_bytes + 64]);
  auto address = reinterpret_cast<uintptr_t>(state->arena_storage.get());
  state->arena = state->arena_storage.get() + ((64 - address % 64) % 64);
  for (const Instruction& instruction : code_.prologue) {
    const triton::Operation& operation = *instruction.operation;
    const SlotInfo& slot = info(instruction.result);
    BlockValue& result = value(*state, instruction.result);
    if (operation.op != Op::Argument && operation.op != Op::Constant) {
      execute(*state, instruction);
      continue;
    }
    if (operation.op == Op::Argument) {
      const LaunchArgument& argument = launch_->arguments[static_cast<size_t>(operation.integer)];
      if (slot.type.is_pointer) {
        const PointerTarget& target = launch_->targets[static_cast<size_t>(argument.integer)];
        set_affine(*state, instruction.result,
                   make_pointer(static_cast<uint32_t>(argument.integer), target.view_offset));
        continue;
      }
      result.base = argument.integer;
      if (slot.type.is_float()) {
        convert(DType::Float64, &argument.number, slot.type.dtype, &result.base, 1);
      }
    } else {
      result.base = operation.integer;
      if (slot.type.is_float()) {
        double number = operation.number;
        result.base = 0;
        convert(DType::Float64, &number, slot.type.dtype, &result.base, 1);
      }
    }
    result.has = BlockValue::kData;
    result.mask = 0;
    result.data = reinterpret_cast<uint8_t*>(&result.base);
    if (!slot.type.is_float()) finish_scalar(*state, instruction.result);
  }
  return state;
}

void Machine::start(State& state, uint64_t linear) {
  uint64_t programs = static_cast<uint64_t>(launch_->grid[0]) * static_cast<uint64_t>(launch_->grid[1]) *
                      static_cast<uint64_t>(launch_->grid[2]);
  if (options_.reverse_order) linear = programs - 1 - linear;
  state.linear = static_cast<uint32_t>(linear);
  state.stamp = order_ ? order_->start(state.linear) : state.linear;
  state.ids[0] = static_cast<int64_t>(linear) % launch_->grid[0];
  state.ids[1] = static_cast<int64_t>(linear) / launch_->grid[0] % launch_->grid[1];
  state.ids[2] = static_cast<int64_t>(linear) / launch_->grid[0] / launch_->grid[1];
  state.at = 0;
  state.loads = state.bytes = 0;
  state.recent.clear();
  state.wait.head = State::Wait::kNoLoop;
  state.wait.only_repeats = false;
  for (State::Loop& loop : state.loops) loop = {};
  state.fuel += 20;
}

void Machine::run(Launch& launch, ShadowPool& shadows, WorkCounters& work) {
  launch_ = &launch;
  shadows_ = &shadows;
  uint64_t programs = static_cast<uint64_t>(launch.grid[0]) * static_cast<uint64_t>(launch.grid[1]) *
                      static_cast<uint64_t>(launch.grid[2]);
  uint64_t executed = programs;
  find_targets_that_need_barriers();
  find_parts();
  // A launch of a few of its programs leaves no outputs whose origin could matter.
  bool keeps_origins = options_.keeps_origins && options_.sample_programs == 0;
  for (const PointerTarget& target : launch.targets) {
    if (keeps_origins && !target.region->is_read_only) target.region->work.track(target.region->bytes);
  }
  if (!can_split(programs) || !run_split(shadows, programs)) {
    begin_shadows(launch, shadows, 0);
    state_ = make_state();
    order_ = code_.uses_atomic_results ? std::make_unique<AtomicOrder>() : nullptr;
    if (code_.has_spin) {
      run_fairly(programs);
    } else {
      executed = run_in_order(programs);
    }
  }
  for (const PointerTarget& target : launch.targets) {
    target.region->work.is_stored |= target.traffic.bytes_stored > 0;
    target.region->work.settle(target.region->bytes);
    if (target.traffic.bytes_stored > 0) target.region->forget_if_initialised();
  }
  work.programs = programs;
  if (options_.count_work) count_work(work);
  launch.programs_run = executed;
  if (executed < programs) scale_work(work, static_cast<double>(programs) / static_cast<double>(executed));
}

// Gives each region that the launch reaches a shadow of the pool, from number `first` on.
void Machine::begin_shadows(Launch& launch, ShadowPool& shadows, size_t first) const {
  if (!options_.check_races) return;
  for (size_t i = 0; i < launch.targets.size(); ++i) {
    PointerTarget& target = launch.targets[i];
    size_t same = 0;
    while (launch.targets[same].region != target.region) ++same;
    if (same < i) {
      target.shadow = launch.targets[same].shadow;
      continue;
    }
    while (shadows.size() <= first + i) shadows.push_back(std::make_unique<memory::Shadow>());
    target.shadow = shadows[first + i].get();
    target.shadow->begin_launch(target.region->bytes, code_.granule);
  }
}

uint64_t Machine::run_in_order(uint64_t programs) {
  uint64_t sampled = options_.sample_programs == 0 ? programs : std::min(programs, options_.sample_programs);
  if (sampled == programs) {
    run_span(*state_, 0, programs);
  } else if (launch_->draw != 0) {
    sampled = run_sample(programs);
  } else {
    // The first, the last and evenly between: tails and boundary programs are among them.
    for (uint64_t i = 0; i < sampled; ++i) run_one(sampled == 1 ? i : i * (programs - 1) / (sampled - 1));
  }
  spend(*state_);
  return sampled;
}

void Machine::run_one(uint64_t linear) {
  start(*state_, linear);
  step(*state_);
  finish(*state_);
}

// One program of each of equally long parts of the grid, drawn so that no kernel can know which; how many
// ran. Each program is as likely as any other, so totals scale with their number.
uint64_t Machine::run_sample(uint64_t programs) {
  Random random({launch_->draw, programs, 0, 0});
  uint64_t least = ~uint64_t{0}, most = 0, ran = 0;
  auto run_strata = [&](uint64_t count) {
    for (uint64_t i = 0; i < count; ++i, ++ran) {
      uint64_t first = programs * i / count, end = programs * (i + 1) / count;
      uint64_t before = state_->fuel + state_->spent;
      run_one(first + random.below(end - first));
      uint64_t steps = state_->fuel + state_->spent - before;
      least = std::min(least, steps), most = std::max(most, steps);
    }
  };
  run_strata(options_.sample_programs);
  if (static_cast<double>(most) > kUnequal * static_cast<double>(least))
    run_strata(std::min(programs, kUnequalPrograms));
  return ran;
}

void Machine::finish(State& state) {
  if (order_) order_->forget(state.linear);
  max_program_loads_ = std::max(max_program_loads_, state.loads);
  max_program_bytes_ = std::max(max_program_bytes_, state.bytes);
  if (state.fuel > 65536) spend(state);
}

Machine::Stop Machine::step(State& state) {
  const Instruction* instructions = code_.instructions.data();
  for (;;) {
    const Instruction& instruction = instructions[state.at];
    switch (instruction.action) {
      case Action::Operation:
        ++executed_[state.at];
        state.fuel += instruction.elements;
        execute(state, instruction);
        ++state.at;
        if (gives_way_) {
          gives_way_ = false;
          return Stop::Yielded;
        }
        break;
      case Action::Move:
        move(state, instruction);
        ++state.at;
        break;
      case Action::Jump:
        state.at = static_cast<size_t>(instruction.target);
        if (instruction.is_back_edge) {
          state.recent.clear();
          ++iterations_;
          state.fuel += 4;
          if (state.fuel > 65536) spend_in_loop(state, instruction);
          if (!state.loops.empty()) leave_inner_loops(state, instruction.target);
          if (instruction.carried >= 0) watch_loop(state, instruction);
          if (instruction.waits) {
            end_turn(state, instruction);
            return Stop::Yielded;
          }
          // The next turn of a loop around the waiting one: its own values may be others, so nothing repeats yet.
          if (state.at < state.wait.head) state.wait.head = State::Wait::kNoLoop;
        }
        break;
      case Action::JumpIfFalse: {
        int32_t condition = instruction.sources[0];
        if (value(state, condition).poison && value(state, condition).poison[0] & ~kAddressMarks)
          undefined_value(state, condition, 0, "decides a branch", instruction.operation->span);
        bool is_true = *view(state, condition).data != 0;
        state.at = is_true ? state.at + 1 : static_cast<size_t>(instruction.target);
        if (options_.alternation > 0 && !is_true && instruction.operation->op == Op::While) give_way(state);
        if (gives_way_) {
          gives_way_ = false;
          return Stop::Yielded;
        }
        break;
      }
      case Action::LoopTest: {
        for (int i = 0; i < 3; ++i) {
          int32_t bound = instruction.sources[static_cast<size_t>(i)];
          if (value(state, bound).poison && value(state, bound).poison[0] & ~kAddressMarks)
            undefined_value(state, bound, 0, "bounds a loop", instruction.operation->span);
        }
        int64_t index = value(state, instruction.sources[0]).base,
                upper = value(state, instruction.sources[1]).base;
        int64_t step = value(state, instruction.sources[2]).base;
        if (step == 0)
          fault(state, DiagnosticKind::LaunchArguments, "the step of this loop is zero: it would never end",
                instruction.operation->span);
        bool goes_on = step > 0 ? index < upper : index > upper;
        state.at = goes_on ? state.at + 1 : static_cast<size_t>(instruction.target);
        break;
      }
      case Action::LoopStep: {
        BlockValue& index = value(state, instruction.sources[0]);
        int64_t next;
        if (__builtin_add_overflow(index.base, value(state, instruction.sources[1]).base, &next))
          next = INT64_MAX;
        set_affine(state, instruction.sources[0], next);
        ++state.at;
        break;
      }
      case Action::End:
        return Stop::Finished;
    }
  }
}

void Machine::move(State& state, const Instruction& instruction) {
  copy_value(state, instruction.sources[0], instruction.result);
}

void Machine::execute(State& state, const Instruction& instruction) {
  if (instruction.result >= 0 && !is_in_place(instruction)) value(state, instruction.result).poison = nullptr;
  if (needs_barriers_) pass_barrier(state, instruction);
  switch (instruction.op) {
    case Op::ProgramId:
      return set_affine(state, instruction.result,
                        state.ids[static_cast<size_t>(instruction.operation->integer)]);
    case Op::NumPrograms:
      return set_affine(state, instruction.result,
                        launch_->grid[static_cast<size_t>(instruction.operation->integer)]);
    case Op::Arange:
      return arange(state, instruction);
    case Op::PtrAdd:
      return pointer_add(state, instruction);
    case Op::Fma:
      return fma(state, instruction);
    case Op::Where:
      return where(state, instruction);
    case Op::Cast:
    case Op::Bitcast:
      return cast(state, instruction);
    case Op::MakePointer:
    case Op::AddressOf:
      return convert_addresses(state, instruction);
    case Op::Broadcast:
      return broadcast(state, instruction);
    case Op::Reshape:
      return reshape(state, instruction);
    case Op::Permute:
      return permute(state, instruction);
    case Op::Join:
    case Op::Pick:
    case Op::Cat:
    case Op::Shift:
    case Op::Flip:
    case Op::Gather:
      return rearrange(state, instruction);
    case Op::Sort:
    case Op::Histogram:
      return sort_or_count(state, instruction);
    case Op::Philox:
      return philox(state, instruction);
    case Op::Load:
      return load(state, instruction);
    case Op::Store:
      return store(state, instruction);
    case Op::Atomic:
      return atomic(state, instruction);
    case Op::Reduce:
    case Op::ArgReduce:
    case Op::Scan:
      return reduce(state, instruction);
    case Op::Dot:
      return dot(state, instruction);
    case Op::Print:
      return print(state, instruction);
    case Op::Assert:
      return assert_lanes(state, instruction);
    case Op::Hint:
      return hint(state, instruction);
    case Op::Barrier:
      return;
    default:
      break;
  }
  switch (group(instruction.op)) {
    case OpGroup::Unary:
    case OpGroup::Test:
      return unary(state, instruction);
    case OpGroup::Binary:
      return binary(state, instruction);
    case OpGroup::Compare:
      return compare(state, instruction);
    default:
      TW_CHECK(false, "operation {} has no code", spelling(instruction.op));
  }
}

std::string Machine::place(const State& state) const {
  return fmt::format("program ({}, {}, {})", state.ids[0], state.ids[1], state.ids[2]);
}

Note Machine::where(const State& state) const {
  return {fmt::format("in {} of kernel '{}', grid ({}, {}, {})", place(state), code_.program->name,
                      launch_->grid[0], launch_->grid[1], launch_->grid[2]),
          {}};
}

void Machine::fault(const State& state, DiagnosticKind kind, std::string message, Span span,
                    std::vector<Note> notes) {
  if (trace_) trace_->note_program(state.linear);
  Diagnostic diagnostic{kind, std::move(message), span, std::move(notes)};
  diagnostic.notes.push_back(where(state));
  throw Fault{std::move(diagnostic)};
}

void Machine::count_work(WorkCounters& work) const {
  std::map<DType, OperationWork> by_type;
  for (size_t at = 0; at < code_.instructions.size(); ++at) {
    const Instruction& instruction = code_.instructions[at];
    uint64_t times = executed_[at];
    if (instruction.action != Action::Operation || times == 0) continue;
    const SlotInfo* first = instruction.sources[0] >= 0 ? &info(instruction.sources[0]) : nullptr;
    int64_t elements = instruction.result >= 0 ? info(instruction.result).numel : 0;
    uint64_t total = times * static_cast<uint64_t>(elements);
    bool is_float_work = first && first->type.is_float();
    DType dtype = !first ? DType::Int32 : first->type.is_pointer ? DType::Int64 : first->type.dtype;
    switch (cost(instruction.op)) {
      case OpCost::Arithmetic: {
        uint64_t operations = instruction.op == Op::Fma ? 2 * total : total;
        (is_float_work ? work.float_operations : work.integer_operations) += operations;
        by_type[dtype].arithmetic += operations;
        break;
      }
      case OpCost::Special:
        (is_float_work ? work.special_operations : work.integer_operations) += total;
        (is_float_work ? by_type[dtype].special : by_type[dtype].arithmetic) += total;
        break;
      case OpCost::Reduction:
        work.reductions += times * static_cast<uint64_t>(first ? first->numel : 0);
        break;
      case OpCost::None:
        break;
    }
    if (instruction.op == Op::Dot) {
      const Shape &a = first->type.shape, &c = info(instruction.result).type.shape;
      int64_t batch = a.size() == 3 ? a[0] : 1;
      bool is_split = first->type.dtype == DType::Float32;
      work.dots.push_back({.dtype = first->type.dtype,
                           .m = a[a.size() - 2],
                           .n = c.back(),
                           .k = a.back(),
                           .count = times * static_cast<uint64_t>(batch),
                           .precision = is_split ? static_cast<DotPrecision>(instruction.operation->kind)
                                                 : DotPrecision::Ieee});
    } else if (instruction.op == Op::Barrier) {
      work.barriers += times;
    }
  }
  for (auto& [dtype, operations] : by_type) {
    operations.dtype = dtype;
    work.operations.push_back(operations);
  }
  for (const auto& [address, count] : atomics_) {
    work.atomics += count;
    work.atomic_conflicts += count - 1;
    work.max_atomics_on_address = std::max(work.max_atomics_on_address, count);
  }
  work.registers = code_.resources.registers(work.num_warps);
  work.shared_bytes = code_.resources.shared_bytes(work.num_warps, work.num_stages);
  for (const PointerTarget& target : launch_->targets) {
    work.tensors.push_back(target.traffic);
    work.tensors.back().tensor = target.name;
    if (options_.check_races)
      work.tensors.back().unique_bytes = target.shadow->unique_bytes();
  }
  work.max_block_elements = static_cast<uint64_t>(code_.max_block_elements);
  work.loop_iterations = iterations_;
  work.max_program_loads = max_program_loads_;
  work.max_program_bytes = max_program_bytes_;
}

void Machine::print(State& state, const Instruction& instruction) {
  constexpr int kMaxLines = 1000;  // a launch
  if (!options_.prints || search_) return;
  const auto& write = interpreter_.capabilities().standard_output;
  std::string prefix = fmt::format("pid ({}, {}, {}) {}", state.ids[0], state.ids[1], state.ids[2],
                                   instruction.operation->text);
  if (instruction.sources[0] < 0) {
    if (write && printed_++ < kMaxLines) write(prefix + "\n");
    return;
  }
  for (int32_t source : instruction.sources) {
    if (source < 0) continue;
    const SlotInfo& slot = info(source);
    uint8_t* data = full(state, source, 0);
    for (int64_t i = 0; i < slot.numel && printed_ < kMaxLines; ++i, ++printed_) {
      double number = 0;
      DType dtype = slot.type.is_pointer ? DType::Int64 : slot.type.dtype;
      convert(dtype, data + static_cast<size_t>(i) * bytes(slot.reg), DType::Float64, &number, 1);
      if (write)
        write(slot.numel == 1 ? fmt::format("{} {}\n", prefix, number)
                              : fmt::format("{} idx ({}) {}\n", prefix, i, number));
    }
  }
}

}  // namespace tilewright::kernels::triton
