// First step down: ATen operations -> primitives over named axes.
#pragma once

#include "base/result.h"
#include "graph/graph.h"
#include "stack/program.h"

namespace tilewright::stack {

// Unsupported: an operation without a rule, or used in a way its rule does not cover, by name and place.
// `by_position`: forward's arguments are named as the recorded graph names them (graph/signature.h), for targets that take them by
// position; so no name of the author's has to be copied. Those that are not read have none.
Result<Program> decompose(const graph::Graph& graph, bool by_position = false);

}  // namespace tilewright::stack
