// What a GPU would not say: lanes of one store that disagree, and lanes masked off that it makes 0.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "kernels/triton/atomic_order.h"
#include "kernels/triton/machine.h"
#include "kernels/triton/place_names.h"

namespace tilewright::kernels::triton {

// ---- lanes of one store ----
// True where the addresses of a block's lanes are all different, whatever the mask.
bool Machine::are_addresses_apart(const SlotInfo& slot, const BlockValue& pointer, int64_t size) {
  std::array<std::pair<int64_t, int64_t>, kMaxRank> axes;  // distance, extent
  for (size_t a = 0; a < slot.rank; ++a)
    axes[a] = {pointer.step[a] < 0 ? -pointer.step[a] : pointer.step[a], slot.extents[a]};
  std::sort(axes.begin(), axes.begin() + slot.rank);
  __int128 reach = size;
  for (size_t a = 0; a < slot.rank; ++a) {
    if (axes[a].first < reach) return false;
    reach += static_cast<__int128>(axes[a].first) * (axes[a].second - 1);
  }
  return true;
}

void Machine::check_lanes_agree(State& state, const Instruction& instruction, int32_t mask,
                                const uint8_t* data) {
  const SlotInfo &ps = info(instruction.sources[0]), &vs = info(instruction.sources[1]);
  const BlockValue& pointer = value(state, instruction.sources[0]);
  int64_t size = static_cast<int64_t>(size_of(ps.type.dtype));
  if (ps.numel == 1) return;
  if ((pointer.has & BlockValue::kAffine) && are_addresses_apart(ps, pointer, size)) return;
  const BlockValue* m = mask >= 0 ? &value(state, mask) : nullptr;
  if (m && (m->has & BlockValue::kData) && m->mask == 0) {
    if (!*m->data) return;
    m = nullptr;
  }
  const int64_t* words = reinterpret_cast<const int64_t*>(full(state, instruction.sources[0], 1));
  const uint8_t* on = m ? mask_bytes(state, mask, 2) : nullptr;
  // Mostly addresses rise along the lanes.
  int64_t last = INT64_MIN, lane = 0;
  for (; lane < ps.numel; ++lane) {
    if (on && !on[lane]) continue;
    if (last != INT64_MIN && words[lane] < last + size) break;
    last = words[lane];
  }
  if (lane == ps.numel) return;
  size_t slots = 1;
  while (slots < static_cast<size_t>(ps.numel) * 2) slots *= 2;
  if (lane_table_.size() < slots) lane_table_.assign(slots, {0, -1});
  std::fill_n(lane_table_.begin(), slots, LaneEntry{0, -1});
  size_t width = bytes(vs.reg);
  for (lane = 0; lane < ps.numel; ++lane) {
    if (on && !on[lane]) continue;
    size_t at =
        static_cast<size_t>(static_cast<uint64_t>(words[lane]) * 0x9e3779b97f4a7c15ull >> 20) & (slots - 1);
    while (lane_table_[at].lane >= 0 && lane_table_[at].word != words[lane]) at = (at + 1) & (slots - 1);
    LaneEntry& entry = lane_table_[at];
    if (entry.lane < 0) {
      entry = {words[lane], static_cast<int32_t>(lane)};
      continue;
    }
    const uint8_t *one = data + static_cast<size_t>(entry.lane) * width,
                  *other = data + static_cast<size_t>(lane) * width;
    bool is_inside = pointer_region(words[lane]) < launch_->targets.size();  // others are reported as outside
    if (is_inside && std::memcmp(one, other, width) != 0)
      lanes_disagree(state, instruction, entry.lane, lane, words[lane], one, other);
  }
}

void Machine::lanes_disagree(State& state, const Instruction& instruction, int64_t lane, int64_t other_lane,
                             int64_t word, const uint8_t* one, const uint8_t* other) {
  const SlotInfo& vs = info(instruction.sources[1]);
  uint32_t index = pointer_region(word);
  const PointerTarget& target = launch_->targets[index];
  int64_t size = static_cast<int64_t>(size_of(info(instruction.sources[0]).type.dtype));
  auto number = [&](const uint8_t* data) {
    double result = 0;
    convert(vs.type.is_pointer ? DType::Int64 : vs.type.dtype, data, DType::Float64, &result, 1);
    return result;
  };
  fault(state, DiagnosticKind::Race,
        fmt::format("race: lanes {} and {} of one store write {:.6g} and {:.6g} to '{}' {} in {}", lane,
                    other_lane, number(one), number(other), target.name,
                    index_name(target, (pointer_offset(word) - target.view_offset) / size), place(state)),
        instruction.operation->span,
        {{"lanes of a block run in any order, so either value may stay; mask all but one of them, or reduce "
          "them first",
          {}}});
}

// Two programs may store the same value to one place: no order of them shows. A store that leaves memory as
// it is does race with another program's load: that it changes nothing is luck of the values, unless it puts
// back what was loaded from there (tl.where(mask, new, old)); then it counts as the load that it repeats.
void Machine::record_store(State& state, const Instruction& instruction, PointerTarget& target, size_t begin,
                           size_t end, const uint8_t* source) {
  if (search_) {
    look_at(instruction, memory::AccessKind::Write, target, begin, end);
    if (instruction.puts_back) look_at(instruction, memory::AccessKind::Read, target, begin, end);
    return;
  }
  memory::Conflict conflict;
  const DType dtype = info(instruction.sources[0]).type.dtype;
  const size_t size = size_of(dtype), width = bytes(info(instruction.sources[1]).reg), first = begin;
  auto changes = [&](size_t at) {
    std::byte stored[8];
    store_elements(dtype, source + (at - first) / size * width, stored, 1);
    return std::memcmp(stored, target.region->base + at, size) != 0;
  };
  auto record_writes = [&](size_t from, size_t to) {
    while (from < to &&
           !target.shadow->access(memory::AccessKind::Write, state.stamp, from, to, order_.get(), conflict)) {
      size_t at = first + (conflict.byte - first) / size * size;
      if (conflict.other != memory::AccessKind::Write || changes(at))
        race(state, instruction, memory::AccessKind::Write, target, conflict);
      from = at + size;
    }
  };
  if (!instruction.puts_back) return record_writes(begin, end);
  while (begin < end) {
    const bool is_change = changes(begin);
    size_t stop = begin + size;
    while (stop < end && changes(stop) == is_change) stop += size;
    if (is_change) {
      record_writes(begin, stop);
    } else {
      record(state, instruction, memory::AccessKind::Read, target, begin, stop);
    }
    begin = stop;
  }
}

// ---- masked lanes as on a GPU
// -----------------------------------------------------------------------------------
bool Machine::has_warned(Span place, Span use) const {
  return std::any_of(warnings_.begin(), warnings_.end(), [&](const Warning& known) {
    return known.diagnostic.span == place && known.use == use;
  });
}

// Whether lanes of `slot` with this mark are 0 as on a GPU, and their use at `use` has been warned of.
bool Machine::has_warned_of(const State& state, int32_t slot, uint8_t mark, Span use) const {
  if (!options_.masked_lanes_are_zero || (mark & ~kAddressMarks) != kMaskedOff) return false;
  const triton::Operation* source = origin_of(state, slot);
  return has_warned(source ? source->span : use, use);
}

void Machine::warn(const State& state, Diagnostic diagnostic, Span use) {
  if (!has_warned(diagnostic.span, use)) warnings_.push_back({state.linear, use, std::move(diagnostic)});
}

void Machine::take_warnings(const Machine& other) {
  for (const Warning& theirs : other.warnings_) {
    auto mine = std::find_if(warnings_.begin(), warnings_.end(), [&](const Warning& w) {
      return w.diagnostic.span == theirs.diagnostic.span && w.use == theirs.use;
    });
    if (mine == warnings_.end()) {
      warnings_.push_back(theirs);
    } else if (theirs.program < mine->program) {
      *mine = theirs;
    }
  }
}

// In program order; one a load and use.
std::vector<Diagnostic> Machine::warnings() const {
  std::vector<const Warning*> sorted;
  for (const Warning& warning : warnings_) sorted.push_back(&warning);
  std::stable_sort(sorted.begin(), sorted.end(), [](const Warning* a, const Warning* b) {
    return std::make_pair(a->program, a->use.begin) < std::make_pair(b->program, b->use.begin);
  });
  std::vector<Diagnostic> result;
  for (const Warning* warning : sorted) result.push_back(warning->diagnostic);
  return result;
}

}  // namespace tilewright::kernels::triton
