// A graph written as a Python function, one operation a line: what a model is shown of a task
// (docs/contract.md, section Prompt), whatever the spelling of the file it was recorded from.
#pragma once

#include <string>

#include "graph/graph.h"

namespace tilewright::graph {

//   def forward(x: f32[A, B], weight: f32[B]):
//       v0 = sum(x, dim=-1, keepdim=True)
//       v1 = x / v0
//       return v1 * weight
// Arguments are the candidate's (signature()); sizes that vary between recordings are letters in order of
// appearance, others numbers. Operations go by their ATen base names, arithmetic by its signs; arguments that
// are None, False or the operation's usual value are left out; a dimension is counted from the front, but the
// last is -1.
std::string program_text(const Graph& graph);

}  // namespace tilewright::graph
