// Arithmetic whose results mean nothing: integers that wrapped on their way to an address, floats out of an
// integer type's range, integer division by zero; device asserts. Lanes are marked where it happens and
// reported where they are used, so masked-off lanes may hold anything.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/triton/machine.h"

namespace tilewright::kernels::triton {
namespace {

// Whether the exact result is another than what the type holds.
template <Op op, class T>
inline bool wraps(T x, T y) {
  if constexpr (sizeof(T) < 8) {  // in a form that becomes vector code
    int64_t a = x, b = y;
    uint64_t product = static_cast<uint64_t>(a) * static_cast<uint64_t>(b);
    if constexpr (op == Op::Mul && std::is_unsigned_v<T>) return product != static_cast<T>(product);
    int64_t exact = op == Op::Add ? a + b : op == Op::Sub ? a - b : static_cast<int64_t>(product);
    return exact != static_cast<T>(exact);
  }
  T result;
  if constexpr (op == Op::Add) return __builtin_add_overflow(x, y, &result);
  if constexpr (op == Op::Sub) return __builtin_sub_overflow(x, y, &result);
  return __builtin_mul_overflow(x, y, &result);
}

// Whether any of n results wraps; with `marks`, which. Registers hold R, the type itself is T. Steps are 1, or 0
// for one element that stands for all.
template <Op op, class T, class R>
bool find_wrapped(const R* x, size_t x_step, const R* y, size_t y_step, size_t n, uint8_t* marks) {
  bool is_any = false;
  for (size_t i = 0; i < n; ++i) {
    bool is_wrapped = wraps<op, T>(static_cast<T>(x[i * x_step]), static_cast<T>(y[i * y_step]));
    is_any |= is_wrapped;
    if (marks) marks[i] = is_wrapped ? kWrapped : 0;
  }
  return is_any;
}

template <class T, class R>
bool find_wrapped(Op op, const uint8_t* x, bool is_x_one, const uint8_t* y, bool is_y_one, size_t n,
                  uint8_t* marks) {
  const R *a = reinterpret_cast<const R*>(x), *b = reinterpret_cast<const R*>(y);
  size_t a_step = is_x_one ? 0 : 1, b_step = is_y_one ? 0 : 1;
  if (op == Op::Add) return find_wrapped<Op::Add, T>(a, a_step, b, b_step, n, marks);
  if (op == Op::Sub) return find_wrapped<Op::Sub, T>(a, a_step, b, b_step, n, marks);
  return find_wrapped<Op::Mul, T>(a, a_step, b, b_step, n, marks);
}

bool find_wrapped(DType dtype, Op op, const uint8_t* x, bool is_x_one, const uint8_t* y, bool is_y_one, size_t n,
                  uint8_t* marks) {
  auto find = [&]<class T, class R>(T, R) { return find_wrapped<T, R>(op, x, is_x_one, y, is_y_one, n, marks); };
  switch (dtype) {
    case DType::Int8:
      return find(int8_t{}, int32_t{});
    case DType::Int16:
      return find(int16_t{}, int32_t{});
    case DType::Int32:
      return find(int32_t{}, int32_t{});
    case DType::Int64:
      return find(int64_t{}, int64_t{});
    case DType::UInt8:
      return find(uint8_t{}, int32_t{});
    case DType::UInt16:
      return find(uint16_t{}, int32_t{});
    case DType::UInt32:
      return find(uint32_t{}, uint32_t{});
    case DType::UInt64:
      return find(uint64_t{}, uint64_t{});
    default:
      return false;
  }
}

// Integers that a narrower type does not hold.
template <class R>
bool find_truncated(DType to, const uint8_t* bytes, size_t n, uint8_t* marks) {
  const R* x = reinterpret_cast<const R*>(bytes);
  int bits = static_cast<int>(size_of(to)) * 8;
  bool is_any = false;
  for (size_t i = 0; i < n; ++i) {
    int64_t value = static_cast<int64_t>(x[i]);
    int64_t kept = is_unsigned(to) ? static_cast<int64_t>(static_cast<uint64_t>(value) << (64 - bits) >> (64 - bits))
                                   : static_cast<int64_t>(static_cast<uint64_t>(value) << (64 - bits)) >> (64 - bits);
    bool is_cut = kept != value;
    is_any |= is_cut;
    if (marks) marks[i] = is_cut ? kWrapped : 0;
  }
  return is_any;
}

template <class T>
bool find_zero(const uint8_t* bytes, size_t n, uint8_t* marks) {
  const T* x = reinterpret_cast<const T*>(bytes);
  bool is_any = false;
  for (size_t i = 0; i < n; ++i) {
    is_any |= x[i] == 0;
    if (marks) marks[i] = x[i] == 0 ? kDividedByZero : 0;
  }
  return is_any;
}

template <class T>
bool find_wide(uint64_t width, const uint8_t* bytes, size_t n, uint8_t* marks) {
  const T* x = reinterpret_cast<const T*>(bytes);
  bool is_any = false;
  for (size_t i = 0; i < n; ++i) {
    bool is_wide = x[i] >= width;
    is_any |= is_wide;
    if (marks) marks[i] = is_wide ? kShiftedOut : 0;
  }
  return is_any;
}

// Floats strictly between `below` and `above` convert.
template <class T>
bool find_unconvertible(DType to, const uint8_t* bytes, size_t n, uint8_t* marks) {
  const T* x = reinterpret_cast<const T*>(bytes);
  int bits = static_cast<int>(size_of(to)) * 8;
  bool is_signed = !is_unsigned(to);
  T above = std::ldexp(T{1}, is_signed ? bits - 1 : bits);
  T below = is_signed ? -above - 1 : T{-1};
  if (below == -above) below = std::nextafter(-above, -std::numeric_limits<T>::infinity());
  bool is_any = false;
  for (size_t i = 0; i < n; ++i) {
    bool is_inside = x[i] > below && x[i] < above;
    is_any |= !is_inside;
    if (marks) marks[i] = is_inside ? 0 : kOutOfRange;
  }
  return is_any;
}

}  // namespace

std::vector<uint8_t> Machine::wrapped_lanes(State& state, const Instruction& instruction) {
  const SlotInfo& s = info(instruction.result);
  View x = view(state, instruction.sources[0]), y = view(state, instruction.sources[1]);
  uint8_t mask = x.mask | y.mask;
  bool is_plain = (x.mask == mask || x.mask == 0) && (y.mask == mask || y.mask == 0);
  DType dtype = s.type.dtype;
  if (is_plain && !find_wrapped(dtype, instruction.op, x.data, x.mask != mask, y.data, y.mask != mask,
                                static_cast<size_t>(count(s, mask)), nullptr))
    return {};
  size_t n = static_cast<size_t>(s.numel);
  const uint8_t *left = full(state, instruction.sources[0], 2),
                *right = full(state, instruction.sources[1], 3);
  std::vector<uint8_t> marks(n);
  if (!find_wrapped(dtype, instruction.op, left, false, right, false, n, marks.data())) return {};
  return marks;
}

std::vector<uint8_t> Machine::truncated_lanes(State& state, const Instruction& instruction) {
  const SlotInfo& s = info(instruction.sources[0]);
  DType to = info(instruction.result).type.dtype;
  auto find = [&](const uint8_t* data, size_t n, uint8_t* marks) {
    return s.reg == Reg::I64  ? find_truncated<int64_t>(to, data, n, marks)
           : s.is_unsigned    ? find_truncated<uint32_t>(to, data, n, marks)
                              : find_truncated<int32_t>(to, data, n, marks);
  };
  View x = view(state, instruction.sources[0]);
  if (!find(x.data, static_cast<size_t>(count(s, x.mask)), nullptr)) return {};
  std::vector<uint8_t> marks(static_cast<size_t>(s.numel));
  find(full(state, instruction.sources[0], 2), marks.size(), marks.data());
  return marks;
}

std::vector<uint8_t> Machine::zero_divisors(State& state, const Instruction& instruction) {
  const SlotInfo& s = info(instruction.sources[1]);
  auto find = [&](const uint8_t* data, size_t n, uint8_t* marks) {
    return s.reg == Reg::I64 ? find_zero<int64_t>(data, n, marks) : find_zero<int32_t>(data, n, marks);
  };
  View y = view(state, instruction.sources[1]);
  if (!find(y.data, static_cast<size_t>(count(s, y.mask)), nullptr)) return {};
  std::vector<uint8_t> marks(static_cast<size_t>(s.numel));
  find(full(state, instruction.sources[1], 2), marks.size(), marks.data());
  return marks;
}

// Only where some divisor is -1, all operands are looked at.
std::vector<uint8_t> Machine::wrapped_quotients(State& state, const Instruction& instruction) {
  const SlotInfo& s = info(instruction.sources[1]);
  size_t width = size_of(s.type.dtype);
  int64_t least = std::numeric_limits<int64_t>::min() >> (64 - 8 * width);
  auto at = [&](const uint8_t* data, size_t i) {
    return s.reg == Reg::I64 ? reinterpret_cast<const int64_t*>(data)[i]
                             : int64_t{reinterpret_cast<const int32_t*>(data)[i]};
  };
  if (s.reg != Reg::I64 && s.reg != Reg::I32) return {};
  View y = view(state, instruction.sources[1]);
  size_t compact = static_cast<size_t>(count(s, y.mask));
  bool is_any = false;
  for (size_t i = 0; i < compact; ++i) is_any |= at(y.data, i) == -1;
  if (!is_any) return {};
  const uint8_t *left = full(state, instruction.sources[0], 2), *right = full(state, instruction.sources[1], 3);
  std::vector<uint8_t> marks(static_cast<size_t>(s.numel));
  is_any = false;
  for (size_t i = 0; i < marks.size(); ++i) {
    bool wraps = at(right, i) == -1 && at(left, i) == least;
    marks[i] = wraps ? kQuotientWraps : 0;
    is_any |= wraps;
  }
  if (!is_any) return {};
  return marks;
}

std::vector<uint8_t> Machine::wide_shifts(State& state, const Instruction& instruction) {
  const SlotInfo& s = info(instruction.sources[1]);
  uint64_t width = static_cast<uint64_t>(bit_width(s.type.dtype));
  auto find = [&](const uint8_t* data, size_t n, uint8_t* marks) {
    return s.reg == Reg::I64  ? find_wide<uint64_t>(width, data, n, marks)
           : s.reg == Reg::I1 ? find_wide<uint8_t>(width, data, n, marks)
                              : find_wide<uint32_t>(width, data, n, marks);
  };
  View y = view(state, instruction.sources[1]);
  if (!find(y.data, static_cast<size_t>(count(s, y.mask)), nullptr)) return {};
  std::vector<uint8_t> marks(static_cast<size_t>(s.numel));
  find(full(state, instruction.sources[1], 2), marks.size(), marks.data());
  return marks;
}

std::vector<uint8_t> Machine::unconvertible_lanes(State& state, const Instruction& instruction) {
  const SlotInfo& s = info(instruction.sources[0]);
  DType to = info(instruction.result).type.dtype;
  auto find = [&](const uint8_t* data, size_t n, uint8_t* marks) {
    return s.reg == Reg::F64 ? find_unconvertible<double>(to, data, n, marks)
                             : find_unconvertible<float>(to, data, n, marks);
  };
  View x = view(state, instruction.sources[0]);
  if (!find(x.data, static_cast<size_t>(count(s, x.mask)), nullptr)) return {};
  std::vector<uint8_t> marks(static_cast<size_t>(s.numel));
  find(full(state, instruction.sources[0], 2), marks.size(), marks.data());
  return marks;
}

void Machine::add_marks(State& state, const Instruction& instruction, int32_t slot, const std::vector<uint8_t>& marks) {
  BlockValue& result = value(state, slot);
  uint8_t* poison = make_poison(state, slot);
  for (size_t i = 0; i < marks.size(); ++i)
    poison[i] = static_cast<uint8_t>(marks[i] | (result.poison ? result.poison[i] : 0));
  result.poison = poison;
  const Instruction* first = code_.prologue.data();
  bool is_prologue = &instruction >= first && &instruction < first + code_.prologue.size();
  result.poison_origin = is_prologue ? static_cast<int32_t>(-2 - (&instruction - first))
                                     : static_cast<int32_t>(&instruction - code_.instructions.data());
}

const triton::Operation* Machine::origin_of(const State& state, int32_t slot) const {
  int32_t origin = state.slots[static_cast<size_t>(slot)].poison_origin;
  if (origin == -1) return nullptr;
  return origin >= 0 ? code_.instructions[static_cast<size_t>(origin)].operation
                     : code_.prologue[static_cast<size_t>(-2 - origin)].operation;
}

// Undefined lanes decide nothing here: what uses them is reported.
void Machine::assert_lanes(State& state, const Instruction& instruction) {
  const triton::Operation& operation = *instruction.operation;
  const uint8_t* holds = full(state, instruction.sources[0], 0);
  const uint8_t* on = operation.has_mask ? full(state, instruction.sources[1], 1) : nullptr;
  const uint8_t* poison = poison_of(state, instruction.sources[0]);
  const SlotInfo& s = info(instruction.sources[0]);
  for (int64_t i = 0; i < s.numel; ++i) {
    if (holds[i] || (on && !on[i]) || (poison && poison[i])) continue;
    std::vector<Note> notes;
    if (s.numel > 1) notes.push_back({fmt::format("lane {} of the block's {}", i, s.numel), {}});
    if (operation.flag) {
      notes.push_back({"a compiler that takes it for true makes code that goes wrong here", {}});
      fault(state, DiagnosticKind::WrongHint, fmt::format("the assumption does not hold in {}", place(state)), operation.span,
            std::move(notes));
    }
    fault(state, DiagnosticKind::DeviceAssert,
          fmt::format("assertion failed{}{} in {}", operation.text.empty() ? "" : ": ", operation.text,
                      place(state)),
          operation.span, std::move(notes));
  }
}

}  // namespace tilewright::kernels::triton
