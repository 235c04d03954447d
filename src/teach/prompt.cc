#include "teach/prompt.h"

#include "graph/program_text.h"

namespace tilewright::teach {

std::string make_prompt(const graph::Graph& graph) { return graph::program_text(graph); }

}  // namespace tilewright::teach
