// Forms of block values: compact data, affine, box; turning one into another.
#include <algorithm>
#include <cstring>

#include "kernels/triton/machine.h"

namespace tilewright::kernels::triton {

uint8_t* Machine::own_data(State& state, int32_t slot) const {
  const SlotInfo& s = info(slot);
  if (s.numel == 1) return reinterpret_cast<uint8_t*>(&value(state, slot).base);
  return reinterpret_cast<uint8_t*>(state.arena + s.offset);
}

int64_t Machine::count(const SlotInfo& slot, uint8_t mask) const {
  if (mask == slot.full_mask) return slot.numel;
  int64_t n = 1;
  for (int axis = 0; axis < slot.rank; ++axis) {
    if (mask >> axis & 1) n *= slot.extents[static_cast<size_t>(axis)];
  }
  return n;
}

void Machine::set_data(State& state, int32_t slot, uint8_t mask) {
  BlockValue& v = value(state, slot);
  v.has = BlockValue::kData;
  v.mask = mask;
  v.data = mask ? own_data(state, slot) : reinterpret_cast<uint8_t*>(&v.base);
}

void Machine::set_affine(State& state, int32_t slot, int64_t base) {
  BlockValue& v = value(state, slot);
  v.has = BlockValue::kAffine | BlockValue::kData;
  v.mask = 0;
  v.base = base;
  v.step.fill(0);
  v.data = reinterpret_cast<uint8_t*>(&v.base);
}

// One integer element was written into `base`: extends it and makes it affine too.
void Machine::finish_scalar(State& state, int32_t slot) {
  BlockValue& v = value(state, slot);
  const SlotInfo& s = info(slot);
  switch (s.reg) {
    case Reg::I32:
      v.base = s.is_unsigned ? static_cast<int64_t>(static_cast<uint32_t>(v.base))
                             : static_cast<int64_t>(static_cast<int32_t>(v.base));
      break;
    case Reg::I1:
      v.base = v.base & 1;
      return;
    case Reg::I64:
      break;
    case Reg::F32:
    case Reg::F64:
    case Reg::I8:
      return;
  }
  v.has |= BlockValue::kAffine;
  v.step.fill(0);
}

bool Machine::fits(const SlotInfo& slot, int64_t base, const std::array<int64_t, kMaxRank>& step) const {
  if (slot.type.is_pointer) return true;
  int64_t low = base, high = base;
  bool overflow = false;  // `low` only falls and `high` only rises, so what left 64 bits does not come back
  for (size_t axis = 0; axis < slot.rank; ++axis) {
    int64_t reach = 0;
    overflow |= __builtin_mul_overflow(step[axis], slot.extents[axis] - 1, &reach);
    int64_t& end = reach < 0 ? low : high;
    overflow |= __builtin_add_overflow(end, reach, &end);
  }
  if (overflow) return false;
  switch (slot.type.dtype) {
    case DType::Int8:
      return low >= INT8_MIN && high <= INT8_MAX;
    case DType::Int16:
      return low >= INT16_MIN && high <= INT16_MAX;
    case DType::Int32:
      return low >= INT32_MIN && high <= INT32_MAX;
    case DType::Int64:
      return true;
    case DType::UInt8:
      return low >= 0 && high <= UINT8_MAX;
    case DType::UInt16:
      return low >= 0 && high <= UINT16_MAX;
    case DType::UInt32:
      return low >= 0 && high <= UINT32_MAX;
    case DType::UInt64:
      return low >= 0;
    default:
      return false;
  }
}

void Machine::materialise(State& state, int32_t slot) {
  BlockValue& v = value(state, slot);
  const SlotInfo& s = info(slot);
  if (v.has & BlockValue::kAffine) {
    uint8_t mask = 0;
    for (int axis = 0; axis < s.rank; ++axis)
      mask |= static_cast<uint8_t>((v.step[static_cast<size_t>(axis)] != 0) << axis);
    v.has |= BlockValue::kData;
    v.mask = mask;
    if (!mask) {
      v.data = reinterpret_cast<uint8_t*>(&v.base);
      return;
    }
    v.data = own_data(state, slot);
    int inner = s.rank - 1;
    while (!(mask >> inner & 1)) --inner;
    size_t inner_count = static_cast<size_t>(s.extents[static_cast<size_t>(inner)]);
    size_t rows = static_cast<size_t>(count(s, mask)) / inner_count;
    std::array<int64_t, kMaxRank> index{};
    for (size_t row = 0; row < rows; ++row) {
      int64_t base = v.base;
      for (int axis = 0; axis < inner; ++axis)
        base += index[static_cast<size_t>(axis)] * v.step[static_cast<size_t>(axis)];
      fill_affine(s.reg, v.data + row * inner_count * bytes(s.reg), base, v.step[static_cast<size_t>(inner)],
                  inner_count);
      for (int axis = inner - 1; axis >= 0; --axis) {
        if (!(mask >> axis & 1)) continue;
        if (++index[static_cast<size_t>(axis)] < s.extents[static_cast<size_t>(axis)]) break;
        index[static_cast<size_t>(axis)] = 0;
      }
    }
    return;
  }
  // A box: bytes over the axes that it bounds.
  uint8_t mask = 0;
  bool is_empty = false;
  for (int axis = 0; axis < s.rank; ++axis) {
    size_t a = static_cast<size_t>(axis);
    is_empty = is_empty || v.low[a] >= v.high[a];
    if (v.low[a] > 0 || v.high[a] < s.extents[a]) mask |= static_cast<uint8_t>(1u << axis);
  }
  v.has |= BlockValue::kData;
  if (is_empty || !mask) {
    v.mask = 0;
    v.base = !is_empty;
    v.data = reinterpret_cast<uint8_t*>(&v.base);
    return;
  }
  v.mask = mask;
  v.data = own_data(state, slot);
  int inner = s.rank - 1;
  while (!(mask >> inner & 1)) --inner;
  size_t inner_count = static_cast<size_t>(s.extents[static_cast<size_t>(inner)]);
  size_t rows = static_cast<size_t>(count(s, mask)) / inner_count;
  std::array<int64_t, kMaxRank> index{};
  size_t low = static_cast<size_t>(v.low[static_cast<size_t>(inner)]),
         high = static_cast<size_t>(v.high[static_cast<size_t>(inner)]);
  for (size_t row = 0; row < rows; ++row) {
    bool is_inside = true;
    for (int axis = 0; axis < inner; ++axis) {
      size_t a = static_cast<size_t>(axis);
      if (mask >> axis & 1) is_inside = is_inside && index[a] >= v.low[a] && index[a] < v.high[a];
    }
    uint8_t* out = v.data + row * inner_count;
    std::memset(out, 0, inner_count);
    if (is_inside) std::memset(out + low, 1, high - low);
    for (int axis = inner - 1; axis >= 0; --axis) {
      if (!(mask >> axis & 1)) continue;
      if (++index[static_cast<size_t>(axis)] < s.extents[static_cast<size_t>(axis)]) break;
      index[static_cast<size_t>(axis)] = 0;
    }
  }
}

Machine::View Machine::view(State& state, int32_t slot) {
  BlockValue& v = value(state, slot);
  if (!(v.has & BlockValue::kData)) materialise(state, slot);
  return {v.data, v.mask};
}

// Spreads data over the axes of `from.mask` to those of `to_mask`, a superset.
void Machine::expand(const SlotInfo& s, const View& from, uint8_t to_mask, size_t element_bytes,
                     uint8_t* out) const {
  if (from.mask == 0) return fill(element_bytes, out, from.data, static_cast<size_t>(count(s, to_mask)));
  // The inner part: trailing axes that are all present or all absent in `from`.
  size_t inner = 1;
  int axis = s.rank - 1;
  while (axis >= 0 && !(to_mask >> axis & 1)) --axis;
  bool is_inner_present = axis >= 0 && (from.mask >> axis & 1);
  for (; axis >= 0; --axis) {
    if (!(to_mask >> axis & 1)) continue;
    if (static_cast<bool>(from.mask >> axis & 1) != is_inner_present) break;
    inner *= static_cast<size_t>(s.extents[static_cast<size_t>(axis)]);
  }
  int outer_axes = axis + 1;
  std::array<size_t, kMaxRank> stride{};
  size_t running = is_inner_present ? inner : 1;
  for (int a = outer_axes - 1; a >= 0; --a) {
    if (from.mask >> a & 1) {
      stride[static_cast<size_t>(a)] = running;
      running *= static_cast<size_t>(s.extents[static_cast<size_t>(a)]);
    }
  }
  size_t rows = static_cast<size_t>(count(s, to_mask)) / inner;
  std::array<int64_t, kMaxRank> index{};
  size_t offset = 0;
  for (size_t row = 0; row < rows; ++row) {
    const uint8_t* source = from.data + offset * element_bytes;
    uint8_t* target = out + row * inner * element_bytes;
    if (is_inner_present) {
      std::memcpy(target, source, inner * element_bytes);
    } else {
      fill(element_bytes, target, source, inner);
    }
    for (int a = outer_axes - 1; a >= 0; --a) {
      size_t i = static_cast<size_t>(a);
      if (!(to_mask >> a & 1)) continue;
      offset += stride[i];
      if (++index[i] < s.extents[i]) break;
      offset -= stride[i] * static_cast<size_t>(s.extents[i]);
      index[i] = 0;
    }
  }
}

uint8_t* Machine::full(State& state, int32_t slot, int scratch) {
  View v = view(state, slot);
  const SlotInfo& s = info(slot);
  if (v.mask == s.full_mask) return v.data;
  uint8_t* out = reinterpret_cast<uint8_t*>(scratch_[static_cast<size_t>(scratch)].get());
  expand(s, v, s.full_mask, bytes(s.reg), out);
  return out;
}

void Machine::copy_value(State& state, int32_t from, int32_t to) {
  BlockValue& source = value(state, from);
  BlockValue& target = value(state, to);
  const SlotInfo& s = info(to);
  target.has = source.has;
  target.mask = source.mask;
  target.base = source.base;
  target.step = source.step;
  target.low = source.low;
  target.high = source.high;
  if (source.has & (BlockValue::kAffine | BlockValue::kBox)) {
    target.has &= static_cast<uint8_t>(~BlockValue::kData);  // cheap to make again
    if (source.mask == 0 && (source.has & BlockValue::kData)) {
      target.has |= BlockValue::kData;
      target.data = reinterpret_cast<uint8_t*>(&target.base);
    }
  } else if (source.mask == 0) {
    if (source.data != reinterpret_cast<uint8_t*>(&source.base))
      std::memcpy(&target.base, source.data, bytes(s.reg));
    target.data = reinterpret_cast<uint8_t*>(&target.base);
  } else {
    target.data = own_data(state, to);
    if (target.data != source.data)
      std::memmove(target.data, source.data, static_cast<size_t>(count(s, source.mask)) * bytes(s.reg));
  }
  target.poison = nullptr;
  if (source.poison) {
    uint8_t* poison = make_poison(state, to);
    if (poison != source.poison) std::memmove(poison, source.poison, static_cast<size_t>(s.numel));
    target.poison = poison;
    target.poison_origin = source.poison_origin;
  }
}

// ---- undefined lanes -----------------------------------------------------------------------------
uint8_t* Machine::make_poison(State& state, int32_t slot) {
  auto& storage = state.poison[static_cast<size_t>(slot)];
  if (!storage) {
    charge(info(slot).numel);
    storage.reset(new uint8_t[static_cast<size_t>(info(slot).numel)]);
  }
  return storage.get();
}

namespace {

// Eight lanes at a time: both run for every operation on values with undefined lanes.
void merge_marks(uint8_t* out, const uint8_t* marks, size_t count) {
  size_t i = 0;
  for (; i + sizeof(uint64_t) <= count; i += sizeof(uint64_t)) {
    uint64_t into, from;
    std::memcpy(&into, out + i, sizeof into);
    std::memcpy(&from, marks + i, sizeof from);
    into |= from;
    std::memcpy(out + i, &into, sizeof into);
  }
  for (; i < count; ++i) out[i] |= marks[i];
}

// Remainders, bits and comparisons of a wrapped value are meant: hashes and random numbers.
bool keeps_address_marks(Op op, const SlotInfo& result) {
  if (result.type.is_float()) return false;
  return op == Op::Add || op == Op::Sub || op == Op::Mul || op == Op::PtrAdd || op == Op::Neg ||
         op == Op::Cast || op == Op::Where || group(op) == OpGroup::Shape;
}

bool has_mark(const uint8_t* marks, size_t count) {
  size_t i = 0;
  for (; i + sizeof(uint64_t) <= count; i += sizeof(uint64_t)) {
    uint64_t some;
    std::memcpy(&some, marks + i, sizeof some);
    if (some != 0) return true;
  }
  for (; i < count; ++i) {
    if (marks[i] != 0) return true;
  }
  return false;
}

}  // namespace

// Element-wise operations: a lane is undefined where any operand's is. Where: only the chosen side
// counts; And with a defined false is false.
void Machine::spread_poison(State& state, const Instruction& instruction) {
  size_t n = static_cast<size_t>(info(instruction.result).numel);
  // The operand that shares the result's slot keeps its marks there, so they are gathered apart first.
  std::vector<uint8_t> gathered(n);
  uint8_t* out = gathered.data();
  BlockValue& result = value(state, instruction.result);
  auto set_origin = [&](int32_t source) { result.poison_origin = value(state, source).poison_origin; };
  auto is_hinted_scalar = [&](int32_t source) {
    const triton::Operation* origin = origin_of(state, source);
    return origin && origin->op == Op::Hint && code_.program->type(origin->operands[0]).is_scalar();
  };
  auto is_other_factor_one = [&](int32_t source) {
    int32_t other = instruction.sources[instruction.sources[0] == source ? 1 : 0];
    const BlockValue& factor = value(state, other);
    return (factor.has & BlockValue::kAffine) && factor.base == 1 &&
           std::all_of(factor.step.begin(), factor.step.begin() + info(other).rank, [](int64_t s) { return s == 0; });
  };
  if (instruction.op == Op::Where) {
    int32_t condition = instruction.sources[0], x = instruction.sources[1], y = instruction.sources[2];
    const uint8_t* chosen = full(state, condition, 3);
    const uint8_t *pc = poison_of(state, condition), *px = poison_of(state, x), *py = poison_of(state, y);
    for (size_t i = 0; i < n; ++i) {
      const uint8_t* side = chosen[i] ? px : py;
      out[i] = static_cast<uint8_t>((pc ? pc[i] : 0) | (side ? side[i] : 0));
    }
    for (int32_t source : {condition, x, y}) {
      if (poison_of(state, source)) set_origin(source);
    }
  } else if (instruction.op == Op::And && info(instruction.result).reg == Reg::I1) {
    for (int side = 0; side < 2; ++side) {
      int32_t source = instruction.sources[static_cast<size_t>(side)],
              other = instruction.sources[static_cast<size_t>(1 - side)];
      const uint8_t* poison = poison_of(state, source);
      if (!poison) continue;
      set_origin(source);
      const uint8_t *other_value = full(state, other, 3), *other_poison = poison_of(state, other);
      for (size_t i = 0; i < n; ++i) {
        bool is_false = !other_value[i] && !(other_poison && other_poison[i]);
        out[i] |= is_false ? 0 : poison[i];
      }
    }
  } else {
    for (int32_t source : instruction.sources) {
      const uint8_t* poison = source >= 0 ? poison_of(state, source) : nullptr;
      if (!poison) continue;
      set_origin(source);
      merge_marks(out, poison, n);
      // A stride that is no multiple spoils all rows; rows that do not follow each other are no vectors anyway.
      if (instruction.op == Op::Mul && !is_hinted_scalar(source) && !is_other_factor_one(source)) {
        for (size_t i = 0; i < n; ++i) out[i] &= static_cast<uint8_t>(~kWrongHint);
      }
    }
  }
  if (!keeps_address_marks(instruction.op, info(instruction.result))) {
    for (size_t i = 0; i < n; ++i) out[i] &= static_cast<uint8_t>(~kAddressMarks);
  }
  result.poison = nullptr;
  if (!has_mark(out, n)) return;
  result.poison = make_poison(state, instruction.result);
  std::memcpy(result.poison, out, n);
}

Machine::View Machine::separate(State& state, const Instruction& instruction, int32_t source,
                                uint8_t result_mask, const View& operand, int scratch) {
  if (source != instruction.result || operand.mask == result_mask || operand.mask == 0) return operand;
  uint8_t* out = reinterpret_cast<uint8_t*>(scratch_[static_cast<size_t>(scratch)].get());
  expand(info(source), operand, result_mask, bytes(info(source).reg), out);
  (void)state;
  return {out, result_mask};
}

}  // namespace tilewright::kernels::triton
