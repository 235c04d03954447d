#include "kernels/triton/host_modules.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "chips/chip.h"
#include "kernels/triton/launch.h"

namespace tilewright::kernels::triton {
namespace {

using script::CallArguments;
using script::Interpreter;
using script::Module;
using script::Ref;
using script::Value;

// Where no chip was chosen (the judge's workers) scripts see this one.
constexpr std::string_view kDefaultChip = "h100";
// Dynamic shared memory that a block may ask for at most: 227 KiB on compute capability 9.0, 1 KiB below what a
// multiprocessor has (CUDA C++ programming guide, technical specifications).
constexpr int64_t kReservedSharedBytes = 1024;

}  // namespace

int64_t shared_bytes_of_block(const chips::Chip& chip) {
  return chip.shared_bytes_per_multiprocessor - kReservedSharedBytes;
}

const chips::Chip& chip_of(Interpreter& interpreter) {
  TritonSession& session = *launch_context(interpreter).session;
  if (session.options.autotune_chip) return *session.options.autotune_chip;
  static const chips::Chip* fallback = [] {
    Result<chips::Chip> loaded = chips::load_chip(kDefaultChip);
    return new chips::Chip(loaded ? std::move(*loaded) : chips::Chip{});
  }();
  return *fallback;
}

namespace {

Value chip_figures(Interpreter& interpreter, CallArguments&) {
  const chips::Chip& chip = chip_of(interpreter);
  auto figures = script::make<script::Dict>();
  figures->set("name", script::make_string(chip.name));
  figures->set("capability", Value(static_cast<int64_t>(std::lround(chip.compute_capability * 10))));
  figures->set("multiprocessors", Value(chip.multiprocessors));
  figures->set("core_clock_hz", Value(chip.core_clock_hz));
  figures->set("memory_bandwidth", Value(chip.memory_bandwidth));
  figures->set("half_rate", Value(chip.half_rate));
  figures->set("fp32_rate", Value(chip.fp32_rate));
  figures->set("registers_per_multiprocessor", Value(chip.registers_per_multiprocessor));
  figures->set("shared_bytes_per_block", Value(shared_bytes_of_block(chip)));
  figures->set("max_threads_per_multiprocessor", Value(chip.max_threads_per_multiprocessor));
  figures->set("max_threads_per_block", Value(chip.max_threads_per_block));
  return figures;
}

// Seconds that the launches after the first `mark` would take on the chip, one after the other.
Value estimated_seconds(Interpreter& interpreter, CallArguments& arguments) {
  const auto& launches = launch_context(interpreter).session->launches;
  auto mark = static_cast<size_t>(interpreter.to_int(arguments.positional.at(0), "mark"));
  double seconds = 0;
  for (size_t i = mark; i < launches.size(); ++i) {
    seconds += chips::estimate(chip_of(interpreter), launches[i]).seconds;
  }
  return Value(seconds);
}

// begin_measurement(is_benchmark), end_measurement(is_benchmark): kernels/memory/measurement.h.
template <bool begins>
Value mark_measurement(Interpreter& interpreter, CallArguments& arguments) {
  LaunchContext& context = launch_context(interpreter);
  // The judge counts every launch.
  if (context.session->options.requires_device_memory || context.session->options.sample_programs != 0)
    return Value();
  memory::Measurement& measurement = *context.measurement;
  bool is_benchmark = interpreter.truthy(arguments.positional.at(0));
  uint64_t fuel = interpreter.budget().fuel_used();
  begins ? measurement.begin(is_benchmark, fuel) : measurement.end(is_benchmark, fuel);
  return Value();
}

// set_cpu_target(flag): products of fp32 are exact on triton-cpu, where no tensor cores round their operands.
Value set_cpu_target(Interpreter& interpreter, CallArguments& arguments) {
  LaunchContext& context = launch_context(interpreter);
  bool is_cpu = interpreter.truthy(arguments.positional.at(0));
  context.devices->targets_processor = is_cpu;
  context.session->options.dot_precision = is_cpu ? DotPrecision::Ieee : DotPrecision::Tf32;
  context.compiled.clear();
  context.known.clear();
  return Value();
}

// Arguments by position for all parameters that are no constants become keywords.
void leave_out_constants(const std::vector<JitFunction::Parameter>& parameters, CallArguments& arguments) {
  auto is_argument = [](const JitFunction::Parameter& parameter) { return !parameter.is_constexpr; };
  auto count = static_cast<size_t>(std::count_if(parameters.begin(), parameters.end(), is_argument));
  if (arguments.positional.size() != count || count == parameters.size()) return;
  size_t next = 0;
  for (const JitFunction::Parameter& parameter : parameters) {
    if (is_argument(parameter)) arguments.keywords.emplace_back(parameter.name, std::move(arguments.positional[next++]));
  }
  arguments.positional.clear();
}

class CompiledKernel final : public script::Object {
 public:
  CompiledKernel(Value launched, std::vector<std::pair<std::string, Value>> options, Ref<Module> figures)
      : kernel_(std::move(launched)), options_(std::move(options)), metadata_(std::move(figures)) {}
  uint64_t registers = 0;

