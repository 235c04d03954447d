// First step down: ATen operations -> primitives over named axes.
#pragma once

#include "base/result.h"
#include "graph/graph.h"
#include "stack/program.h"

namespace tilewright::stack {

// Unsupported: an operation without a rule, or used in a way its rule does not cover, by name and place.
Result<Program> decompose(const graph::Graph& graph);

}  // namespace tilewright::stack
