// BlockProgram: what a jit function becomes for one set of argument types and constants. Values have
// static types, control flow is structured (blocks inside operations), every operation has a place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/source.h"
#include "base/work_counters.h"
#include "kernels/triton/block_type.h"

namespace tilewright::kernels::triton {

enum class Op : uint8_t {
#define TW_TRITON_OP(identifier, spelling, group, cost, since, doc) identifier,
#include "kernels/triton/ops.def"
#undef TW_TRITON_OP
};
enum class OpGroup : uint8_t {
  Source,
  Unary,
  Test,
  Binary,
  Compare,
  Ternary,
  Convert,
  Shape,
  Memory,
  Reduction,
  Effect,
  Control
};
enum class OpCost : uint8_t { None, Arithmetic, Special, Reduction };

std::string_view spelling(Op op);
OpGroup group(Op op);
OpCost cost(Op op);

struct ValueTag;
struct OperationTag;
struct BlockTag;
using ValueId = Id<ValueTag>;
using OperationId = Id<OperationTag>;
using BlockId = Id<BlockTag>;

enum class AtomicKind : uint8_t { Add, Max, Min, And, Or, Xor, Exchange, CompareAndSwap };
enum class ReduceKind : uint8_t { Sum, Product, Max, Min, And, Or, Xor };
// What a Hint says of its operand. MultipleOf, MaxContiguous, MaxConstancy, whose result is the operand: along axis
// `integer`, by `integer2`. Without a result, DescriptorBase: a pointer is 16-byte aligned; DescriptorStride: stride
// `integer`, of elements of `integer2` bytes, is.
enum class HintKind : uint8_t { MultipleOf, MaxContiguous, MaxConstancy, DescriptorBase, DescriptorStride };
std::string_view spelling(AtomicKind kind);
std::string_view spelling(ReduceKind kind);

// Operands by operation:
//   Load: pointer [, mask [, other]] (flags say which); Store: pointer, value [, mask]
//   Atomic: pointer, value [, compare (CompareAndSwap)] [, mask]
//   If: condition; blocks then, else; both end in Yield of the results
//   For: lower, upper, step, carried...; one block whose parameters are index, carried...
//   While: carried...; block 0 (parameters carried) yields condition, carried...; block 1 (parameters
//     carried) yields carried...; results: what block 0 yielded when false
//   Inline: none; one block; Return inside gives the results
//   Print: the values; text holds the prefix
struct Operation {
  Op op = Op::Constant;
  Span span;
  std::vector<ValueId> operands;
  ValueId first_result;
  uint32_t result_count = 0;
  std::vector<BlockId> blocks;
  // Meaning by operation. Constant: bits of the value (float as double, or integer). Argument: index.
  // ProgramId, NumPrograms: axis. Arange: start. Permute: axes packed 4 bits each. Reduce, ArgReduce,
  // Scan: axis. Pick, Shift, Flip, Gather: axis. For: num_stages, 0 where not given. Philox: rounds. Hint: see HintKind.
  int64_t integer = 0;
  int64_t integer2 = 0;  // Pick: start; Shift: distance
  int64_t integer3 = 0;  // Pick: step
  double number = 0;     // Constant of a float type
  uint8_t kind = 0;      // AtomicKind, ReduceKind, DotPrecision, HintKind
  bool has_mask = false, has_other = false;
  bool is_descriptor = false;  // Load: by a tensor descriptor
  // Scan: reverse; Sort: descending; ArgReduce: tie breaks left; Dot: has accumulator; Load: volatile; Assert: assume.
  // For: the compiler is told to unroll or split it.
  bool flag = false;
  bool acquires = false, releases = false;  // Atomic, towards other programs
  bool is_local = false;                    // Atomic: of scope "cta"
  std::string text;                         // Assert, Print
};

struct Block {
  std::vector<ValueId> parameters;
  std::vector<OperationId> operations;
};

struct Parameter {
  std::string name;
  BlockType type;
};

struct BlockProgram {
  std::string name;
  Span span;
  std::vector<Parameter> parameters;  // run-time ones only, in the order of Argument's index
  std::vector<BlockType> values;      // types by ValueId
  std::vector<Operation> operations;
  std::vector<Block> blocks;
  BlockId prologue;  // constants and arguments: run once a launch
  BlockId entry;
  bool depends_on_warps = false;  // asks for the launch's num_warps
  std::vector<Span> descriptors;  // where the kernel makes tensor descriptors, in memory that the host allocates

  const BlockType& type(ValueId id) const { return values[id.index]; }
  const Operation& operator[](OperationId id) const { return operations[id.index]; }
  const Block& operator[](BlockId id) const { return blocks[id.index]; }
};

// One operation a line, blocks indented: what `--show` prints.
std::string print(const BlockProgram& program);

}  // namespace tilewright::kernels::triton
