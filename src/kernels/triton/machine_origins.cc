// Which element of which tensor a lane without a value comes from, and which one it reaches. A load keeps
// where its lanes point while some of them have no value; a report follows its lane back to one of the
// load's.
#include <fmt/format.h>

#include "kernels/triton/machine.h"
#include "kernels/triton/place_names.h"

namespace tilewright::kernels::triton {
namespace {

// Row-major position in `from` of the element that `lane` of `to` holds; axes[a]: the axis of `from`, -1:
// none.
int64_t mapped_lane(const SlotInfo& from, const SlotInfo& to, const std::array<int8_t, kMaxRank>& axes,
                    int64_t lane) {
  std::array<int64_t, kMaxRank> stride{};
  int64_t running = 1, result = 0;
  for (size_t a = from.rank; a-- > 0;) {
    stride[a] = running;
    running *= from.extents[a];
  }
  for (size_t a = to.rank; a-- > 0;) {
    if (axes[a] >= 0) result += lane % to.extents[a] * stride[static_cast<size_t>(axes[a])];
    lane /= to.extents[a];
  }
  return result;
}

// The first of `count` lanes, `step` apart from `lane` on, that carries one of `marks`; -1: none.
int64_t first_marked(const uint8_t* poison, int64_t lane, int64_t count, int64_t step, uint8_t marks) {
  for (int64_t i = 0; poison && i < count; ++i) {
    if (poison[lane + i * step] & marks) return lane + i * step;
  }
  return -1;
}

}  // namespace

// Lane of operand `source` that gives `lane` of the result its marks; -1: it does not, or that is not known.
int64_t Machine::operand_lane(const State& state, const Instruction& made, int32_t source, int64_t lane,
                              uint8_t marks) const {
  const SlotInfo &from = info(source), &to = info(made.result);
  const uint8_t* poison = poison_of(state, source);
  if (!poison) return -1;
  auto if_marked = [&](int64_t at) { return poison[at] & marks ? at : -1; };
  if (made.action == Action::Move) return if_marked(lane);
  switch (made.op) {
    case Op::Broadcast:
    case Op::Permute:
      return if_marked(made.is_identity ? lane : mapped_lane(from, to, made.axes, lane));
    case Op::Reshape:
      return if_marked(lane);
    case Op::Reduce:
    case Op::ArgReduce:
    case Op::Scan: {
      const Shape& shape = from.type.shape;
      int64_t n = shape[static_cast<size_t>(made.operation->integer)], inner = 1;
      for (size_t a = static_cast<size_t>(made.operation->integer) + 1; a < shape.size(); ++a)
        inner *= shape[a];
      int64_t outer = lane / (made.op == Op::Scan ? n * inner : inner);
      return first_marked(poison, outer * n * inner + lane % inner, n, inner, marks);
    }
    case Op::Dot: {
      if (source == made.sources[2]) return if_marked(lane);
      const Shape& shape = to.type.shape;
      int64_t m = shape[shape.size() - 2], n = shape.back(), k = info(made.sources[0]).type.shape.back();
      int64_t batch = lane / (m * n), row = lane / n % m, column = lane % n;
      int64_t at = source == made.sources[0] ? first_marked(poison, (batch * m + row) * k, k, 1, marks) : -1;
      return at < 0 && source == made.sources[1] ? first_marked(poison, batch * k * n + column, k, n, marks)
                                                 : at;
    }
    default:
      break;
  }
  OpGroup kind = group(made.op);
  bool is_by_element = kind == OpGroup::Unary || kind == OpGroup::Test || kind == OpGroup::Binary ||
                       kind == OpGroup::Compare || kind == OpGroup::Ternary || kind == OpGroup::Convert;
  return is_by_element && from.numel == to.numel ? if_marked(lane) : -1;
}

// Lane of the load that `lane` of `slot`, used by the present instruction, comes from; -1: not known.
int64_t Machine::origin_lane(const State& state, int32_t slot, int64_t lane, uint8_t marks) const {
  int64_t origin = state.slots[static_cast<size_t>(slot)].poison_origin;
  for (int64_t at = static_cast<int64_t>(state.at); at-- > origin && origin >= 0;) {
    const Instruction& made = code_.instructions[static_cast<size_t>(at)];
    if (made.result < 0 || (made.action != Action::Operation && made.action != Action::Move)) continue;
    bool is_second = made.op == Op::ArgReduce && slot == made.result + 1;
    if (made.result != slot && !is_second) continue;
    if (at == origin) return lane;
    int64_t found = -1;
    int32_t from = slot;
    for (int32_t source : made.sources) {
      if (source < 0) break;
      if (source == slot || found >= 0) continue;  // a slot that is made in place holds the result's marks
      found = operand_lane(state, made, source, lane, marks);
      from = source;
    }
    if (found >= 0) {
      slot = from;
      lane = found;
    } else if (!is_in_place(made)) {
      return -1;
    }
  }
  return -1;
}

// At the end of a load some of whose lanes have no value.
void Machine::note_places(State& state, const Instruction& instruction, const uint8_t* poison) {
  if (state.undefined_loads.empty()) state.undefined_loads.resize(code_.instructions.size());
  State::UndefinedLoad& load = state.undefined_loads[state.at];
  const SlotInfo& s = info(instruction.sources[0]);
  const BlockValue& pointer = value(state, instruction.sources[0]);
  load.base = pointer.base;
  load.step = pointer.step;
  load.words.clear();
  load.first_lane = 0;
  while (!poison[load.first_lane]) ++load.first_lane;
  if (pointer.has & BlockValue::kAffine) return;
  const int64_t* words = reinterpret_cast<const int64_t*>(full(state, instruction.sources[0], 1));
  load.words.assign(words, words + s.numel);
}

// The element that a lane of `slot` comes from, of which a load made no value: "'x_ptr' index 3"; empty: not
// known.
std::string Machine::origin_element(const State& state, int32_t slot, int64_t lane, uint8_t marks) const {
  int32_t origin = state.slots[static_cast<size_t>(slot)].poison_origin;
  if (origin < 0 || code_.instructions[static_cast<size_t>(origin)].op != Op::Load) return {};
  if (state.undefined_loads.empty()) return {};
  const State::UndefinedLoad& load = state.undefined_loads[static_cast<size_t>(origin)];
  const SlotInfo& pointer = info(code_.instructions[static_cast<size_t>(origin)].sources[0]);
  int64_t at = origin_lane(state, slot, lane, marks);
  if (at < 0) at = load.first_lane;
  if (!load.words.empty()) return element_name(load.words[static_cast<size_t>(at)], pointer.type.dtype);
  int64_t offset = pointer_offset(load.base);
  for (size_t a = pointer.rank; a-- > 0;) {
    offset += at % pointer.extents[a] * load.step[a];
    at /= pointer.extents[a];
  }
  bool is_wild = offset > kMaxPointerOffset || offset < -kMaxPointerOffset;
  return is_wild ? std::string()
                 : element_name(make_pointer(pointer_region(load.base), offset), pointer.type.dtype);
}

// Of the pointer in one lane of a slot.
int64_t Machine::word_at(State& state, int32_t pointer, int64_t lane) {
  return reinterpret_cast<const int64_t*>(full(state, pointer, 1))[lane];
}

// In elements of the tensor; an access in elements of another size (`dtype`) also names the byte. Empty: no
// tensor.
std::string Machine::element_name(int64_t word, DType dtype) const {
  size_t region = pointer_region(word);
  if (region >= launch_->targets.size()) return {};
  const PointerTarget& target = launch_->targets[region];
  int64_t size = static_cast<int64_t>(size_of(target.dtype)),
          byte = pointer_offset(word) - target.view_offset;
  int64_t index = byte >= 0 ? byte / size : -((-byte + size - 1) / size);
  std::string name = fmt::format("'{}' {}", target.name, index_name(target, index));
  return size_of(dtype) == size_of(target.dtype) ? name : fmt::format("{} (byte {})", name, byte);
}

}  // namespace tilewright::kernels::triton
