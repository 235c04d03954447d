// Code: a block program flattened for the machine. Values have slots (loop parameters and results share
// theirs), slots have places in one arena that is reused by lifetime, control flow is jumps.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "kernels/triton/program.h"
#include "kernels/triton/registers.h"
#include "kernels/triton/resources.h"
#include "kernels/triton/vector_kernels.h"

namespace tilewright::kernels::triton {

inline constexpr int kMaxRank = 6;  // extents above 1; others cost nothing

// What is static about a slot. Axes are numbered over extents above 1 only, so inserting or removing
// an axis of extent 1 changes nothing.
struct SlotInfo {
  BlockType type;
  Reg reg = Reg::I32;
  bool is_unsigned = false;
  uint8_t rank = 0;
  uint8_t full_mask = 0;  // one bit an axis
  std::array<int64_t, kMaxRank> extents{};
  int64_t numel = 1;
  size_t offset = 0;  // in the arena, where numel > 1
};

enum class Action : uint8_t { Operation, Move, Jump, JumpIfFalse, LoopTest, LoopStep, End };

struct Instruction {
  Action action = Action::Operation;
  Op op = Op::Constant;
  bool is_back_edge = false;  // Jump: closes a loop
  int32_t carried = -1;       // Jump that closes a while loop: index in Code
  bool waits = false;         // such a loop, in which a program may wait for others
  bool is_identity = false;   // Reshape, Permute: same axes in the same order
  bool checks_wrap = false;   // integer Add, Sub, Mul, Cast that may become part of an address
  bool puts_back = false;     // Store: some of its lanes may hold what was loaded from the same places
  bool may_alias = false;     // Load: nothing is written while the result lives, so it may stay in memory
  std::array<int8_t, kMaxRank> axes{};  // Broadcast, Permute: source axis of each result axis, -1 new
  int32_t result = -1;
  std::array<int32_t, 5> sources{-1, -1, -1, -1, -1};
  int32_t target = 0;  // of a jump
  const triton::Operation* operation = nullptr;
  UnaryKernel unary = nullptr;
  BinaryKernels binary;
  RoundKernel round = nullptr;
  uint64_t elements = 1;  // fuel
};

struct Code {
  std::unique_ptr<BlockProgram> program;
  std::vector<SlotInfo> slots;
  std::vector<Instruction> prologue;  // once a state
  std::vector<Instruction> instructions;
  size_t arena_bytes = 0;
  size_t scratch_bytes = 0;  // the largest slot
  size_t granule = 8;        // smallest element that is accessed
  bool has_spin = false;     // programs may have to wait for each other
  // While loops: slots of what a turn hands to the next and which decides about the loop (loop_slices.h).
  std::vector<std::vector<int32_t>> carried;
  std::vector<int32_t> loop_heads;  // their first instructions
  // The same loops: slots that the test comes from, where it does not depend on memory.
  std::vector<std::optional<std::vector<int32_t>>> tested;
  bool uses_atomic_results = false;
  bool drops_acquires = false;  // waits by volatile loads, and its atomics that acquire have results that nobody uses
  int64_t max_block_elements = 1;
  int64_t loop_stages = 0;  // the most that a loop asks for itself
  Resources resources;
};

// Fails (Unsupported) on blocks of more than kMaxRank extents above 1.
Result<std::unique_ptr<Code>> lower(BlockProgram program);

}  // namespace tilewright::kernels::triton
