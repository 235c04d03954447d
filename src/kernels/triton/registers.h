// How the machine holds elements of a block value: narrow floats as rounded fp32, narrow integers
// as extended 32-bit ones, pointers as 64-bit (region, offset) words, int1 as bytes 0 and 1. I8: 8-bit integers as in
// memory, which loads make and products take.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/triton/block_type.h"

namespace tilewright::kernels::triton {

enum class Reg : uint8_t { F32, F64, I32, I64, I1, I8 };

inline size_t bytes(Reg reg) {
  return reg == Reg::I1 || reg == Reg::I8 ? 1 : reg == Reg::F64 || reg == Reg::I64 ? 8 : 4;
}

inline Reg reg_of(const BlockType& type) {
  if (type.is_pointer) return Reg::I64;
  if (tilewright::is_float(type.dtype)) return type.dtype == DType::Float64 ? Reg::F64 : Reg::F32;
  if (type.dtype == DType::Bool) return Reg::I1;
  return size_of(type.dtype) == 8 ? Reg::I64 : Reg::I32;
}

// A pointer word: region index in the upper 16 bits, byte offset + 2^47 in the lower 48. An offset that
// leaves +-2^46 makes the word "wild" (region 0xffff), which every access refuses.
inline constexpr int64_t kOffsetBias = int64_t{1} << 47;
inline constexpr int64_t kOffsetMask = (int64_t{1} << 48) - 1;
inline constexpr int64_t kMaxPointerOffset = int64_t{1} << 46;
inline constexpr uint32_t kWildRegion = 0xffff;
inline int64_t make_pointer(uint32_t region, int64_t offset) {
  return static_cast<int64_t>(static_cast<uint64_t>(region) << 48) | ((offset + kOffsetBias) & kOffsetMask);
}
inline uint32_t pointer_region(int64_t word) {
  return static_cast<uint32_t>(static_cast<uint64_t>(word) >> 48);
}
inline int64_t pointer_offset(int64_t word) { return (word & kOffsetMask) - kOffsetBias; }

}  // namespace tilewright::kernels::triton
