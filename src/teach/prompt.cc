#include "teach/prompt.h"

#include "graph/program_text.h"

namespace tilewright::teach {

std::string make_prompt(const graph::Graph& graph, const Language& language) {
  return std::string(language.prompt_head) + graph::program_text(graph);
}

}  // namespace tilewright::teach
