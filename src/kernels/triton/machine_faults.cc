// Arithmetic whose results mean nothing: int32 that wrapped on its way to an address, floats out of an
// integer type's range, integer division by zero; device asserts. Lanes are marked where it happens and
// reported where they are used, so masked-off lanes may hold anything.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/triton/machine.h"

namespace tilewright::kernels::triton {
namespace {

template <Op op>
inline int64_t exact(int64_t x, int64_t y) {
  return op == Op::Add ? x + y : op == Op::Sub ? x - y : x * y;
}

// Whether any of n results wraps; with `marks`, which. Steps are 1, or 0 for one element that stands for all.
template <Op op>
bool find_wrapped(const int32_t* x, size_t x_step, const int32_t* y, size_t y_step, size_t n,
                  uint8_t* marks) {
  bool is_any = false;
  for (size_t i = 0; i < n; ++i) {
    int64_t result = exact<op>(x[i * x_step], y[i * y_step]);
    bool is_wrapped = result != static_cast<int32_t>(result);
    is_any |= is_wrapped;
    if (marks) marks[i] = is_wrapped ? kWrapped : 0;
  }
  return is_any;
}

bool find_wrapped(Op op, const uint8_t* x, bool is_x_one, const uint8_t* y, bool is_y_one, size_t n,
                  uint8_t* marks) {
  const int32_t *a = reinterpret_cast<const int32_t*>(x), *b = reinterpret_cast<const int32_t*>(y);
  size_t a_step = is_x_one ? 0 : 1, b_step = is_y_one ? 0 : 1;
  if (op == Op::Add) return find_wrapped<Op::Add>(a, a_step, b, b_step, n, marks);
  if (op == Op::Sub) return find_wrapped<Op::Sub>(a, a_step, b, b_step, n, marks);
  return find_wrapped<Op::Mul>(a, a_step, b, b_step, n, marks);
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
  if (is_plain && !find_wrapped(instruction.op, x.data, x.mask != mask, y.data, y.mask != mask,
                                static_cast<size_t>(count(s, mask)), nullptr))
    return {};
  size_t n = static_cast<size_t>(s.numel);
  const uint8_t *left = full(state, instruction.sources[0], 2),
                *right = full(state, instruction.sources[1], 3);
  std::vector<uint8_t> marks(n);
  if (!find_wrapped(instruction.op, left, false, right, false, n, marks.data())) return {};
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

void Machine::add_marks(State& state, const Instruction& instruction, const std::vector<uint8_t>& marks) {
  BlockValue& result = value(state, instruction.result);
  uint8_t* poison = make_poison(state, instruction.result);
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
    fault(state, DiagnosticKind::DeviceAssert,
          fmt::format("assertion failed{}{} in {}", operation.text.empty() ? "" : ": ", operation.text,
                      place(state)),
          operation.span, std::move(notes));
  }
}

}  // namespace tilewright::kernels::triton
