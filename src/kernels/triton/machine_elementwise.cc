// Arithmetic, comparison, selection and conversion, on whatever form the operands have.
#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "kernels/triton/machine.h"

namespace tilewright::kernels::triton {
namespace {

// Splits the axes of a union mask into an outer walk and an inner part in which each operand is
// either wholly present or one element.
template <size_t count>
struct Walk {
  size_t inner = 1, rows = 1;
  std::array<bool, count> is_inner_present{};
  int outer_axes = 0;
  uint8_t mask = 0;
  std::array<std::array<size_t, kMaxRank>, count> stride{};

  Walk(const SlotInfo& s, uint8_t union_mask, const std::array<uint8_t, count>& masks) : mask(union_mask) {
    int axis = s.rank - 1;
    while (axis >= 0 && !(union_mask >> axis & 1)) --axis;
    for (size_t k = 0; k < count; ++k) is_inner_present[k] = axis >= 0 && (masks[k] >> axis & 1);
    size_t total = 1;
    for (int a = 0; a < s.rank; ++a) {
      if (union_mask >> a & 1) total *= static_cast<size_t>(s.extents[static_cast<size_t>(a)]);
    }
    for (; axis >= 0; --axis) {
      if (!(union_mask >> axis & 1)) continue;
      bool is_alike = true;
      for (size_t k = 0; k < count; ++k)
        is_alike = is_alike && static_cast<bool>(masks[k] >> axis & 1) == is_inner_present[k];
      if (!is_alike) break;
      inner *= static_cast<size_t>(s.extents[static_cast<size_t>(axis)]);
    }
    outer_axes = axis + 1;
    rows = total / inner;
    for (size_t k = 0; k < count; ++k) {
      size_t running = is_inner_present[k] ? inner : 1;
      for (int a = outer_axes - 1; a >= 0; --a) {
        if (!(masks[k] >> a & 1)) continue;
        stride[k][static_cast<size_t>(a)] = running;
        running *= static_cast<size_t>(s.extents[static_cast<size_t>(a)]);
      }
    }
  }

