// Accesses whose lanes are all on and lie one behind the other in memory, in order: most of what kernels do, done
// as one range. Whatever is out of the ordinary is left to the general way, which also reports it.
#include "kernels/triton/machine.h"

namespace tilewright::kernels::triton {

bool Machine::is_wholly_on(const State& state, int32_t mask) const {
  const BlockValue& m = state.slots[static_cast<size_t>(mask)];
  if ((m.has & BlockValue::kData) && m.mask == 0) return *m.data != 0;
  if (!(m.has & BlockValue::kBox)) return false;
  const SlotInfo& s = info(mask);
  for (size_t a = 0; a < s.rank; ++a) {
    if (m.low[a] > 0 || m.high[a] < s.extents[a]) return false;
  }
  return true;
}

std::optional<Machine::Place> Machine::dense_place(const State& state, int32_t pointer) const {
  // Traces and waiting programs want to know more of each access.
  if (trace_ || code_.has_spin) return std::nullopt;
  const BlockValue& p = state.slots[static_cast<size_t>(pointer)];
  if (!(p.has & BlockValue::kAffine) || p.poison) return std::nullopt;
  const SlotInfo& s = info(pointer);
  int64_t size = static_cast<int64_t>(size_of(s.type.dtype));
  int64_t step = size;
  for (size_t a = s.rank; a-- > 0;) {
    if (p.step[a] != step) return std::nullopt;
    step *= s.extents[a];
  }
  size_t index = pointer_region(p.base);
  int64_t offset = pointer_offset(p.base);
  if (index >= launch_->targets.size() || offset < 0 || (offset & (size - 1))) return std::nullopt;
  PointerTarget& target = launch_->targets[index];
  if (offset + step > static_cast<int64_t>(target.region->bytes)) return std::nullopt;
  target.fill(static_cast<size_t>(offset), static_cast<size_t>(offset + step));
  return Place{&target, static_cast<size_t>(offset), static_cast<size_t>(offset + step), offset};
}

bool Machine::load_dense(State& state, const Instruction& instruction) {
  std::optional<Place> at = dense_place(state, instruction.sources[0]);
  if (!at) return false;
  const SlotInfo &ps = info(instruction.sources[0]), &rs = info(instruction.result);
  memory::Region& region = *at->target->region;
  if (options_.check_uninitialised && !region.is_initialised(at->begin, at->end)) return false;
  if (options_.check_races && (options_.count_work || !region.is_read_only)) {
    record(state, instruction,
           instruction.operation->flag ? memory::AccessKind::VolatileRead : memory::AccessKind::Read, *at->target,
           at->begin, at->end);
  }
  at->target->traffic.bytes_loaded += at->end - at->begin;
  at->target->traffic.sectors_loaded += memory::sectors(at->begin, at->end);
  state.bytes += at->end - at->begin;
  BlockValue& result = value(state, instruction.result);
  const std::byte* memory = region.base + at->begin;
  DType dtype = ps.type.dtype;
  size_t size = size_of(dtype);
  bool can_alias = instruction.may_alias && rs.numel > 1 && size == bytes(rs.reg) && dtype != DType::Bool;
  if (can_alias && reinterpret_cast<uintptr_t>(memory) % size == 0) {
    result.data = const_cast<uint8_t*>(reinterpret_cast<const uint8_t*>(memory));
  } else {
    load_elements(rs.reg, dtype, memory, result.data, static_cast<size_t>(rs.numel));
    if (rs.numel == 1 && !rs.type.is_float()) finish_scalar(state, instruction.result);
  }
  return true;
}

bool Machine::store_dense(State& state, const Instruction& instruction) {
  std::optional<Place> at = dense_place(state, instruction.sources[0]);
  if (!at) return false;
  memory::Region& region = *at->target->region;
  if (region.is_read_only || poison_of(state, instruction.sources[1]) || !at->target->part.empty()) return false;
  const uint8_t* data = full(state, instruction.sources[1], 0);
  if (options_.check_races) record_store(state, instruction, *at->target, at->begin, at->end, data);
  region.mark_stored(at->begin, at->end);
  at->target->traffic.bytes_stored += at->end - at->begin;
  at->target->traffic.sectors_stored += memory::sectors(at->begin, at->end);
  state.bytes += at->end - at->begin;
  const SlotInfo& ps = info(instruction.sources[0]);
  store_elements(ps.type.dtype, data, region.base + at->begin, static_cast<size_t>(ps.numel));
  ++memory_version_;
  return true;
}

}  // namespace tilewright::kernels::triton
