// Turns the tensor operations of one run into a graph: each boxed call a node, views and in-place
// writes made functional on the way (a write makes a new value of the whole storage; views taken
// before are derived anew when they are used next).
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/graph.h"
#include "library/call_operator.h"
#include "library/context.h"

namespace tilewright::library {

// How a view was made from its parent: the operator with its other arguments, and the parent's own step.
struct ViewStep {
  std::shared_ptr<const ViewStep> parent;       // null: the parent is the storage's base
  std::string op;                               // "aten::select.int"
  std::vector<graph::NamedArgument> arguments;  // schema order, the first is the parent
  std::vector<graph::TensorType> types;         // of the operator's results
  size_t result = 0;                            // which of them this view is
  graph::TensorType parent_type;
};

class Recorder {
 public:
  Recorder(Context& context, const RecordingInputs& inputs);
  ~Recorder();

  void before(const MatchedCall& call);  // arguments' values are read before the call writes them
  void after(const MatchedCall& call, const script::Value& result);
  // `copy` holds what `source` holds (detach, device moves).
  void alias(TensorObject& copy, TensorObject& source);
  // The finished graph with forward's result as outputs.
  Result<graph::Graph> finish(const script::Value& result);

 private:
  graph::ValueId value_of(TensorObject& tensor);
  graph::ValueId add_state(TensorObject& tensor);
  graph::ValueId add_value(graph::Value value);
  graph::ValueId add_constant(TensorObject& tensor);
  std::vector<graph::ValueId> add_node(std::string op, std::vector<graph::NamedArgument> arguments,
                                       std::vector<graph::TensorType> types);
  graph::Argument argument_of(const MatchedCall& call, size_t index);
  graph::Argument default_argument(const MatchedCall& call, size_t index);
  void after_write(const MatchedCall& call);
  void after_view(const MatchedCall& call, const std::vector<TensorObject*>& results);
  void bind_fresh(TensorObject& tensor, graph::ValueId value);
  void bind_view(TensorObject& view, const TensorObject& source, std::shared_ptr<const ViewStep> step,
                 graph::ValueId value);
  void write(TensorObject& tensor, graph::ValueId value);
  graph::ValueId derive(const ViewStep* step, graph::ValueId base);
  graph::ValueId write_through(const ViewStep& step, graph::ValueId base, graph::ValueId child);
  graph::ValueId scatter(const ViewStep& step, graph::ValueId parent, graph::ValueId child);
  void drop_unused();
  void fail_later(std::string message);

  Context& context_;
  graph::Graph graph_;
  uint64_t serial_;
  std::vector<graph::NamedArgument> pending_;  // of the call between before() and after()
  std::vector<StateEntry> state_;
  std::vector<graph::ValueId> state_values_;  // by state_'s index; none while unused
  std::optional<Diagnostic> failure_;
};

}  // namespace tilewright::library