  std::string_view type_name() const override { return "CompiledKernel"; }
  Value type_object(Interpreter& interpreter) override {
    return host_class(interpreter, HostClass::CompiledKernel);
  }
  std::optional<Value> find_attribute(Interpreter& interpreter, std::string_view name) override {
    if (name == "metadata") return Value(metadata_);
    if (name == "n_regs") return Value(static_cast<int64_t>(registers));
    if (name == "n_spills") return Value(0);
    if (name == "name") return metadata_->find_attribute(interpreter, name);
    if (name == "shared" || name == "num_warps") return metadata_->find_attribute(interpreter, name);
    if (name == "function" || name == "kernel" || name == "src") return Value();
    if (name == "asm") return Value(script::make<script::Dict>());
    if (name == "_init_handles" || name == "run" || name == "result") {
      return Value(script::make_function(std::string(name), [](Interpreter&, CallArguments&) { return Value(); }));
    }
    return std::nullopt;
  }
  // A compiled kernel knows its constants: they are given again by position, or only the other arguments are.
  Value get_item(Interpreter&, const Value& grid) override {
    return Value(script::make_function(
        "runner", [kernel = kernel_, options = options_, grid](Interpreter& interpreter, CallArguments& arguments) {
          const auto& parameters = innermost_function(kernel)->parameters;
          leave_out_constants(parameters, arguments);
          for (const auto& [name, value] : options) {
            bool is_given = std::any_of(arguments.keywords.begin(), arguments.keywords.end(),
                                        [&, &option = name](const auto& one) { return one.first == option; });
            auto parameter = std::find_if(parameters.begin(), parameters.end(),
                                          [&, &option = name](const auto& one) { return one.name == option; });
            bool is_at_place = static_cast<size_t>(parameter - parameters.begin()) < arguments.positional.size() &&
                               parameter != parameters.end();
            if (!is_given && !is_at_place) arguments.keywords.emplace_back(name, value);
          }
          return launch_and_describe(interpreter, kernel, grid, std::move(arguments));
        }));
  }

 private:
  Value kernel_;
  std::vector<std::pair<std::string, Value>> options_;
  Ref<Module> metadata_;
};

// extend(native, methods): classes that derive from the native one inherit the methods of the other.
Value extend(Interpreter&, CallArguments& arguments) {
  auto* native = arguments.positional.at(0).as<script::Class>();
  auto* methods = arguments.positional.at(1).as<script::Class>();
  for (auto& [key, value] : methods->attributes->entries()) {
    const std::string& name = *script::as_string(key);
    if (name != "__module__" && name != "__qualname__") native->attributes->set(name, value);
  }
  return Value();
}

constexpr std::array<const char*, 5> kClassNames = {"JITFunction", "Autotuner", "Heuristics", "Config",
                                                    "CompiledKernel"};

Ref<Module> make_host(Interpreter& interpreter) {
  Ref<Module> module = script::make<Module>("triton._host");
  auto add = [&](const char* name, Value (*body)(Interpreter&, CallArguments&)) {
    module->set(name, script::make_function(name, body));
  };
  add("launch_count", [](Interpreter& host, CallArguments&) {
    return Value(static_cast<int64_t>(launch_context(host).session->launches.size()));
  });
  add("estimated_seconds", estimated_seconds);
  add("launch_seconds", [](Interpreter& host, CallArguments&) { return Value(chip_of(host).launch_seconds); });
  add("chip_name", [](Interpreter& host, CallArguments&) { return script::make_string(chip_of(host).name); });
  add("chip_figures", chip_figures);
  module->set("autotune", make_autotune());
  add("extend", extend);
  add("set_cpu_target", set_cpu_target);
  add("begin_measurement", mark_measurement<true>);
  add("end_measurement", mark_measurement<false>);
  for (size_t i = 0; i < kClassNames.size(); ++i) {
    module->set(kClassNames[i], host_class(interpreter, static_cast<HostClass>(i)));
  }
  return module;
}

}  // namespace

void add_host_modules(Interpreter& interpreter) {
  interpreter.add_module("triton._host", make_host);
  for (const EmbeddedText& file : host_files()) {
    interpreter.add_module(std::string(file.name), [&file](Interpreter& host) {
      std::string name(file.name);
      Ref<Module> module = host.run_built_in(script::built_in_source("<" + name + ">", file.text), name);
      module->missing = [name](Interpreter& inner, std::string_view attribute) {
        return find_host_module(inner, name, attribute);
      };
      return module;
    });
  }
}

std::optional<Value> find_host_module(Interpreter& interpreter, std::string_view package, std::string_view name) {
  std::string dotted = std::string(package) + "." + std::string(name);
  for (const EmbeddedText& file : host_files()) {
    if (file.name == dotted) return Value(interpreter.import_module(dotted, interpreter.current_span()));
  }
  return std::nullopt;
}

Ref<script::Class> host_class(Interpreter& interpreter, HostClass which) {
  Ref<script::Class>& made = launch_context(interpreter).host_classes[static_cast<size_t>(which)];
  if (!made) {
    made = interpreter.make_class(kClassNames[static_cast<size_t>(which)], {}, "triton.runtime");
    made->is_native = true;
  }
  return made;
}

Value make_compiled_kernel(const Value& kernel, const WorkCounters& work,
                           std::vector<std::pair<std::string, Value>> keywords) {
  Ref<Module> metadata = script::make<Module>("metadata");
  metadata->set("name", script::make_string(work.kernel));
  metadata->set("shared", Value(static_cast<int64_t>(work.shared_bytes)));
  metadata->set("num_warps", Value(work.num_warps));
  metadata->set("num_stages", Value(work.num_stages));
  metadata->set("num_ctas", Value(1));
  auto made = script::make<CompiledKernel>(kernel, std::move(keywords), std::move(metadata));
  made->registers = work.registers;
  return Value(made);
}

}  // namespace tilewright::kernels::triton
