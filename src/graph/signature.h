// The names a graph's values go by wherever it is written as Python: in prompts, in kernels, in wrappers.
#pragma once

#include <string>
#include <vector>

#include "graph/graph.h"

namespace tilewright::graph {

struct Signature {
  // Arguments of a candidate's forward (docs/contract.md): the task's own in their order, then every entry of
  // the model's state in state_dict order.
  std::vector<std::string> arguments;
  // By value index, skipping names that are arguments. Inputs and state: x0, x1, ... in the arguments' order.
  // Results of nodes that the outputs need: v0, v1, ... in order; "_" for results that nothing reads.
  // Operations that leave their operand as it is (contiguous, clone, dropout outside training) share the
  // operand's name.
  std::vector<std::string> names;
  // By value index: the argument of an input or of state, "" for other values.
  std::vector<std::string> argument_of;
};

Signature signature(const Graph& graph);

// By node index: whether the outputs depend on it.
std::vector<bool> needed_nodes(const Graph& graph);

// The value that a node's only result equals element for element, or none.
ValueId same_as(const Graph& graph, const Node& node);

}  // namespace tilewright::graph
