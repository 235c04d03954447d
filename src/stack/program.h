// The decomposed program: ATen operations taken apart into primitives over named axes. A plain value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/dtype.h"
#include "base/ids.h"
#include "stack/axes.h"
#include "stack/primitive.h"

namespace tilewright::stack {

struct ProgramValueTag;
using ProgramValueId = Id<ProgramValueTag>;

// A number as the author wrote it (`text`), or the number of elements along `extent` plus `offset`.
struct Literal {
  double number = 0;
  std::string text;
  AxisList extent;
  int offset = 0;
  bool is_extent() const { return text.empty(); }
};

using Operand = std::variant<ProgramValueId, Literal>;

enum class ValueKind : uint8_t {
  Leaf,   // an input, parameter or buffer of forward
  Index,  // position along `axes`
  Pointwise,
  Reduce,    // over `axes`
  Scan,      // running `reduce` along `axes`, at each position
  Contract,  // sum of products of two operands over `axes`
};

struct ProgramValue {
  ValueKind kind = ValueKind::Pointwise;
  Primitive primitive = Primitive::Copy;          // Pointwise
  ReduceKind reduce = ReduceKind::Sum;            // Reduce, Scan
  bool is_reverse = false, is_exclusive = false;  // Scan
  std::vector<Operand> operands;
  std::vector<AxisList> dims;  // the result's dimensions
  AxisList axes;               // Index, Reduce, Scan, Contract
  DType dtype = DType::Float32;
  int origin = -1;   // the graph node it came from, -1 for leaves
  std::string name;    // Leaf: forward's argument; else a hint for variable names
  std::string result;  // its name in the recorded graph (graph::signature); empty inside an operation
};

struct ProgramInput {
  std::string name;      // forward's argument
  std::string variable;  // its name in the recorded graph
  DType dtype = DType::Float32;
  std::vector<AxisList> dims;  // one of its leaves' dimensions
  bool is_contiguous = true;
  bool is_used = false;
  bool is_parameter = false;
};

struct Program {
  AxisTable axes;
  std::vector<ProgramValue> values;
  std::vector<ProgramInput> tensors;   // inputs, then parameters and buffers
  std::vector<std::string> arguments;  // forward's signature, in order
  std::vector<std::string> numbers;    // those of them that are no tensors
  std::vector<ProgramValueId> outputs;

  const ProgramValue& operator[](ProgramValueId id) const { return values[id.index]; }
  ProgramValue& operator[](ProgramValueId id) { return values[id.index]; }
  // All axes of a value in storage order, resolved.
  AxisList storage(const std::vector<AxisList>& dims) const;
  AxisList storage(ProgramValueId id) const { return storage(values[id.index].dims); }
  // Its place among forward's arguments; their number for a tensor that is none of them.
  size_t argument_rank(std::string_view tensor) const;
};

std::string print(const Program& program);
// "%3: max(%1, 0.0)" without the dimensions, for prints of later layers.
std::string describe(const Program& program, ProgramValueId id);

}  // namespace tilewright::stack
