// Atomics: lane by lane, and the order they make between programs.
#include <fmt/format.h>

#include <cstring>

#include "kernels/triton/atomic_order.h"
#include "kernels/triton/machine.h"
#include "kernels/triton/machine_runs.h"
#include "kernels/triton/place_names.h"

namespace tilewright::kernels::triton {
namespace {

template <class T>
T combine(AtomicKind kind, T old, T value, T compare) {
  switch (kind) {
    case AtomicKind::Add:
      if constexpr (std::is_integral_v<T>) {
        using U = std::make_unsigned_t<T>;
        return static_cast<T>(static_cast<U>(old) + static_cast<U>(value));
      } else {
        return old + value;
      }
    case AtomicKind::Max:
      return value > old ? value : old;
    case AtomicKind::Min:
      return value < old ? value : old;
    case AtomicKind::Exchange:
      return value;
    case AtomicKind::CompareAndSwap:
      return std::memcmp(&old, &compare, sizeof(T)) == 0 ? value : old;
    case AtomicKind::And:
      if constexpr (std::is_integral_v<T>) return old & value;
      return old;
    case AtomicKind::Or:
      if constexpr (std::is_integral_v<T>) return old | value;
      return old;
    case AtomicKind::Xor:
      if constexpr (std::is_integral_v<T>) return old ^ value;
      return old;
  }
  return old;
}

}  // namespace

void Machine::atomic(State& state, const Instruction& instruction) {
  const triton::Operation& operation = *instruction.operation;
  const SlotInfo &ps = info(instruction.sources[0]), &rs = info(instruction.result);
  AtomicKind kind = static_cast<AtomicKind>(operation.kind);
  bool is_swap = kind == AtomicKind::CompareAndSwap;
  int32_t mask = operation.has_mask ? instruction.sources[2] : -1;
  check_defined(state, instruction, instruction.sources[0], Use::Address, mask);
  if (mask >= 0) check_defined(state, instruction, mask, Use::Mask, -1);
  check_defined(state, instruction, instruction.sources[1], Use::AtomicOperand, mask);
  DType dtype = ps.type.dtype;
  size_t size = size_of(dtype), width = bytes(rs.reg);
  const uint8_t* values = full(state, instruction.sources[1], 0);
  std::vector<uint8_t> compares;
  if (is_swap) {
    const uint8_t* data = full(state, instruction.sources[2], 3);
    compares.assign(data, data + static_cast<size_t>(rs.numel) * width);
  }
  set_data(state, instruction.result, rs.full_mask);
  uint8_t* out = value(state, instruction.result).data;
  std::memset(out, 0, static_cast<size_t>(rs.numel) * width);
  RoundKernel round = round_kernel(dtype);
  const uint64_t version = memory_version_;
  begin_access(state, instruction, memory::AccessKind::Atomic);
  for_each_run(state, instruction.sources[0], mask, size, [&](const Run& run) {
    Place at = resolve(state, instruction, run, size, "atomic");
    memory::Region& region = *at.target->region;
    if (region.is_read_only) {
      note_place(*at.target, at.offset);
      fault(state, DiagnosticKind::InputMutated,
            fmt::format("atomic on '{}', which must not be written", at.target->name), operation.span);
    }
    if (!at.target->part.empty()) check_view(state, instruction, *at.target, run);
    enter_run(at, run);
    at.target->traffic.bytes_loaded += static_cast<uint64_t>(run.count) * size;
    at.target->traffic.bytes_stored += static_cast<uint64_t>(run.count) * size;
    for (int64_t i = 0; i < run.count; ++i) {
      size_t byte = static_cast<size_t>(at.offset + i * run.stride);
      std::byte* address = region.base + byte;
      if (code_.has_spin) note_read(state, instruction, *at.target, byte, size);
      sectors_.add(byte, byte + size);
      if (options_.count_work) ++atomics_[address];
      const uint64_t name = reinterpret_cast<uint64_t>(address);
      if (order_ && operation.acquires) order_->acquire(state.stamp, name);
      // Among the threads of one program only, it is as a plain access to all others.
      memory::AccessKind access = operation.is_local ? memory::AccessKind::Write : memory::AccessKind::Atomic;
      if (options_.check_races) record(state, instruction, access, *at.target, byte, byte + size);
      if (order_ && operation.releases) state.stamp = order_->release(state.stamp, name);
      if (kind != AtomicKind::Exchange && options_.check_uninitialised &&
          !region.is_initialised(byte, byte + size)) {
        note_place(*at.target, static_cast<int64_t>(byte));
        fault(state, DiagnosticKind::UninitialisedRead,
              fmt::format("atomic {} reads '{}' {}, which was never written, in {}", spelling(kind),
                          at.target->name,
                          index_name(*at.target, (static_cast<int64_t>(byte) - at.target->view_offset) /
                                                     static_cast<int64_t>(size)),
                          place(state)),
              operation.span, {{"memory from torch.empty holds no values; use torch.zeros", {}}});
      }
      size_t lane = static_cast<size_t>(run.lane + i);
      const uint8_t* compare = is_swap ? compares.data() + lane * width : values;
      auto change = [&]<class T>(T) {
        T old, operand, expected;
        load_elements(dtype, address, &old, 1);
        std::memcpy(&operand, values + lane * width, sizeof(T));
        std::memcpy(&expected, compare, sizeof(T));
        T updated = combine<T>(kind, old, operand, expected);
        if (round) round(&updated, 1);
        if (std::memcmp(&updated, &old, sizeof(T)) != 0) ++memory_version_;
        store_elements(dtype, &updated, address, 1);
        std::memcpy(out + lane * width, &old, sizeof(T));
      };
      switch (rs.reg) {
        case Reg::F32:
          change(float{});
          break;
        case Reg::F64:
          change(double{});
          break;
        case Reg::I32:
          rs.is_unsigned ? change(uint32_t{}) : change(int32_t{});
          break;
        case Reg::I64:
          rs.is_unsigned ? change(uint64_t{}) : change(int64_t{});
          break;
        case Reg::I1:
        case Reg::I8:
          break;
      }
      region.mark_stored(byte, byte + size);
    }
  });
  end_access(state, instruction);
  if (rs.numel == 1) finish_scalar(state, instruction.result);
  if (options_.alternation > 0 && version != memory_version_ && (operation.acquires || operation.releases)) give_way(state);
}

}  // namespace tilewright::kernels::triton
