// Fuzz target: no script may crash, hang or outgrow the evaluator, whatever it does within its budgets.
#include <cstdint>
#include <string>

#include "base/check.h"
#include "python/source_text.h"
#include "script/interpreter.h"

namespace tilewright::script {
namespace {

constexpr BudgetLimits kLimits{.fuel = 100'000, .memory_bytes = 16 << 20};
constexpr size_t kMostOutput = 1 << 20;

void run_script(std::string bytes) {
  auto text = python::decode_source(std::move(bytes));
  if (!text) return;
  SourceManager sources;
  SourceId source = sources.add("input.py", std::move(*text));
  Budget budget(kLimits);
  size_t printed = 0;
  Capabilities capabilities;
  capabilities.standard_output = [&](std::string_view part) { printed += part.size(); };
  {
    Interpreter interpreter(sources, budget, capabilities);
    auto result = interpreter.run_module(source, "__main__");
    if (!result) render(result.error(), sources);
  }
  // Printing costs fuel and memory like all else.
  TW_CHECK(printed <= kLimits.memory_bytes + kMostOutput, "{} bytes printed", printed);
}

}  // namespace
}  // namespace tilewright::script

#ifdef __SANITIZE_ADDRESS__
// Values are counted references: a cycle that a script drops stays until the process ends.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }
#endif

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tilewright::script::run_script(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
