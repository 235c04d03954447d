// The recorded graph: ATen operations in the order a task's forward made them, at the level the
// author wrote (softmax, layer_norm, conv2d stay whole). Values are SSA; views and in-place writes
// are made functional by functionalise(). A plain value: no torch here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/dtype.h"
#include "base/ids.h"
#include "base/result.h"

namespace tilewright::graph {

struct ValueTag;
using ValueId = Id<ValueTag>;

// A dimension: its size in this recording, and the symbol it was unified to when recordings at
// several sizes differed there (-1: constant).
struct Dimension {
  int64_t size = 0;
  int symbol = -1;
  bool operator==(const Dimension&) const = default;
};

struct TensorType {
  DType dtype = DType::Float32;
  std::vector<Dimension> shape;
  std::vector<int64_t> strides;  // elements, of this recording
  int64_t elements() const { int64_t n = 1; for (auto d : shape) n *= d.size; return n; }
};

enum class ValueSource : uint8_t { Input, Parameter, Buffer, Constant, Node };

struct Value {
  ValueSource source = ValueSource::Node;
  std::string name;       // forward's parameter name, state_dict key, or "%7"
  TensorType type;
  uint32_t node = 0;      // index of the node that made it (source Node)
  std::vector<double> constant;  // elements of a small Constant tensor (at most 64)
};

struct NoneArgument {};
using Argument = std::variant<NoneArgument, ValueId, std::vector<ValueId>, bool, int64_t, double, std::string, DType,
                              std::vector<int64_t>, std::vector<double>, std::vector<bool>>;

struct NamedArgument {
  std::string name;  // of the schema
  Argument value;
  // An integer that follows a dimension's size over the recordings: that dimension's symbol; -1 otherwise.
  int symbol = -1;
};

struct Node {
  std::string op;  // "aten::softmax.int": operator and overload as the dispatcher names them
  std::vector<NamedArgument> arguments;  // complete: defaults filled in, schema order
  std::vector<ValueId> results;
  Span span;  // of the call in the task's source
};

struct Graph {
  std::vector<Value> values;
  std::vector<Node> nodes;
  std::vector<ValueId> inputs;      // forward's tensor arguments in order
  std::vector<ValueId> parameters;  // parameters and buffers used, state_dict order
  std::vector<ValueId> outputs;
  std::vector<std::string> scalar_inputs;  // forward's arguments that are no tensors
  std::vector<std::string> argument_names;  // forward's arguments in order; empty: inputs, then scalar_inputs
  std::vector<std::string> state_names;  // every state_dict key, used or not; empty: parameters

  const Value& operator[](ValueId id) const { return values[id.index]; }
  Value& operator[](ValueId id) { return values[id.index]; }
};

// Text form, one node a line (`tilewright compile --show graph`).
std::string print(const Graph& graph);

// Checks ids, order, known operations' arity and result types; the diagnostic is our bug's text.
Result<void> verify(const Graph& graph);

// Hash of the canonical graph without shapes, constants and names: two tasks with equal hashes
// are the same composition. 32 hex digits.
std::string composition_hash(const Graph& graph);

// Unifies recordings of one program at several sizes: equal structure required; dimensions that
// differ become symbols (equal difference patterns share one).
Result<Graph> unify(const std::vector<Graph>& recordings);

}  // namespace tilewright::graph
