// A graph written as a Python function, one operation a line: what a model is shown of a task
// (docs/contract.md, section Prompt), whatever the spelling of the file it was recorded from.
#pragma once

#include <string>

#include "graph/graph.h"

namespace tilewright::graph {

//   def forward(data, weight):
//       x0: f32[A, B] = data
//       x1: f32[B] = weight
//       v0 = sum(x0, dim=-1, keepdim=True)
//       v1 = x0 / v0
//       v2 = v1 * x1
//       return v2
// Arguments are the candidate's (signature()); those that are read are bound to short names first. Sizes that vary between recordings are letters in order of
// appearance, others numbers. Operations go by their ATen base names, arithmetic by its signs; arguments that
// are None, False or the operation's usual value are left out; a dimension is counted from the front, but the
// last is -1.
std::string program_text(const Graph& graph);

}  // namespace tilewright::graph
