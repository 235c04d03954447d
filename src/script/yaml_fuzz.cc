// Fuzz target: no text crashes, hangs or outgrows the reader of YAML, and what it read is written and read again.
#include <cstdint>
#include <string>

#include "base/check.h"
#include "script/interpreter.h"

namespace tilewright::script {
namespace {

constexpr BudgetLimits kLimits{.fuel = 2'000'000, .memory_bytes = 16 << 20};
constexpr const char* kScript = R"PY(
import yaml
def attempt(text):
    try:
        documents = list(yaml.safe_load_all(text))
    except (yaml.YAMLError, TypeError, ValueError, RecursionError):
        return
    try:
        again = yaml.safe_dump_all(documents, sort_keys=False)
    except (TypeError, ValueError, RecursionError):
        return
    read = repr(list(yaml.safe_load_all(again)))
    assert 'nan' in read or read == repr(documents), (again, documents)
)PY";

void read_text(std::string bytes) {
  SourceManager sources;
  SourceId source = sources.add("attempt.py", kScript);
  Budget budget(kLimits);
  Interpreter interpreter(sources, budget, Capabilities{});
  auto module = interpreter.run_module(source, "__main__");
  TW_CHECK(module.has_value(), "the script of the fuzz target fails");
  auto result = interpreter.guard([&] {
    Value function = interpreter.get_attribute(Value(*module), "attempt");
    return interpreter.call_value(function, {{make_string(std::move(bytes))}, {}, {}});
  });
  if (!result) TW_CHECK(result.error().kind != DiagnosticKind::PythonException, "{}", result.error().message);
}

}  // namespace
}  // namespace tilewright::script

#ifdef __SANITIZE_ADDRESS__
// Anchors may make cycles, which stay until the process ends.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }
#endif

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tilewright::script::read_text(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