  // body(row, offsets): offsets of each operand in elements.
  template <class Body>
  void for_each_row(const SlotInfo& s, Body body) const {
    std::array<int64_t, kMaxRank> index{};
    std::array<size_t, count> offset{};
    for (size_t row = 0; row < rows; ++row) {
      body(row, offset);
      for (int a = outer_axes - 1; a >= 0; --a) {
        size_t i = static_cast<size_t>(a);
        if (!(mask >> a & 1)) continue;
        for (size_t k = 0; k < count; ++k) offset[k] += stride[k][i];
        if (++index[i] < s.extents[i]) break;
        for (size_t k = 0; k < count; ++k) offset[k] -= stride[k][i] * static_cast<size_t>(s.extents[i]);
        index[i] = 0;
      }
    }
  }
};

}  // namespace

void Machine::arange(State& state, const Instruction& instruction) {
  const SlotInfo& s = info(instruction.result);
  set_affine(state, instruction.result, instruction.operation->integer);
  if (s.rank == 0) return;
  BlockValue& v = value(state, instruction.result);
  v.step[0] = 1;
  v.has = BlockValue::kAffine;
}

void Machine::unary(State& state, const Instruction& instruction) {
  View x = view(state, instruction.sources[0]);
  set_data(state, instruction.result, x.mask);
  BlockValue& result = value(state, instruction.result);
  size_t n = static_cast<size_t>(count(info(instruction.result), x.mask));
  TW_CHECK(instruction.unary, "no kernel for {}", spelling(instruction.op));
  instruction.unary(result.data, x.data, n);
  if (instruction.round) instruction.round(result.data, n);
  if (x.mask == 0) finish_scalar(state, instruction.result);
  merge_poison(state, instruction);
}

void Machine::binary(State& state, const Instruction& instruction) {
  const SlotInfo& s = info(instruction.result);
  bool is_done = s.reg == Reg::I1
                     ? box_logic(state, instruction)
                     : (s.reg == Reg::I32 || s.reg == Reg::I64) && affine_binary(state, instruction);
  std::vector<uint8_t> marks;
  if (!is_done) {
    if (instruction.checks_wrap) {
      marks = wrapped_lanes(state, instruction);
    } else if ((instruction.op == Op::Div || instruction.op == Op::Mod) && s.type.is_int()) {
      marks = zero_divisors(state, instruction);
      if (marks.empty() && !s.is_unsigned) marks = wrapped_quotients(state, instruction);
    } else if (instruction.op == Op::Shl || instruction.op == Op::Shr) {
      marks = wide_shifts(state, instruction);
    }
    View x = view(state, instruction.sources[0]), y = view(state, instruction.sources[1]);
    uint8_t mask = x.mask | y.mask;
    x = separate(state, instruction, instruction.sources[0], mask, x, 0);
    y = separate(state, instruction, instruction.sources[1], mask, y, 1);
    set_data(state, instruction.result, mask);
    uint8_t* out = value(state, instruction.result).data;
    size_t n = static_cast<size_t>(count(s, mask));
    const BinaryKernels& kernels = instruction.binary;
    TW_CHECK(kernels.vv, "no kernel for {}", spelling(instruction.op));
    if (x.mask == mask && y.mask == mask) {
      kernels.vv(out, x.data, y.data, n);
    } else if (x.mask == mask && y.mask == 0) {
      kernels.vs(out, x.data, y.data, n);
    } else if (x.mask == 0) {
      kernels.sv(out, x.data, y.data, n);
    } else {
      Walk<2> walk(s, mask, {x.mask, y.mask});
      size_t width = bytes(info(instruction.sources[0]).reg), out_width = bytes(s.reg);
      BinaryKernel kernel = !walk.is_inner_present[0]   ? kernels.sv
                            : !walk.is_inner_present[1] ? kernels.vs
                                                        : kernels.vv;
      walk.for_each_row(s, [&](size_t row, const std::array<size_t, 2>& offset) {
        kernel(out + row * walk.inner * out_width, x.data + offset[0] * width, y.data + offset[1] * width,
               walk.inner);
      });
    }
    if (instruction.round) instruction.round(out, n);
    if (mask == 0) finish_scalar(state, instruction.result);
  }
  merge_poison(state, instruction);
  if (!marks.empty()) add_marks(state, instruction, instruction.result, marks);
}

// Sums, differences and products with one element keep integers affine while no element wraps.
bool Machine::affine_binary(State& state, const Instruction& instruction) {
  const BlockValue &x = value(state, instruction.sources[0]), &y = value(state, instruction.sources[1]);
  if (!(x.has & y.has & BlockValue::kAffine)) return false;
  const SlotInfo& s = info(instruction.result);
  struct {
    int64_t base;
    std::array<int64_t, kMaxRank> step;
  } out;
  bool overflow = false;
  auto is_one = [&](const auto& v) {
    for (size_t a = 0; a < s.rank; ++a) {
      if (v.step[a] != 0) return false;
    }
    return true;
  };
  if (instruction.op == Op::Add) {
    overflow |= __builtin_add_overflow(x.base, y.base, &out.base);
    for (size_t a = 0; a < s.rank; ++a)
      overflow |= __builtin_add_overflow(x.step[a], y.step[a], &out.step[a]);
  } else if (instruction.op == Op::Sub) {
    overflow |= __builtin_sub_overflow(x.base, y.base, &out.base);
    for (size_t a = 0; a < s.rank; ++a)
      overflow |= __builtin_sub_overflow(x.step[a], y.step[a], &out.step[a]);
  } else if (instruction.op == Op::Mul) {
    bool is_y_one = is_one(y);
    if (!is_y_one && !is_one(x)) return false;
    const BlockValue &vector = is_y_one ? x : y, &factor = is_y_one ? y : x;
    overflow |= __builtin_mul_overflow(vector.base, factor.base, &out.base);
    for (size_t a = 0; a < s.rank; ++a)
      overflow |= __builtin_mul_overflow(vector.step[a], factor.base, &out.step[a]);
  } else {
    return false;
  }
  if (overflow || !fits(s, out.base, out.step)) return false;
  BlockValue& result = value(state, instruction.result);
  result.base = out.base;
  for (size_t a = 0; a < s.rank; ++a) result.step[a] = out.step[a];
  result.become_affine(s.rank);
  return true;
}

void Machine::pointer_add(State& state, const Instruction& instruction) {
  const SlotInfo& s = info(instruction.result);
  const BlockValue &x = value(state, instruction.sources[0]), &y = value(state, instruction.sources[1]);
  int64_t size = static_cast<int64_t>(size_of(s.type.dtype));
  auto make_wild = [&] { set_affine(state, instruction.result, make_pointer(kWildRegion, 0)); };
  if (x.has & y.has & BlockValue::kAffine) {
    int64_t by = 0, offset = 0;
    bool overflow = __builtin_mul_overflow(y.base, size, &by);
    overflow |= __builtin_add_overflow(pointer_offset(x.base), by, &offset);
    BlockValue& result = value(state, instruction.result);
    std::array<int64_t, kMaxRank> step{};
    for (size_t a = 0; a < s.rank; ++a) {
      int64_t scaled = 0;
      overflow |= __builtin_mul_overflow(y.step[a], size, &scaled);
      overflow |= __builtin_add_overflow(scaled, x.step[a], &step[a]);
      overflow |= step[a] > kMaxPointerOffset || step[a] < -kMaxPointerOffset;
    }
    uint32_t region = pointer_region(x.base);
    if (overflow || offset > kMaxPointerOffset || offset < -kMaxPointerOffset) {
      make_wild();
    } else {
      result.base = make_pointer(region, offset);
      result.step = step;
      result.become_affine(s.rank);
    }
    merge_poison(state, instruction);
    return;
  }
  View p = view(state, instruction.sources[0]), o = view(state, instruction.sources[1]);
  uint8_t mask = p.mask | o.mask;
  p = separate(state, instruction, instruction.sources[0], mask, p, 0);
  o = separate(state, instruction, instruction.sources[1], mask, o, 1);
  set_data(state, instruction.result, mask);
  int64_t* out = reinterpret_cast<int64_t*>(value(state, instruction.result).data);
  const int64_t* words = reinterpret_cast<const int64_t*>(p.data);
  const int64_t* offsets = reinterpret_cast<const int64_t*>(o.data);
  const int64_t wild = make_pointer(kWildRegion, 0);
  auto add = [&](int64_t word, int64_t by) {
    bool is_far = by > kMaxPointerOffset / 8 || by < -kMaxPointerOffset / 8;
    int64_t offset = pointer_offset(word) + (is_far ? 0 : by * size);
    bool is_wild = is_far || offset > kMaxPointerOffset || offset < -kMaxPointerOffset;
    return is_wild ? wild : make_pointer(pointer_region(word), offset);
  };
  Walk<2> walk(s, mask, {p.mask, o.mask});
  walk.for_each_row(s, [&](size_t row, const std::array<size_t, 2>& offset) {
    int64_t* row_out = out + row * walk.inner;
    const int64_t* w = words + offset[0];
    const int64_t* b = offsets + offset[1];
    if (!walk.is_inner_present[0]) {
      int64_t word = *w;
      for (size_t i = 0; i < walk.inner; ++i) row_out[i] = add(word, b[i]);
    } else if (!walk.is_inner_present[1]) {
      int64_t by = *b;
      for (size_t i = 0; i < walk.inner; ++i) row_out[i] = add(w[i], by);
    } else {
      for (size_t i = 0; i < walk.inner; ++i) row_out[i] = add(w[i], b[i]);
    }
  });
  if (mask == 0) finish_scalar(state, instruction.result);
  merge_poison(state, instruction);
}

void Machine::compare(State& state, const Instruction& instruction) {
  if (box_compare(state, instruction)) {
    merge_poison(state, instruction);
    return;
  }
  View x = view(state, instruction.sources[0]), y = view(state, instruction.sources[1]);
  const SlotInfo& s = info(instruction.result);
  uint8_t mask = x.mask | y.mask;
  set_data(state, instruction.result, mask);
  uint8_t* out = value(state, instruction.result).data;
  const BinaryKernels& kernels = instruction.binary;
  size_t width = bytes(info(instruction.sources[0]).reg);
  Walk<2> walk(s, mask, {x.mask, y.mask});
  BinaryKernel kernel = mask == 0                   ? kernels.vv
                        : !walk.is_inner_present[0] ? kernels.sv
                        : !walk.is_inner_present[1] ? kernels.vs
                                                    : kernels.vv;
  walk.for_each_row(s, [&](size_t row, const std::array<size_t, 2>& offset) {
    kernel(out + row * walk.inner, x.data + offset[0] * width, y.data + offset[1] * width, walk.inner);
  });
  if (mask == 0) finish_scalar(state, instruction.result);
  merge_poison(state, instruction);
}

// offsets < n: the difference is affine and varies along one axis, so the result is a range of that axis.
bool Machine::box_compare(State& state, const Instruction& instruction) {
  const BlockValue &x = value(state, instruction.sources[0]), &y = value(state, instruction.sources[1]);
  if (!(x.has & y.has & BlockValue::kAffine) || info(instruction.sources[0]).type.is_pointer) return false;
  // A uint64 of 2^63 or more is kept as a negative base.
  if (info(instruction.sources[0]).type.dtype == DType::UInt64 && (x.base < 0 || y.base < 0)) return false;
  const SlotInfo& s = info(instruction.result);
  int varying = -1;
  for (int axis = 0; axis < s.rank; ++axis) {
    size_t a = static_cast<size_t>(axis);
    if (x.step[a] == y.step[a]) continue;
    if (varying >= 0) return false;
    varying = axis;
  }
  auto holds = [&](auto d) {
    switch (instruction.op) {
      case Op::Eq:
        return d == 0;
      case Op::Ne:
        return d != 0;
      case Op::Lt:
        return d < 0;
      case Op::Le:
        return d <= 0;
      case Op::Gt:
        return d > 0;
      default:
        return d >= 0;
    }
  };
  BlockValue& result = value(state, instruction.result);
  auto set_all = [&](bool is_true) {
    result.base = is_true;
    set_data(state, instruction.result, 0);
    return true;
  };
  int64_t extent = varying < 0 ? 1 : s.extents[static_cast<size_t>(varying)];
  // Mostly a block lies wholly on one side, and 64 bits suffice to see it.
  int64_t first = 0, difference = 0, last = 0;
  size_t along = static_cast<size_t>(std::max(varying, 0));
  bool overflow = __builtin_sub_overflow(x.base, y.base, &first);
  overflow |= __builtin_sub_overflow(x.step[along], y.step[along], &difference);
  overflow |= __builtin_mul_overflow(difference, extent - 1, &last);
  overflow |= __builtin_add_overflow(last, first, &last);
  bool is_ordered = instruction.op != Op::Eq && instruction.op != Op::Ne;
  if (!overflow && (is_ordered || varying < 0) && holds(first) == holds(last)) return set_all(holds(first));
  __int128 base = static_cast<__int128>(x.base) - y.base;
  if (varying < 0) return set_all(holds(base));
  if (instruction.op == Op::Ne) return false;
  __int128 step = static_cast<__int128>(x.step[along]) - y.step[along];
  // The indices at which the comparison holds form a range: find its ends by bisection on monotone d.
  auto first_where = [&](auto predicate) {  // predicate is false ... false true ... true
    // Mostly all lanes of a mask are on, or none.
    if (predicate(base)) return int64_t{0};
    if (!predicate(base + step * (extent - 1))) return extent;
    int64_t low = 1, high = extent - 1;
    while (low < high) {
      int64_t middle = (low + high) / 2;
      if (predicate(base + step * middle))
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  };
  int64_t begin, end;
  bool is_rising = step > 0;
  if (instruction.op == Op::Eq) {
    begin = first_where([&](__int128 d) { return is_rising ? d >= 0 : d <= 0; });
    end = first_where([&](__int128 d) { return is_rising ? d > 0 : d < 0; });
  } else {
    bool is_less = instruction.op == Op::Lt || instruction.op == Op::Le;
    if (is_less != is_rising) {
      begin = first_where(holds);
      end = extent;
    } else {
      begin = 0;
      end = first_where([&](__int128 d) { return !holds(d); });
    }
  }
  result.has = BlockValue::kBox;
  for (int axis = 0; axis < s.rank; ++axis) {
    result.low[static_cast<size_t>(axis)] = 0;
    result.high[static_cast<size_t>(axis)] = static_cast<int32_t>(s.extents[static_cast<size_t>(axis)]);
  }
  result.low[static_cast<size_t>(varying)] = static_cast<int32_t>(begin);
  result.high[static_cast<size_t>(varying)] = static_cast<int32_t>(end);
  return true;
}

bool Machine::box_logic(State& state, const Instruction& instruction) {
  const BlockValue &x = value(state, instruction.sources[0]), &y = value(state, instruction.sources[1]);
  auto is_box = [](const BlockValue& v) { return (v.has & BlockValue::kBox) != 0; };
  auto is_one = [](const BlockValue& v) { return (v.has & BlockValue::kData) && v.mask == 0; };
  BlockValue& result = value(state, instruction.result);
  const SlotInfo& s = info(instruction.result);
  if (instruction.op != Op::And && instruction.op != Op::Or) return false;
  if (is_box(x) && is_box(y) && instruction.op == Op::And) {
    result.has = BlockValue::kBox;
    for (size_t a = 0; a < s.rank; ++a) {
      result.low[a] = std::max(x.low[a], y.low[a]);
      result.high[a] = std::min(x.high[a], y.high[a]);
    }
    return true;
  }
  for (int side = 0; side < 2; ++side) {
    const BlockValue &one = side ? y : x, &other = side ? x : y;
    if (!is_one(one) || !is_box(other)) continue;
    bool is_true = *one.data != 0;
    if (is_true == (instruction.op == Op::And)) {
      result.has = BlockValue::kBox;
      result.low = other.low;
      result.high = other.high;
    } else {
      result.base = is_true;
      set_data(state, instruction.result, 0);
    }
    return true;
  }
  return false;
}

void Machine::where(State& state, const Instruction& instruction) {
  const SlotInfo& s = info(instruction.result);
  View c = view(state, instruction.sources[0]), x = view(state, instruction.sources[1]),
       y = view(state, instruction.sources[2]);
  size_t width = bytes(s.reg);
  if (c.mask == 0) {  // one condition for all: the chosen operand
    uint8_t poison_free = *c.data;
    const View& chosen = poison_free ? x : y;
    set_data(state, instruction.result, chosen.mask);
    BlockValue& result = value(state, instruction.result);
    std::memmove(result.data, chosen.data, static_cast<size_t>(count(s, chosen.mask)) * width);
    if (chosen.mask == 0) finish_scalar(state, instruction.result);
    merge_poison(state, instruction);
    return;
  }
  uint8_t mask = c.mask | x.mask | y.mask;
  c = separate(state, instruction, instruction.sources[0], mask, c, 0);
  x = separate(state, instruction, instruction.sources[1], mask, x, 1);
  y = separate(state, instruction, instruction.sources[2], mask, y, 2);
  set_data(state, instruction.result, mask);
  uint8_t* out = value(state, instruction.result).data;
  Walk<3> walk(s, mask, {c.mask, x.mask, y.mask});
  walk.for_each_row(s, [&](size_t row, const std::array<size_t, 3>& offset) {
    uint8_t* row_out = out + row * walk.inner * width;
    const uint8_t* left = x.data + offset[1] * width;
    const uint8_t* right = y.data + offset[2] * width;
    if (walk.is_inner_present[0]) {
      select(width, row_out, c.data + offset[0], left, !walk.is_inner_present[1], right,
             !walk.is_inner_present[2], walk.inner);
      return;
    }
    bool takes_left = c.data[offset[0]] != 0;
    const uint8_t* chosen = takes_left ? left : right;
    if (walk.is_inner_present[takes_left ? 1 : 2]) {
      std::memmove(row_out, chosen, walk.inner * width);
    } else {
      fill(width, row_out, chosen, walk.inner);
    }
  });
  merge_poison(state, instruction);
}

void Machine::fma(State& state, const Instruction& instruction) {
  const SlotInfo& s = info(instruction.result);
  View views[3];
  uint8_t mask = 0;
  for (size_t i = 0; i < 3; ++i) {
    views[i] = view(state, instruction.sources[i]);
    mask |= views[i].mask;
  }
  size_t n = static_cast<size_t>(count(s, mask));
  for (size_t i = 0; i < 3; ++i) {
    if (views[i].mask == mask) continue;
    uint8_t* out = reinterpret_cast<uint8_t*>(scratch_[i].get());
    expand(s, views[i], mask, bytes(s.reg), out);
    views[i].data = out;
  }
  set_data(state, instruction.result, mask);
  uint8_t* out = value(state, instruction.result).data;
  triton::fma(s.reg, out, views[0].data, views[1].data, views[2].data, n);
  if (instruction.round) instruction.round(out, n);
  merge_poison(state, instruction);
}

void Machine::cast(State& state, const Instruction& instruction) {
  const SlotInfo &from = info(instruction.sources[0]), &to = info(instruction.result);
  BlockValue &x = value(state, instruction.sources[0]), &result = value(state, instruction.result);
  if (from.type.is_pointer) {
    if (to.type.is_pointer) {  // another pointee
      copy_value(state, instruction.sources[0], instruction.result);
      return;
    }
    result.base = 1;  // a pointer is true
    set_data(state, instruction.result, 0);
    return;
  }
  bool is_integer_result = to.reg == Reg::I32 || to.reg == Reg::I64;
  if (instruction.op == Op::Cast && is_integer_result && (x.has & BlockValue::kAffine) &&
      fits(to, x.base, x.step)) {
    result.base = x.base;
    result.step = x.step;
    result.become_affine(to.rank);
    merge_poison(state, instruction);
    return;
  }
  std::vector<uint8_t> marks;
  if (instruction.op == Op::Cast && is_integer_result && from.type.is_float())
    marks = unconvertible_lanes(state, instruction);
  if (instruction.checks_wrap) marks = truncated_lanes(state, instruction);
  View v = view(state, instruction.sources[0]);
  size_t n = static_cast<size_t>(count(to, v.mask));
  if (v.mask == 0) result.base = 0;
  set_data(state, instruction.result, v.mask);
  if (instruction.op == Op::Bitcast) {
    bitcast(from.type.dtype, v.data, to.type.dtype, result.data, n);
  } else if (instruction.operation->flag) {
    convert_toward_zero(to.type.dtype, v.data, result.data, n);
  } else {
    convert(from.type.dtype, v.data, to.type.dtype, result.data, n);
  }
  if (v.mask == 0) finish_scalar(state, instruction.result);
  merge_poison(state, instruction);
  if (!marks.empty()) add_marks(state, instruction, instruction.result, marks);
}

}  // namespace tilewright::kernels::triton
