// Loads and stores: split into runs of equally spaced lanes, each checked once.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "kernels/triton/atomic_order.h"
#include "kernels/triton/machine.h"
#include "kernels/triton/machine_runs.h"
#include "kernels/triton/place_names.h"

namespace tilewright::kernels::triton {

uint8_t* Machine::mask_bytes(State& state, int32_t mask, int scratch) { return full(state, mask, scratch); }

void Machine::undefined_value(State& state, int32_t slot, int64_t lane, const std::string& use, Span span) {
  const uint8_t mark = poison_of(state, slot)[lane];
  const triton::Operation* source = origin_of(state, slot);
  const Span origin = source ? source->span : span;
  if (has_warned_of(state, slot, mark, span)) return;
  bool is_zero = options_.masked_lanes_are_zero && (mark & ~kAddressMarks) == kMaskedOff;
  // What the origin makes: an operation that marks its operand has no result.
  std::string type =
      source && source->result_count > 0 ? describe(code_.program->type(source->first_result).element()) : "integer";
  DiagnosticKind kind = DiagnosticKind::UninitialisedRead;
  std::string message, hint, role = fmt::format("{} in {}", use, place(state));
  std::string element = origin_element(state, slot, lane, mark);
  if (mark & kMaskedOff) {
    std::string named = element.empty() ? "" : fmt::format(", {},", element);
    message =
        fmt::format("a lane that this load masks off{} has no value (no `other`), and it {}", named, role);
    hint = "give the load `other=` a value that does not change the result, or mask the lanes with tl.where";
  } else if (mark & kUninitialised) {
    std::string named = element.empty() ? "" : fmt::format(", {},", element);
    message = fmt::format("a value read from uninitialised memory{} {}", named, role);
    hint = "memory from torch.empty holds no values until it is written; use torch.zeros or write it first";
  } else if (mark & kOutOfRange) {
    kind = DiagnosticKind::FloatToInt;
    message = fmt::format(
        "a float that {} cannot hold is converted to it, and the result {}", type, role);
    hint = "chips differ in what they make of it; clamp before the conversion, and keep NaN out";
  } else if (mark & kDividedByZero) {
    kind = DiagnosticKind::DivisionByZero;
    message = fmt::format("an integer is divided by zero, and the result {}", role);
    hint = "divide by tl.where(d == 0, 1, d), or mask the lanes";
  } else if (mark & kShiftedOut) {
    kind = DiagnosticKind::IntegerOverflow;
    message = fmt::format("{} is shifted by its width or more, or by a negative count, and the result {}", type, role);
    hint = "chips differ in what they make of it; choose with tl.where(count < width, x << count, 0)";
  } else if (mark & kQuotientWraps) {
    kind = DiagnosticKind::IntegerOverflow;
    message = fmt::format("the least {} is divided by -1, which {} cannot hold, and the result {}", type, type, role);
    hint = "divide in a wider type, or mask the lanes";
  } else if (mark & kWrapped) {
    kind = DiagnosticKind::IntegerOverflow;
    message = source && source->op == Op::Cast
                  ? fmt::format("a wider integer does not fit {} here, and the result {}", type, role)
                  : fmt::format("{} arithmetic wraps here, and the result {}", type, role);
    bool is_wide = type == "int64" || type == "uint64";
    hint = is_wide ? "the offset is beyond any tensor: look at what is multiplied here"
                   : "compute offsets in int64: tl.program_id(0).to(tl.int64), or index.to(tl.int64) * stride";
  } else {
    kind = DiagnosticKind::WrongHint;
    auto broken = broken_hints_.find(source);
    message = fmt::format("{}, and it {}", broken == broken_hints_.end() ? "a hint does not hold" : broken->second, role);
    hint = "a compiler that trusts the hint makes wide accesses that go to the wrong places; take it out, or make it hold";
  }
  std::vector<Note> notes;
  if (source) notes.push_back({"it is used here", span});
  notes.push_back({std::move(hint), {}});
  if (!is_zero) fault(state, kind, std::move(message), origin, std::move(notes));
  Diagnostic diagnostic{DiagnosticKind::MaskedLanes, std::move(message), origin, std::move(notes)};
  diagnostic.notes.push_back({"GPUs read 0 there, and so does this run", {}});
  diagnostic.notes.push_back(where(state));
  warn(state, std::move(diagnostic), span);
}

// What a lane of an instruction's operand does. An address that is no address names the tensor alone.
std::string Machine::describe_use(State& state, const Instruction& instruction, Use use, int64_t lane,
                                  uint8_t marks) {
  if (use == Use::Sorted) return "is sorted or counted";
  if (use == Use::Seed) return "is a random seed or offset";
  int64_t word = word_at(state, instruction.sources[0], lane);
  std::string element = element_name(word, info(instruction.sources[0]).type.dtype);
  switch (use) {
    case Use::Address:
      if (element.empty()) return "is used as an address";
      if (marks & kAddressMarks) return fmt::format("is used as an address, {},", element);
      return fmt::format("is used as an address in '{}'", launch_->targets[pointer_region(word)].name);
    case Use::Mask:
      return element.empty() ? "is used as a mask" : fmt::format("is used as the mask of {}", element);
    default:
      return element.empty() ? "is stored to memory by an atomic"
                             : fmt::format("is stored to {} by an atomic", element);
  }
}

// Faults if an element of `slot` (under `mask`, if any) is undefined.
void Machine::check_defined(State& state, const Instruction& instruction, int32_t slot, Use use,
                            int32_t mask) {
  const uint8_t* poison = poison_of(state, slot);
  if (!poison || !options_.check_uninitialised) return;
  const uint8_t* on = mask >= 0 ? mask_bytes(state, mask, 3) : nullptr;
  uint8_t counted = info(slot).type.is_pointer ? 0xff : static_cast<uint8_t>(~kAddressMarks);
  int breaks = -1;  // whether wrong hints matter: not known
  for (int64_t i = 0; i < info(slot).numel; ++i) {
    if (!(poison[i] & counted) || (on && !on[i])) continue;
    if ((poison[i] & counted) == kWrongHint) {
      if (breaks < 0) breaks = breaks_vectors(state, slot, on);
      if (!breaks) continue;
    }
    if (has_warned_of(state, slot, poison[i], instruction.operation->span)) continue;
    undefined_value(state, slot, i, describe_use(state, instruction, use, i, poison[i] & counted),
                    instruction.operation->span);
  }
}

// ---- what an access counts, and what a trace keeps of it ----
void Machine::begin_access(const State& state, const Instruction& instruction, memory::AccessKind kind) {
  access_ = {kind, nullptr, 0, 0};
  if (!trace_) return;
  TraceAccess traced = kind == memory::AccessKind::Read    ? TraceAccess::Read
                       : kind == memory::AccessKind::Write ? TraceAccess::Write
                                                           : TraceAccess::Atomic;
  trace_->begin_access(state.linear, instruction.operation, instruction.operation->span, traced,
                       size_of(info(instruction.sources[0]).type.dtype));
}

void Machine::enter_run(const Place& at, const Run& run) {
  if (at.target != access_.target) {
    take_sectors();
    access_.target = at.target;
  }
  access_.lanes += run.count;
  if (trace_)
    trace_->add_run(static_cast<size_t>(at.target - launch_->targets.data()), at.offset, run.count, run.stride);
}

void Machine::take_sectors() {
  if (!access_.target) return;
  uint64_t taken = sectors_.take();
  access_.sectors += taken;
  TensorTraffic& traffic = access_.target->traffic;
  (access_.kind == memory::AccessKind::Read ? traffic.sectors_loaded : traffic.sectors_stored) += taken;
}

void Machine::end_access(State& state, const Instruction& instruction) {
  take_sectors();
  size_t size = size_of(info(instruction.sources[0]).type.dtype);
  uint64_t bytes = static_cast<uint64_t>(access_.lanes) * size;
  state.bytes += access_.kind == memory::AccessKind::Atomic ? 2 * bytes : bytes;
  if (!trace_) return;
  int64_t lanes = info(instruction.sources[0]).numel;
  trace_->end_access(static_cast<uint64_t>(lanes), static_cast<uint64_t>(lanes - access_.lanes), access_.sectors);
}

// Where the fault that follows is.
void Machine::note_place(const PointerTarget& target, int64_t offset) {
  if (trace_) trace_->note_place(static_cast<size_t>(&target - launch_->targets.data()), offset);
}

void Machine::misaligned(State& state, const Instruction& instruction, const PointerTarget& target,
                         int64_t offset, size_t element_bytes, std::string_view what) {
  note_place(target, offset);
  fault(state, DiagnosticKind::Misaligned,
        fmt::format("misaligned {}: '{}' {} at byte {}, where elements of {} bytes are accessed, in {}",
                    what, target.name,
                    index_name(target, (offset - target.view_offset) / static_cast<int64_t>(size_of(target.dtype))),
                    offset - target.view_offset, element_bytes, place(state)),
        instruction.operation->span,
        {{fmt::format("an address must be a multiple of the {} bytes of its element", element_bytes), {}}});
}

Machine::Place Machine::resolve(State& state, const Instruction& instruction, const Run& run,
                                size_t element_bytes, std::string_view what) {
  uint32_t index = pointer_region(run.word);
  Span span = instruction.operation->span;
  if (index >= launch_->targets.size()) far_outside(state, instruction, what);
  PointerTarget& target = launch_->targets[index];
  int64_t offset = pointer_offset(run.word);
  int64_t odd = (offset | (run.count > 1 ? run.stride : 0)) & (static_cast<int64_t>(element_bytes) - 1);
  if (odd != 0) misaligned(state, instruction, target, offset, element_bytes, what);
  if (run.stride >= 0 && offset >= 0 && run.stride < (int64_t{1} << 40)) {
    int64_t end = offset + run.stride * (run.count - 1) + static_cast<int64_t>(element_bytes);
    if (end <= static_cast<int64_t>(target.region->bytes)) {
      target.fill(static_cast<size_t>(offset), static_cast<size_t>(end));
      return {&target, static_cast<size_t>(offset), static_cast<size_t>(end), offset};
    }
  }
  __int128 reach = static_cast<__int128>(run.stride) * (run.count - 1);
  __int128 low = reach < 0 ? offset + reach : static_cast<__int128>(offset);
  __int128 high =
      (reach < 0 ? static_cast<__int128>(offset) : offset + reach) + static_cast<__int128>(element_bytes);
  if (low >= 0 && high <= static_cast<__int128>(target.region->bytes)) {
    target.fill(static_cast<size_t>(low), static_cast<size_t>(high));
    return {&target, static_cast<size_t>(low), static_cast<size_t>(high), offset};
  }
  // The first lane that leaves the storage.
  int64_t size = static_cast<int64_t>(element_bytes), lane = 0;
  __int128 at = offset;
  while (at >= 0 && at + size <= static_cast<__int128>(target.region->bytes)) {
    ++lane;
    at += run.stride;
  }
  note_place(target, static_cast<int64_t>(at));
  int64_t relative = static_cast<int64_t>(at) - target.view_offset;
  int64_t element = relative >= 0 ? relative / size : -((-relative + size - 1) / size);
  int64_t first = -target.view_offset / size,
          last = (static_cast<int64_t>(target.region->bytes) - target.view_offset) / size;
  std::string valid = first == 0 ? fmt::format("0..{}", last - 1) : fmt::format("{}..{}", first, last - 1);
  if (last <= first) valid = "none: the tensor is empty";
  std::vector<Note> notes = tensor_notes(target);
  int64_t total = info(instruction.sources[0]).numel;
  if (total > 1) notes.push_back({fmt::format("lane {} of the block's {}", run.lane + lane, total), {}});
  if (!instruction.operation->has_mask) notes.push_back({"the access has no mask", {}});
  fault(state, DiagnosticKind::OutOfBounds,
        fmt::format("{} out of bounds: '{}' {} (valid: {}) in {}", what, target.name,
                    size == static_cast<int64_t>(size_of(target.dtype)) ? index_name(target, element)
                                                                        : fmt::format("index {}", element),
                    valid, place(state)),
        span, std::move(notes));
}

void Machine::record(State& state, const Instruction& instruction, memory::AccessKind kind,
                     PointerTarget& target, size_t begin, size_t end) {
  if (search_) return look_at(instruction, kind, target, begin, end);
  memory::Conflict conflict;
  if (target.shadow->access(kind, state.stamp, begin, end, order_.get(), conflict)) return;
  race(state, instruction, kind, target, conflict);
}

void Machine::race(State& state, const Instruction& instruction, memory::AccessKind kind, const PointerTarget& target,
                   const memory::Conflict& conflict) {
  auto verb = [](memory::AccessKind k) {
    return k == memory::AccessKind::Read || k == memory::AccessKind::VolatileRead ? "read"
           : k == memory::AccessKind::Write                                       ? "written"
                                                                                  : "changed by an atomic";
  };
  note_place(target, static_cast<int64_t>(conflict.byte));
  int64_t word = make_pointer(static_cast<uint32_t>(&target - launch_->targets.data()),
                              static_cast<int64_t>(conflict.byte));
  std::string element = element_name(word, info(instruction.sources[0]).type.dtype);
  std::string other = "other programs";
  std::vector<Note> notes;
  std::string here = place(state);
  if (conflict.other_program != memory::Conflict::kSeveral) {
    uint32_t p = order_ ? order_->offender(conflict.other_program, state.stamp) : conflict.other_program;
    const int64_t x = launch_->grid[0], y = launch_->grid[1];
    other = fmt::format("program ({}, {}, {})", p % x, p / x % y, p / x / y);
    Span there = find_access(p, target, conflict.byte, conflict.other);
    if (there && !(there == instruction.operation->span))
      notes.push_back({fmt::format("it is {} by {} here", verb(conflict.other), other), there});
  }
  if (code_.drops_acquires) {
    notes.push_back({"an atomic whose result is not used acquires nothing: the compiler leaves an atomic_add of 0 out, and lets "
                     "the other threads go on beside others; wait by the atomic itself: while tl.atomic_add(flag, 0, "
                     "sem=\"acquire\") == 0",
                     {}});
  }
  notes.push_back(
      {"programs of one launch run in any order; give each its own elements, use atomics, or launch twice", {}});
  fault(state, DiagnosticKind::Race,
        fmt::format("race: {} is {} by {} and {} by {}", element, verb(kind), here, verb(conflict.other), other),
        instruction.operation->span, std::move(notes));
}

void Machine::load(State& state, const Instruction& instruction) {
  const triton::Operation& operation = *instruction.operation;
  const SlotInfo &ps = info(instruction.sources[0]), &rs = info(instruction.result);
  int32_t mask = operation.has_mask ? instruction.sources[1] : -1;
  int32_t other = operation.has_other ? instruction.sources[2] : -1;
  check_defined(state, instruction, instruction.sources[0], Use::Address, mask);
  if (mask >= 0) check_defined(state, instruction, mask, Use::Mask, -1);
  if (needs_barriers_) check_barrier(state, instruction, mask, false);
  DType dtype = ps.type.dtype;
  size_t size = size_of(dtype), width = bytes(rs.reg);
  set_data(state, instruction.result, rs.full_mask);
  BlockValue& result = value(state, instruction.result);
  uint8_t* out = result.data;
  uint8_t* poison = nullptr;
  auto need_poison = [&] {
    if (poison) return;
    poison = make_poison(state, instruction.result);
    std::memset(poison, 0, static_cast<size_t>(rs.numel));
  };
  ++state.loads;
  bool is_all_on = mask < 0 || is_wholly_on(state, mask);
  if (is_all_on && load_dense(state, instruction)) return;
  // Lanes that stay off take `other`, or nothing.
  if (!is_all_on) {
    if (other >= 0) {
      if (rs.reg == Reg::I8) {
        store_elements(dtype, full(state, other, 0), reinterpret_cast<std::byte*>(out), static_cast<size_t>(rs.numel));
      } else {
        expand(rs, view(state, other), rs.full_mask, width, out);
      }
      if (const uint8_t* other_poison = poison_of(state, other)) {
        need_poison();
        std::memcpy(poison, other_poison, static_cast<size_t>(rs.numel));
        result.poison_origin = value(state, other).poison_origin;
      }
    } else {
      std::memset(out, 0, static_cast<size_t>(rs.numel) * width);
      if (options_.check_uninitialised) {
        need_poison();
        std::memset(poison, 1, static_cast<size_t>(rs.numel));
        result.poison_origin = static_cast<int32_t>(state.at);
      }
    }
  }
  if (code_.has_spin && rs.numel > 1) state.wait.reads_more = true;
  if (is_all_on && load_transposed(state, instruction, out)) return;
  if (!poison && load_rows(state, instruction, is_all_on ? -1 : mask, out)) return;
  begin_access(state, instruction, memory::AccessKind::Read);
  bool is_masked_poison = poison != nullptr;
  // As atomics, volatile reads may meet atomics of other programs; unlike theirs they order nothing.
  memory::AccessKind read_kind = operation.flag ? memory::AccessKind::VolatileRead : memory::AccessKind::Read;
  bool can_alias = instruction.may_alias && rs.numel > 1 && size == width && dtype != DType::Bool;
  for_each_run(state, instruction.sources[0], is_all_on ? -1 : mask, size, [&](const Run& run) {
    Place at = resolve(state, instruction, run, size, "load");
    memory::Region& region = *at.target->region;
    enter_run(at, run);
    uint8_t* target = out + static_cast<size_t>(run.lane) * width;
    const std::byte* memory = region.base + at.offset;
    bool is_dense = run.stride == static_cast<int64_t>(size) || run.count == 1;
    if (is_masked_poison) std::memset(poison + run.lane, 0, static_cast<size_t>(run.count));
    // Nothing can be stored to memory that is read-only; its reads matter to the counters alone.
    bool records_reads = options_.check_races && (options_.count_work || !region.is_read_only);
    if (code_.has_spin && rs.numel == 1) note_read(state, instruction, *at.target, at.begin, size);
    bool checks_init = options_.check_uninitialised && region.tracks_initialised();
    TensorTraffic& traffic = at.target->traffic;
    traffic.bytes_loaded += static_cast<uint64_t>(run.count) * size;
    if (is_dense) {
      if (checks_init && !region.initialised.all(at.begin, at.end)) {
        need_poison();
        result.poison_origin = static_cast<int32_t>(state.at);
        for (int64_t i = 0; i < run.count; ++i) {
          size_t byte = at.begin + static_cast<size_t>(i) * size;
          if (!region.initialised.all(byte, byte + size)) poison[run.lane + i] = 2;
        }
      }
      if (records_reads) record(state, instruction, read_kind, *at.target, at.begin, at.end);
      sectors_.add(at.begin, at.end);
      if (can_alias && run.count == rs.numel && reinterpret_cast<uintptr_t>(memory) % size == 0) {
        result.data = const_cast<uint8_t*>(reinterpret_cast<const uint8_t*>(memory));
        return;
      }
      load_elements(rs.reg, dtype, memory, target, static_cast<size_t>(run.count));
      return;
    }
    if (run.stride == 0) {
      if (checks_init && !region.initialised.all(at.begin, at.end)) {
        need_poison();
        result.poison_origin = static_cast<int32_t>(state.at);
        std::memset(poison + run.lane, 2, static_cast<size_t>(run.count));
      }
      if (records_reads) record(state, instruction, read_kind, *at.target, at.begin, at.end);
      sectors_.add(at.begin, at.end);
      load_elements(rs.reg, dtype, memory, target, 1);
      if (run.count > 1) fill(width, target + width, target, static_cast<size_t>(run.count) - 1);
      return;
    }
    for (int64_t i = 0; i < run.count; ++i) {
      size_t byte = static_cast<size_t>(at.offset + i * run.stride);
      sectors_.add(byte, byte + size);
      if (checks_init && !region.initialised.all(byte, byte + size)) {
        need_poison();
        result.poison_origin = static_cast<int32_t>(state.at);
        poison[run.lane + i] = 2;
      }
      if (records_reads) record(state, instruction, read_kind, *at.target, byte, byte + size);
      load_elements(rs.reg, dtype, region.base + byte, target + static_cast<size_t>(i) * width, 1);
    }
  });
  end_access(state, instruction);
  if (rs.numel == 1 && !rs.type.is_float()) finish_scalar(state, instruction.result);
  if (poison) {
    bool is_dirty = std::any_of(poison, poison + rs.numel, [](uint8_t p) { return p != 0; });
    result.poison = is_dirty ? poison : nullptr;
    if (is_dirty) note_places(state, instruction, poison);
  }
}

void Machine::store(State& state, const Instruction& instruction) {
  const triton::Operation& operation = *instruction.operation;
  const SlotInfo &ps = info(instruction.sources[0]), &vs = info(instruction.sources[1]);
  int32_t mask = operation.has_mask ? instruction.sources[2] : -1;
  check_defined(state, instruction, instruction.sources[0], Use::Address, mask);
  if (mask >= 0) check_defined(state, instruction, mask, Use::Mask, -1);
  if (needs_barriers_) check_barrier(state, instruction, mask, true);
  if ((mask < 0 || is_wholly_on(state, mask)) && store_dense(state, instruction)) return;
  DType dtype = ps.type.dtype;
  size_t size = size_of(dtype), width = bytes(vs.reg);
  uint8_t* data = full(state, instruction.sources[1], 0);
  if (options_.check_races) check_lanes_agree(state, instruction, mask, data);
  const uint8_t* poison = options_.check_uninitialised ? poison_of(state, instruction.sources[1]) : nullptr;
  begin_access(state, instruction, memory::AccessKind::Write);
  for_each_run(state, instruction.sources[0], mask, size, [&](const Run& run) {
    Place at = resolve(state, instruction, run, size, "store");
    memory::Region& region = *at.target->region;
    if (poison) {
      for (int64_t i = 0; i < run.count; ++i) {
        if (!(poison[run.lane + i] & ~kAddressMarks)) continue;
        if (has_warned_of(state, instruction.sources[1], poison[run.lane + i], operation.span)) continue;
        note_place(*at.target, at.offset + i * run.stride);
        std::string use = "is stored to " + element_name(run.word + i * run.stride, dtype);
        undefined_value(state, instruction.sources[1], run.lane + i, use, operation.span);
      }
    }
    if (region.is_read_only) {
      note_place(*at.target, at.offset);
      fault(state, DiagnosticKind::InputMutated,
            fmt::format("store to '{}', which must not be written", at.target->name), operation.span,
            {{"inputs and weights are shared with the reference; write to a new tensor", {}}});
    }
    if (!at.target->part.empty()) check_view(state, instruction, *at.target, run);
    enter_run(at, run);
    TensorTraffic& traffic = at.target->traffic;
    traffic.bytes_stored += static_cast<uint64_t>(run.count) * size;
    const uint8_t* source = data + static_cast<size_t>(run.lane) * width;
    if (run.stride == static_cast<int64_t>(size) || run.count == 1) {
      if (options_.check_races)
        record_store(state, instruction, *at.target, at.begin, at.end, source);
      region.mark_stored(at.begin, at.end);
      sectors_.add(at.begin, at.end);
      store_elements(dtype, source, region.base + at.offset, static_cast<size_t>(run.count));
      return;
    }
    for (int64_t i = 0; i < run.count; ++i) {
      size_t byte = static_cast<size_t>(at.offset + i * run.stride);
      sectors_.add(byte, byte + size);
      if (options_.check_races)
        record_store(state, instruction, *at.target, byte, byte + size, source + static_cast<size_t>(i) * width);
      region.mark_stored(byte, byte + size);
      store_elements(dtype, source + static_cast<size_t>(i) * width, region.base + byte, 1);
    }
  });
  if (access_.lanes > 0) ++memory_version_;
  end_access(state, instruction);
}

}  // namespace tilewright::kernels::triton
