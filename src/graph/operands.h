// Reading a node's arguments.
#pragma once

#include <string_view>
#include <vector>

#include "graph/graph.h"

namespace tilewright::graph {

// The tensors a node reads, in argument order.
std::vector<ValueId> operands(const Node& node);
// The argument of that name, or null.
const Argument* find_argument(const Node& node, std::string_view name);

}  // namespace tilewright::graph
