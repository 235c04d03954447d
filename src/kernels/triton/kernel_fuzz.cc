// Fuzz target: no kernel may crash or hang the front end or the machine, or touch memory that no tensor owns.
// An input is a script with kernels and a function `main` that takes the tensors below.
#include <cstdint>
#include <string>

#include "base/check.h"
#include "kernels/triton/test_support.h"
#include "python/source_text.h"

namespace tilewright::kernels::triton::testing {
namespace {

constexpr BudgetLimits kLimits{.fuel = 300'000, .memory_bytes = 32 << 20};

void run_kernels(std::string bytes) {
  auto text = python::decode_source(std::move(bytes));
  if (!text) return;
  Runner runner(*text, {}, kLimits);
  if (!runner.module) {
    render(runner.module.error(), runner.sources);
    return;
  }
  auto main = (*runner.module)->globals->find("main");
  if (!main) return;
  std::vector<double> ramp(8 * 32);
  for (size_t i = 0; i < ramp.size(); ++i) ramp[i] = static_cast<double>(i % 17) * 0.5 - 3;
  TensorRef x = tensor(ramp, DType::Float32, {8, 32}), y = tensor(ramp, DType::Float32, {8, 32});
  TensorRef integers = tensor(ramp, DType::Int32, {8, 32}), halves = tensor(ramp, DType::Float16, {8, 32});
  TensorRef out = empty({8, 32});
  x->region->is_read_only = true;
  std::vector<std::byte> before = x->storage;
  script::CallArguments arguments;
  arguments.positional = {script::Value(x), script::Value(y), script::Value(integers), script::Value(halves),
                          script::Value(out)};
  Result<script::Value> result = runner.interpreter->call(*main, std::move(arguments));
  if (!result) render(result.error(), runner.sources);
  TW_CHECK(x->storage == before, "a read-only tensor was written");
}

}  // namespace
}  // namespace tilewright::kernels::triton::testing

#ifdef __SANITIZE_ADDRESS__
// Values are counted references: a cycle that a script drops stays until the process ends.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }
#endif

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tilewright::kernels::triton::testing::run_kernels(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
