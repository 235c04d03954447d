// Loads of blocks that lie transposed in memory, such as keys in attention: elements that follow each other
// in memory are not neighbours in the last axis but in another one.
#include <algorithm>

#include "kernels/triton/atomic_order.h"
#include "kernels/triton/machine.h"

namespace tilewright::kernels::triton {

// False, with nothing counted, where the block lies otherwise or an element needs more than a copy: then
// lanes are taken in their order, which also finds the first fault.
bool Machine::load_transposed(State& state, const Instruction& instruction, uint8_t* out) {
  if (search_) return false;
  const SlotInfo &ps = info(instruction.sources[0]), &rs = info(instruction.result);
  const BlockValue& p = value(state, instruction.sources[0]);
  const int64_t size = static_cast<int64_t>(size_of(ps.type.dtype));
  constexpr int64_t kSectorBytes = 32;  // from here on each lane of a row has sectors of its own
  if (trace_) return false;
  if (!(p.has & BlockValue::kAffine) || ps.rank < 2) return false;
  size_t last = ps.rank - 1u;
  if (p.step[last] < kSectorBytes && p.step[last] > -kSectorBytes) return false;
  size_t along = 0;
  while (along < last && (p.step[along] != size || ps.extents[along] < 8)) ++along;
  if (along == last) return false;

  uint32_t index = pointer_region(p.base);
  if (index >= launch_->targets.size()) return false;
  PointerTarget& target = launch_->targets[index];
  memory::Region& region = *target.region;
  int64_t low = pointer_offset(p.base), high = low + size;
  std::array<int64_t, kMaxRank> lane_step{};
  int64_t running = 1;
  for (size_t a = ps.rank; a-- > 0;) {
    (p.step[a] < 0 ? low : high) += p.step[a] * (ps.extents[a] - 1);
    lane_step[a] = running;
    running *= ps.extents[a];
  }
  bool is_aligned = low % size == 0;
  for (size_t a = 0; a < ps.rank; ++a) is_aligned = is_aligned && p.step[a] % size == 0;
  if (!is_aligned || low < 0 || high > static_cast<int64_t>(region.bytes)) return false;

  auto for_each_line = [&](auto&& body) {
    std::array<int64_t, kMaxRank> at{};
    for (;;) {
      int64_t lane = 0, offset = pointer_offset(p.base);
      for (size_t a = 0; a < ps.rank; ++a) {
        lane += at[a] * lane_step[a];
        offset += at[a] * p.step[a];
      }
      if (!body(lane, static_cast<size_t>(offset))) return false;
      size_t a = ps.rank;
      while (a-- > 0) {
        if (a == along) continue;
        if (++at[a] < ps.extents[a]) break;
        at[a] = 0;
      }
      if (a > last) return true;  // passed the first axis
    }
  };
  size_t count = static_cast<size_t>(ps.extents[along]), bytes_along = count * static_cast<size_t>(size);
  if (options_.check_uninitialised && region.tracks_initialised()) {
    if (!for_each_line([&](int64_t, size_t at) { return region.initialised.all(at, at + bytes_along); }))
      return false;
  }
  if (options_.check_races && (options_.count_work || !region.is_read_only)) {
    memory::Conflict conflict;
    auto record_line = [&](int64_t, size_t at) {
      return target.shadow->access(memory::AccessKind::Read, state.stamp, at, at + bytes_along, order_.get(),
                                   conflict);
    };
    if (!for_each_line(record_line)) return false;
  }
  size_t width = bytes(rs.reg), step = static_cast<size_t>(lane_step[along]);
  std::byte* line = scratch_[0].get();
  for_each_line([&](int64_t lane, size_t at) {
    target.fill(at, at + bytes_along);
    load_elements(rs.reg, ps.type.dtype, region.base + at, line, count);
    auto scatter = [&]<class T>(T) {
      const T* from = reinterpret_cast<const T*>(line);
      T* to = reinterpret_cast<T*>(out) + lane;
      for (size_t i = 0; i < count; ++i) to[i * step] = from[i];
    };
    width == 1 ? scatter(uint8_t{}) : width == 4 ? scatter(uint32_t{}) : scatter(uint64_t{});
    return true;
  });
  target.traffic.bytes_loaded += static_cast<uint64_t>(ps.numel * size);
  for_each_line([&](int64_t, size_t at) {
    sectors_.add(at, at + bytes_along);
    return true;
  });
  target.traffic.sectors_loaded += sectors_.take();
  state.bytes += static_cast<uint64_t>(ps.numel * size);
  return true;
}

}  // namespace tilewright::kernels::triton
