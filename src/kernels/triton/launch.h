// kernel[grid](...): binding, specialisation, the compile cache, the run.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "kernels/memory/device_use.h"
#include "kernels/memory/measurement.h"
#include "kernels/memory/saved_regions.h"
#include "kernels/triton/code.h"
#include "kernels/triton/machine.h"
#include "kernels/triton/objects.h"
#include "kernels/triton/triton.h"

namespace tilewright::kernels::triton {

// Per interpreter: the caller's session and what was compiled.
struct LaunchContext {
  TritonSession* session = nullptr;
  std::unordered_map<std::string, std::shared_ptr<const Code>> compiled;
  std::vector<script::Ref<JitFunction>> kept;  // functions that keys of `compiled` name
  ShadowPool shadows;                          // of the launch that runs
  std::unordered_map<std::string, script::Ref<script::Class>> classes;  // tl.tensor and the like
  std::vector<script::Value> listed;           // jit functions and what tunes them, if options.lists_kernels
  std::array<script::Ref<script::Class>, 5> host_classes;  // by HostClass
  script::Value allocator;                                 // triton.set_allocator(); None: none
  bool only_compiles = false;                              // kernel.warmup(): launches end before they run
  std::shared_ptr<memory::Measurement> measurement;
  std::shared_ptr<memory::DeviceUse> devices;
  std::unordered_map<uint64_t, size_t> known;  // launches by what they were given: numbers in session->launches
  std::unordered_map<const Code*, uint32_t> compared;  // launches that ran in both orders, or would have
  uint64_t bytes_kept = 0;                             // for these comparisons
  const JitFunction* latest_function = nullptr;        // of the launch that session->launches lists last
  WorkCounters latest;  // of the launch that ran last, or what is known of it before it ran
};
LaunchContext& launch_context(script::Interpreter& interpreter);
// The jit function inside any number of decorators, native ones and objects that keep it as `fn` and have a
// method run; null: `kernel` is none.
JitFunction* innermost_function(const script::Value& kernel);
// Runs a launch again from `before`, with its programs in reverse order, and puts memory back as it was afterwards.
// What is wrong: a fault of the second run, or memory that came out different.
std::optional<Diagnostic> compare_orders(const Code& code, const TritonOptions& options, script::Interpreter& interpreter,
                                         Launch launch, const memory::SavedRegions& before, ShadowPool& shadows, Span span);

struct LaunchOptions {
  int num_warps = 4, num_stages = 3, num_ctas = 1;
};

// triton.Config.
class ConfigObject final : public script::Object {
 public:
  std::vector<std::pair<std::string, script::Value>> kwargs;
  LaunchOptions options;
  script::Value pre_hook;
  std::string_view type_name() const override { return "Config"; }
  script::Value type_object(script::Interpreter&) override;
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
  std::string repr(script::Interpreter&) override;
};

// triton.autotune and triton.heuristics around a kernel.
class TunedKernel final : public script::Object {
 public:
  script::Value inner;                                            // JitFunction or TunedKernel
  std::vector<script::Ref<ConfigObject>> configs;                 // autotune
  std::vector<std::pair<std::string, script::Value>> heuristics;  // name -> function of the arguments
  std::vector<std::string> key, reset_to_zero, restore_value;     // autotune: argument names
  std::unordered_map<std::string, size_t> chosen;                 // by values of `key` and dtypes
  size_t best = 0;                                                // the latest choice
  script::Value early_prune;  // prune_configs_by["early_config_prune"]: (configs, arguments, **keywords) -> configs
  std::string_view type_name() const override { return configs.empty() ? "Heuristics" : "Autotuner"; }
  script::Value type_object(script::Interpreter&) override;
  bool is_callable() const override { return true; }
  script::Value call(script::Interpreter&, script::CallArguments&) override;
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
  script::Value get_item(script::Interpreter&, const script::Value& grid) override;
};

// What kernel[grid] gives.
class BoundLaunch final : public script::Object {
 public:
  BoundLaunch(script::Value launched, script::Value launch_grid)
      : kernel(std::move(launched)), grid(std::move(launch_grid)) {}
  const script::Value kernel, grid;
  std::string_view type_name() const override { return "launcher"; }
  bool is_callable() const override { return true; }
  script::Value call(script::Interpreter&, script::CallArguments&) override;
};

// Chooses a config where several are given; autotune.cc.
void launch_autotuned(script::Interpreter& interpreter, TunedKernel& tuned, const script::Value& grid,
                      script::CallArguments arguments);
// The config that a launch would run; memory is as before. For classes that extend the autotuner.
script::Value choose_config(script::Interpreter& interpreter, TunedKernel& tuned, const script::Value& grid,
                            const script::CallArguments& arguments);
void launch(script::Interpreter& interpreter, const script::Value& kernel, const script::Value& grid,
            script::CallArguments arguments);
// The same, answering the compiled kernel; `only_compiles`: nothing runs.
script::Value launch_and_describe(script::Interpreter& interpreter, const script::Value& kernel,
                                  const script::Value& grid, script::CallArguments arguments,
                                  bool only_compiles = false);

}  // namespace tilewright::kernels::triton
