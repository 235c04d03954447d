// The prompt of a task: what a model is shown, and what the tokenizer and the tests agree on
// (docs/contract.md, section Prompt). Built from the recorded graph, so that neither spelling nor comments
// nor module structure of the task file matter, while shapes do.
#pragma once

#include <string>

#include "graph/graph.h"
#include "teach/language.h"

namespace tilewright::teach {

inline constexpr int kPromptVersion = 2;

// Version 2: the graph as a Python function, one operation a line (graph::program_text), after the language's
// head.
std::string make_prompt(const graph::Graph& graph, const Language& language);

}  // namespace tilewright::teach
