// Fuzz target: no graph text crashes the reader or the verifier, and a graph that verifies is printed as it
// was read.
#include <cstdint>
#include <string>

#include "base/check.h"
#include "graph/graph.h"
#include "graph/parse_text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tilewright;
  auto graph = graph::parse_text({reinterpret_cast<const char*>(data), size});
  if (!graph || !graph::verify(*graph)) return 0;
  std::string printed = graph::print(*graph);
  auto again = graph::parse_text(printed);
  TW_CHECK(again.has_value(), "{}\n{}", again.error().message, printed);
  TW_CHECK(graph::print(*again) == printed, "{}", printed);
  graph::composition_hash(*graph);
  return 0;
}
