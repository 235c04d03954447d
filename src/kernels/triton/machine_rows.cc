// Loads of tiles whose rows lie dense in memory, each some way from the one before: all of a tile is checked,
// then recorded, then copied.
#include <algorithm>

#include "kernels/triton/atomic_order.h"
#include "kernels/triton/machine.h"

namespace tilewright::kernels::triton {
namespace {

// Rows of a tile: `count` of them, `step` bytes and `lanes` elements apart, each of `bytes` bytes.
struct Rows {
  size_t count, step, lanes, bytes, elements;
};

// Distinct sectors of rows that begin alike and do not meet; 0: not of this kind.
uint64_t sectors_of(const Rows& rows, size_t first) {
  size_t each = memory::sectors(first, first + rows.bytes);
  return rows.step % memory::SectorCount::kBytes == 0 && rows.step >= each * memory::SectorCount::kBytes
             ? rows.count * each
             : 0;
}

}  // namespace

// False, with nothing counted, where the block lies otherwise or something is wrong with a lane: then lanes
// are taken run by run. `mask` < 0: all lanes are on; lanes that are off hold what they should already.
bool Machine::load_rows(State& state, const Instruction& instruction, int32_t mask, uint8_t* out) {
  if (search_) return false;
  const SlotInfo &ps = info(instruction.sources[0]), &rs = info(instruction.result);
  const BlockValue& p = value(state, instruction.sources[0]);
  const int64_t size = static_cast<int64_t>(size_of(ps.type.dtype));
  if (trace_ || code_.has_spin || instruction.operation->flag) return false;
  if (!(p.has & BlockValue::kAffine) || ps.rank != 2 || p.step[1] != size) return false;
  std::array<int64_t, 2> low{}, high{ps.extents[0], ps.extents[1]};
  if (mask >= 0) {
    const BlockValue& box = value(state, mask);
    if (!(box.has & BlockValue::kBox)) return false;
    for (size_t a = 0; a < 2; ++a) {
      low[a] = std::max<int64_t>(low[a], box.low[a]);
      high[a] = std::min<int64_t>(high[a], box.high[a]);
      if (low[a] >= high[a]) return false;
    }
  }
  int64_t count = high[0] - low[0], elements = high[1] - low[1];
  if (p.step[0] < elements * size || p.step[0] == ps.extents[1] * size)
    return false;  // rows that meet are one run
  uint32_t index = pointer_region(p.base);
  if (index >= launch_->targets.size()) return false;
  PointerTarget& target = launch_->targets[index];
  memory::Region& region = *target.region;
  int64_t begin = pointer_offset(p.base) + low[0] * p.step[0] + low[1] * size;
  if (begin < 0 || begin % size != 0 || p.step[0] % size != 0) return false;
  if (begin + (count - 1) * p.step[0] + elements * size > static_cast<int64_t>(region.bytes)) return false;

  size_t first = static_cast<size_t>(begin);
  Rows rows{static_cast<size_t>(count), static_cast<size_t>(p.step[0]), static_cast<size_t>(ps.extents[1]),
            static_cast<size_t>(elements * size), static_cast<size_t>(elements)};
  if (options_.check_uninitialised && region.tracks_initialised()) {
    for (size_t row = 0, at = first; row < rows.count; ++row, at += rows.step) {
      if (!region.initialised.all(at, at + rows.bytes)) return false;
    }
  }
  if (options_.check_races && (options_.count_work || !region.is_read_only)) {
    memory::Conflict conflict;
    if (!target.shadow->read_rows(state.stamp, first, rows.step, rows.count, rows.bytes, order_.get(), conflict))
      return false;
  }
  for (size_t row = 0, at = first; target.stand_in && row < rows.count; ++row, at += rows.step)
    target.fill(at, at + rows.bytes);
  uint64_t sectors = sectors_of(rows, first);
  for (size_t row = 0, at = first; sectors == 0 && row < rows.count; ++row, at += rows.step)
    sectors_.add(at, at + rows.bytes);
  target.traffic.sectors_loaded += sectors != 0 ? sectors : sectors_.take();
  target.traffic.bytes_loaded += rows.count * rows.bytes;
  state.bytes += rows.count * rows.bytes;
  size_t lane = static_cast<size_t>(low[0] * ps.extents[1] + low[1]);
  triton::load_rows(rs.reg, ps.type.dtype, region.base + first, rows.step, out + lane * bytes(rs.reg), rows.lanes,
                    rows.count, rows.elements);
  return true;
}

}  // namespace tilewright::kernels::triton
