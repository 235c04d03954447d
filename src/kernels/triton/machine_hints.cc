// Hints that do not hold, by value: tl.multiple_of, tl.max_contiguous, tl.max_constancy, and the alignment
// that tensor descriptors need.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "kernels/triton/machine.h"

namespace tilewright::kernels::triton {
namespace {

constexpr int64_t kVectorBytes = 16;          // the widest access of one thread
constexpr int64_t kDescriptorAlignment = 16;  // of a descriptor's base and of its strides in bytes

// A pointer's place, of which hints say something; an integer as it is.
int64_t hinted(const SlotInfo& slot, int64_t element) {
  return slot.type.is_pointer ? pointer_offset(element) : element;
}

int64_t element_at(const SlotInfo& slot, const uint8_t* data, int64_t lane) {
  if (slot.reg == Reg::I64) {
    int64_t value;
    std::memcpy(&value, data + lane * 8, sizeof value);
    return value;
  }
  if (slot.reg == Reg::I1) return data[lane];
  int32_t value;
  std::memcpy(&value, data + lane * 4, sizeof value);
  return slot.is_unsigned ? static_cast<int64_t>(static_cast<uint32_t>(value)) : value;
}

std::string_view name_of(HintKind kind) {
  return kind == HintKind::MultipleOf      ? "multiple_of"
         : kind == HintKind::MaxContiguous ? "max_contiguous"
                                           : "max_constancy";
}

}  // namespace

void Machine::hint(State& state, const Instruction& instruction) {
  const triton::Operation& operation = *instruction.operation;
  switch (static_cast<HintKind>(operation.kind)) {
    case HintKind::DescriptorBase:
      return check_descriptor_base(state, instruction);
    case HintKind::DescriptorStride:
      return check_descriptor_stride(state, instruction);
    default:
      return check_hint(state, instruction);
  }
}

// Marks the lanes that break a hint: first lanes of runs that are no multiple, lanes that do not follow the
// one before. Where they become an address, a compiler that trusts the hint goes wrong.
void Machine::check_hint(State& state, const Instruction& instruction) {
  const triton::Operation& operation = *instruction.operation;
  HintKind kind = static_cast<HintKind>(operation.kind);
  int32_t slot = instruction.result;
  copy_value(state, instruction.sources[0], slot);
  const SlotInfo& s = info(slot);
  const int64_t count = operation.integer2;
  if (s.type.is_float() || count <= 1) return;
  // The axis among those of extent above 1; none: single elements.
  int axis = -1, number = 0;
  for (size_t i = 0; i < s.type.shape.size(); ++i) {
    if (static_cast<int64_t>(i) == operation.integer && s.type.shape[i] > 1) axis = number;
    if (s.type.shape[i] > 1) ++number;
  }
  const BlockValue& x = value(state, slot);
  const int64_t unit = s.type.is_pointer ? static_cast<int64_t>(size_of(s.type.dtype)) : 1;
  if (axis < 0 && (kind != HintKind::MultipleOf || s.numel > 1)) return;
  if (x.has & BlockValue::kAffine) {
    int64_t step = axis < 0 ? unit : x.step[static_cast<size_t>(axis)];
    bool are_others_multiples = true;
    for (int a = 0; a < s.rank; ++a)
      are_others_multiples =
          are_others_multiples && (a == axis || x.step[static_cast<size_t>(a)] % count == 0);
    bool holds = kind == HintKind::MaxContiguous  ? step == unit
                 : kind == HintKind::MaxConstancy ? step == 0
                                                  : hinted(s, x.base) % count == 0 && are_others_multiples &&
                                                        (step == unit || step % count == 0);
    if (holds) return;
  }
  const uint8_t* data = full(state, slot, 0);
  int64_t inner = 1, extent = axis < 0 ? 1 : s.extents[static_cast<size_t>(axis)];
  for (int a = axis + 1; a < s.rank && axis >= 0; ++a) inner *= s.extents[static_cast<size_t>(a)];
  std::vector<uint8_t> marks(static_cast<size_t>(s.numel));
  int64_t broken = -1;
  auto at = [&](int64_t lane) { return hinted(s, element_at(s, data, lane)); };
  for (int64_t lane = 0; lane < s.numel; ++lane) {
    int64_t index = lane / inner % extent;
    int64_t step = index == 0 ? 0 : at(lane) - at(lane - inner);
    bool holds = kind == HintKind::MultipleOf           ? (index > 0 && step == unit) || at(lane) % count == 0
                 : index % std::min(count, extent) == 0 ? true
                 : kind == HintKind::MaxContiguous      ? step == unit
                                                        : step == 0;
    if (holds) continue;
    marks[static_cast<size_t>(lane)] = kWrongHint;
    if (broken < 0) broken = lane;
  }
  if (broken < 0) return;
  std::string text;
  if (kind == HintKind::MultipleOf) {
    text = fmt::format("is {}", at(broken));
  } else {
    text = fmt::format("is {} after {}", at(broken), at(broken - inner));
  }
  broken_hints_[&operation] = fmt::format("tl.{} says {}, but {}{}{}", name_of(kind), count,
                                          s.numel == 1 ? "the value" : fmt::format("lane {}", broken),
                                          s.type.is_pointer ? " in bytes " : " ", text);
  add_marks(state, instruction, slot, marks);
}

void Machine::check_descriptor_base(State& state, const Instruction& instruction) {
  const BlockValue& base = value(state, instruction.sources[0]);
  uint32_t index = pointer_region(base.base);
  int64_t offset = pointer_offset(base.base);
  if (index >= launch_->targets.size() || offset % kDescriptorAlignment == 0) return;
  const PointerTarget& target = launch_->targets[index];
  int64_t size = static_cast<int64_t>(size_of(info(instruction.sources[0]).type.dtype));
  fault(
      state, DiagnosticKind::Misaligned,
      fmt::format(
          "misaligned descriptor: its base is '{}' index {}, which is {} bytes past a multiple of {}, in {}",
          target.name, (offset - target.view_offset) / size,
          ((offset % kDescriptorAlignment) + kDescriptorAlignment) % kDescriptorAlignment,
          kDescriptorAlignment, place(state)),
      instruction.operation->span,
      {{"the base of a tensor descriptor must be 16-byte aligned; move the start into the offsets of load "
        "and store",
        {}}});
}

void Machine::check_descriptor_stride(State& state, const Instruction& instruction) {
  const triton::Operation& operation = *instruction.operation;
  View stride = view(state, instruction.sources[0]);
  int64_t elements = element_at(info(instruction.sources[0]), stride.data, 0);
  int64_t size = operation.integer2;
  if (elements * size % kDescriptorAlignment == 0) return;
  fault(state, DiagnosticKind::Misaligned,
        fmt::format(
            "misaligned descriptor: stride {} of its tensor is {} elements of {} bytes, and {} bytes are no "
            "multiple of {}, in {}",
            operation.integer, elements, size, elements * size, kDescriptorAlignment, place(state)),
        operation.span,
        {{"pad the tensor's rows to a multiple of 16 bytes, or load with pointers and a mask", {}}});
}

// A hinted pointer block, one lane after the other along the axis that lies in memory: what a compiler that
// trusts the hint takes as one wide access must be in place and hold just the lanes that it stands for. How
// wide it can be also depends on how the lines lie to each other, which hints on a block say nothing of.
bool Machine::breaks_vectors(State& state, int32_t pointer, const uint8_t* on) {
  const SlotInfo& s = info(pointer);
  const int64_t size = static_cast<int64_t>(size_of(s.type.dtype));
  const int64_t* words = reinterpret_cast<const int64_t*>(full(state, pointer, 1));
  if (s.numel == 1) return pointer_offset(words[0]) % size != 0;
  int64_t inner = 1, extent = 1;
  for (int axis = s.rank - 1; axis >= 0; --axis) {
    extent = s.extents[static_cast<size_t>(axis)];
    if (words[inner] - words[0] == size) break;
    if (axis == 0) return false;  // no lanes that follow each other
    inner *= extent;
  }
  const triton::Operation* source = origin_of(state, pointer);
  bool is_of_block = source && !code_.program->type(source->operands[0]).is_scalar();
  int64_t width = std::min(kVectorBytes / size, extent);
  auto for_each_line = [&](auto&& body) {
    for (int64_t lane = 0; lane < s.numel; ++lane) {
      if (lane / inner % extent == 0 && !body(lane)) return false;
    }
    return true;
  };
  if (is_of_block) {
    for_each_line([&](int64_t lane) {
      while (width > 1 && (words[lane] - words[0]) % (width * size) != 0) width /= 2;
      return true;
    });
  }
  if (width < 2) return false;
  return !for_each_line([&](int64_t line) {
    for (int64_t index = 0; index + width <= extent; index += width) {
      int64_t first = line + index * inner;
      if (on && !on[first]) continue;
      if (pointer_offset(words[first]) % (width * size) != 0) return false;
      for (int64_t i = 1; i < width; ++i) {
        int64_t lane = first + i * inner;
        if ((!on || on[lane]) && words[lane] - words[first] != i * size) return false;
      }
    }
    return true;
  });
}

}  // namespace tilewright::kernels::triton
