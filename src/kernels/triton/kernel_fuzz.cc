// Fuzz target: no kernel may crash or hang the front end or the machine, or touch memory that no tensor owns.
// An input is a script with kernels and a function `main` that takes the tensors below. A script without main
// is a program that needs more than this room: of it only kernels and what they name are kept, and launched
// with arguments that their parameters' names suggest.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "kernels/triton/objects.h"
#include "kernels/triton/test_support.h"
#include "python/source_text.h"

namespace tilewright::kernels::triton::testing {
namespace {

constexpr BudgetLimits kLimits{.fuel = 300'000, .memory_bytes = 32 << 20};

bool is_kernel_text(std::string_view statement) {
  for (std::string_view start : {"import triton", "from triton", "@triton."}) {
    if (statement.starts_with(start)) return true;
  }
  size_t end = statement.find('\n');
  return statement.substr(0, end).find(" = tl.constexpr(") != std::string_view::npos;
}

// The statements at the left margin that define kernels; a decorator and its function are one.
std::string kernels_only(std::string_view text) {
  std::string kept;
  bool keeps = false, is_decorated = false;
  while (!text.empty()) {
    size_t end = text.find('\n');
    end = end == std::string_view::npos ? text.size() : end + 1;
    std::string_view line = text.substr(0, end);
    bool begins = line[0] != ' ' && line[0] != '\n' && line[0] != ')' && line[0] != ']' && line[0] != '}';
    if (begins && !is_decorated) keeps = is_kernel_text(text);
    if (begins) is_decorated = line[0] == '@';
    if (keeps) kept += line;
    text.remove_prefix(end);
  }
  return kept;
}

struct Tensors {
  std::vector<double> ramp = [] {
    std::vector<double> values(64 * 64);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i % 17) * 0.5 - 3;
    return values;
  }();
  TensorRef floats = tensor(ramp, DType::Float32, {64, 64}), halves = tensor(ramp, DType::Float16, {64, 64});
  TensorRef integers = tensor(ramp, DType::Int32, {64, 64}), longs = zeros({64, 64}, DType::Int64);
  TensorRef bytes = tensor(ramp, DType::Int8, {64, 64}), out = empty({64, 64});
};

script::Value argument(const Tensors& tensors, const JitFunction::Parameter& parameter, size_t position) {
  std::string_view name = parameter.name;
  if (parameter.is_constexpr) return script::Value(16);
  if (!name.ends_with("ptr")) return script::Value(int64_t{8});
  if (name.starts_with("out")) return script::Value(tensors.out);
  for (std::string_view word :
       {"index", "expert", "start", "length", "lock", "count", "flag", "slot", "table"}) {
    if (name.find(word) != std::string_view::npos) return script::Value(tensors.integers);
  }
  const TensorRef* others[] = {&tensors.floats,   &tensors.floats, &tensors.halves,
                               &tensors.integers, &tensors.bytes,  &tensors.longs};
  return script::Value(*others[position % std::size(others)]);
}

void launch_all(Runner& runner) {
  Tensors tensors;
  std::vector<script::Ref<JitFunction>> kernels;
  for (const auto& [name, value] : (*runner.module)->globals->entries()) {
    if (auto* kernel = value.as<JitFunction>()) kernels.emplace_back(kernel);
  }
  for (const auto& kernel : kernels) {
    script::CallArguments arguments;
    for (const auto& parameter : kernel->parameters)
      arguments.positional.push_back(argument(tensors, parameter, arguments.positional.size()));
    script::Value grid = script::make_tuple({script::Value(2), script::Value(2)});
    script::Value launch = script::make_function(
        "launch", [&](script::Interpreter& interpreter, script::CallArguments& given) -> script::Value {
          return interpreter.call_value(kernel->get_item(interpreter, grid), std::move(given));
        });
    Result<script::Value> result = runner.interpreter->call(launch, std::move(arguments));
    if (!result) render(result.error(), runner.sources);
  }
}

void call_main(Runner& runner, const script::Value& main) {
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
  Result<script::Value> result = runner.interpreter->call(main, std::move(arguments));
  if (!result) render(result.error(), runner.sources);
  TW_CHECK(x->storage == before, "a read-only tensor was written");
}

void run_kernels(std::string bytes) {
  auto text = python::decode_source(std::move(bytes));
  if (!text) return;
  bool has_main = text->find("def main(") != std::string::npos;
  TritonOptions options;
  if (!has_main) {  // the launches' programs are shared by threads
    options.threads = 4;
    options.split_above = 0;
  }
  Runner runner(has_main ? *text : kernels_only(*text), options, kLimits);
  if (!runner.module) {
    render(runner.module.error(), runner.sources);
    return;
  }
  if (auto main = (*runner.module)->globals->find("main")) {
    call_main(runner, *main);
  } else {
    launch_all(runner);
  }
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
