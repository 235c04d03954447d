// triton.autotune: each config runs once, a few programs of it, and the chip model says how long the launch
// would take; memory is put back after each. The choice is kept by key, as the autotuner keeps it.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "base/text.h"
#include "chips/chip.h"
#include "kernels/memory/saved_regions.h"
#include "kernels/triton/launch.h"
#include "kernels/triton/registers.h"
#include "kernels/triton/vector_kernels.h"
#include "script/exceptions.h"

namespace tilewright::kernels::triton {
namespace {

using script::CallArguments;
using script::Interpreter;
using script::Value;

constexpr uint64_t kTriedPrograms = 8;

// The tensors of a launch by name, and what their memory held.
class SavedTensors {
 public:
  SavedTensors(const JitFunction& function, const CallArguments& arguments, bool with_values = true)
      : with_values_(with_values) {
    for (size_t i = 0; i < arguments.positional.size() && i < function.parameters.size(); ++i)
      add(function.parameters[i].name, arguments.positional[i]);
    for (const auto& [name, value] : arguments.keywords) add(name, value);
  }

  // Regions that a launch stored to, or those that it also loaded from.
  std::vector<memory::Region*> written(const WorkCounters& work, bool must_be_read) const {
    std::map<memory::Region*, std::pair<uint64_t, uint64_t>> bytes;
    for (const TensorTraffic& tensor : work.tensors) {
      const memory::TensorView* view = find(tensor.tensor);
      if (!view) continue;
      bytes[view->region.get()].first += tensor.bytes_loaded;
      bytes[view->region.get()].second += tensor.bytes_stored;
    }
    std::vector<memory::Region*> result;
    for (const auto& [region, count] : bytes) {
      if (count.second > 0 && (count.first > 0 || !must_be_read)) result.push_back(region);
    }
    return result;
  }

  const memory::TensorView* find(std::string_view name) const {
    for (const auto& [known, view] : views_) {
      if (known == name) return &view;
    }
    return nullptr;
  }
  const std::vector<std::pair<std::string, memory::TensorView>>& views() const { return views_; }
  const memory::SavedRegions& memory() const { return memory_; }

 private:
  void add(const std::string& name, const Value& value) {
    auto* tensor = value.as<memory::DeviceTensor>();
    if (!tensor) return;
    views_.emplace_back(name, tensor->device_view());
    memory_.add(views_.back().second.region, with_values_);
  }
  std::vector<std::pair<std::string, memory::TensorView>> views_;
  memory::SavedRegions memory_;
  bool with_values_;
};

void fill_zero(const memory::TensorView& view) {
  std::vector<int64_t> index(view.shape.size());
  size_t size = size_of(view.dtype);
  for (int64_t extent : view.shape) {
    if (extent == 0) return;
  }
  for (;;) {
    int64_t element = 0;
    for (size_t a = 0; a < index.size(); ++a) element += index[a] * view.strides[a];
    size_t at = view.byte_offset + static_cast<size_t>(element) * size;
    std::memset(view.region->base + at, 0, size);
    view.region->mark_initialised(at, at + size);
    size_t axis = index.size();
    while (axis > 0 && ++index[axis - 1] == view.shape[axis - 1]) index[--axis] = 0;
    if (axis == 0) return;
  }
}

// What the autotuner keeps choices by: the arguments named in `key` and the dtypes of tensors.
std::string key_of(Interpreter& interpreter, const TunedKernel& tuned, const JitFunction& function,
                   const CallArguments& arguments) {
  std::string key;
  auto add = [&](const std::string& name, const Value& value) {
    bool is_named = std::find(tuned.key.begin(), tuned.key.end(), name) != tuned.key.end();
    if (auto* tensor = value.as<memory::DeviceTensor>()) {
      key += fmt::format("{}:{};", name, triton_name(tensor->device_view().dtype));
    } else if (is_named) {
      key += fmt::format("{}={};", name, interpreter.repr(value));
    }
  };
  for (size_t i = 0; i < arguments.positional.size() && i < function.parameters.size(); ++i)
    add(function.parameters[i].name, arguments.positional[i]);
  for (const auto& [name, value] : arguments.keywords) add(name, value);
  return key;
}

CallArguments with_config(const CallArguments& arguments, const ConfigObject& config) {
  CallArguments result = arguments;
  auto is_given = [&](std::string_view name) {
    return std::any_of(result.keywords.begin(), result.keywords.end(),
                       [&](const auto& keyword) { return keyword.first == name; });
  };
  for (const auto& [key, value] : config.kwargs) result.keywords.emplace_back(key, value);
  if (!is_given("num_warps")) result.keywords.emplace_back("num_warps", Value(config.options.num_warps));
  if (!is_given("num_stages")) result.keywords.emplace_back("num_stages", Value(config.options.num_stages));
  return result;
}

// The arguments by name, as hooks get them.
script::Ref<script::Dict> named_arguments(const JitFunction& function, const CallArguments& arguments,
                                          bool with_keywords) {
  auto named = script::make<script::Dict>();
  for (size_t i = 0; i < arguments.positional.size() && i < function.parameters.size(); ++i)
    named->set(function.parameters[i].name, arguments.positional[i]);
  if (!with_keywords) return named;
  for (const auto& [name, value] : arguments.keywords) named->set(name, value);
  return named;
}

void run_pre_hook(Interpreter& interpreter, TunedKernel& tuned, const ConfigObject& config,
                  const CallArguments& arguments) {
  if (config.pre_hook.is_none()) return;
  Value named(named_arguments(*innermost_function(tuned.inner), arguments, true));
  interpreter.call_value(config.pre_hook, CallArguments{{named}, {}, arguments.span});
}

// Of the launches inside a launch with a config, the tuned kernel's own is no part of what the user asked for, and
// is dropped where this ends. Those of grids and other functions of the script stay: what they did stays, too.
class DroppedLaunch {
 public:
  DroppedLaunch(LaunchContext& context, const JitFunction* function)
      : context_(context), function_(function), before_(context.session->launches.size()) {
    context.latest_function = nullptr;
  }
  DroppedLaunch(const DroppedLaunch&) = delete;
  ~DroppedLaunch() {
    std::vector<WorkCounters>& launches = context_.session->launches;
    if (launches.size() > before_ && context_.latest_function == function_) launches.pop_back();
    context_.latest_function = nullptr;
  }

 private:
  LaunchContext& context_;
  const JitFunction* function_;
  size_t before_;
};

// A launch with a config: its pre_hook runs before every one.
void launch_config(Interpreter& interpreter, TunedKernel& tuned, const Value& grid, const ConfigObject& config,
                   const CallArguments& arguments) {
  run_pre_hook(interpreter, tuned, config, arguments);
  launch(interpreter, tuned.inner, grid, arguments);
}

// Positions of the configs that are tried: all, or those that early_config_prune leaves.
std::vector<size_t> candidates(Interpreter& interpreter, TunedKernel& tuned, const CallArguments& arguments) {
  std::vector<size_t> positions;
  if (tuned.early_prune.is_none()) {
    for (size_t i = 0; i < tuned.configs.size(); ++i) positions.push_back(i);
    return positions;
  }
  std::vector<Value> configs(tuned.configs.begin(), tuned.configs.end());
  CallArguments call{{script::make_list(configs),
                      Value(named_arguments(*innermost_function(tuned.inner), arguments, false))},
                     arguments.keywords,
                     arguments.span};
  for (const Value& kept : interpreter.to_vector(interpreter.call_value(tuned.early_prune, std::move(call)))) {
    for (size_t i = 0; i < configs.size(); ++i) {
      if (kept.is_identical(configs[i])) positions.push_back(i);
    }
  }
  if (positions.empty()) {
    interpreter.raise("RuntimeError",
                      "No valid autotuner configs after pruning. `early_config_prune` should return at least one "
                      "config.",
                      arguments.span);
  }
  return positions;
}

// Seconds on the chip (0 without one), or nothing where the config does not compile.
std::optional<double> try_config(Interpreter& interpreter, TunedKernel& tuned, const Value& grid,
                                 const ConfigObject& config, const CallArguments& arguments,
                                 const SavedTensors& saved) {
  TritonSession& session = *launch_context(interpreter).session;
  run_pre_hook(interpreter, tuned, config, arguments);
  DroppedLaunch dropped(launch_context(interpreter), innermost_function(tuned.inner));
  struct Restore {
    TritonSession& session;
    TritonOptions options;
    size_t launches;
    ~Restore() { session.options = options; }
  } restore{session, session.options, session.launches.size()};
  session.options.sample_programs = kTriedPrograms;
  session.options.check_races = false;
  double seconds = 0;
  try {
    launch(interpreter, tuned.inner, grid, arguments);
  } catch (script::AbortRun& abort) {
    DiagnosticKind kind = abort.diagnostic.kind;
    if (kind != DiagnosticKind::Unsupported && kind != DiagnosticKind::LaunchLimit) throw;
    if (!session.faults.empty()) session.faults.pop_back();
    return std::nullopt;
  } catch (script::PythonError& error) {
    const script::ExceptionObject* exception = script::as_exception(error.exception);
    if (!exception || (!exception->refusal && exception->cls->name != "OutOfResources")) throw;
    return std::nullopt;
  }
  for (size_t i = restore.launches; i < session.launches.size(); ++i) {
    if (restore.options.autotune_chip)
      seconds += chips::estimate(*restore.options.autotune_chip, session.launches[i]).seconds;
    for (memory::Region* region : saved.written(session.launches[i], false)) saved.memory().restore(*region);
  }
  return seconds;
}

size_t choose(Interpreter& interpreter, TunedKernel& tuned, const Value& grid, const CallArguments& arguments,
              const SavedTensors& saved) {
  TritonSession& session = *launch_context(interpreter).session;
  std::vector<size_t> positions = candidates(interpreter, tuned, arguments);
  size_t best = positions.back(), tried = 0;
  double best_seconds = 0;
  for (size_t i : positions) {
    const ConfigObject& config = *tuned.configs[i];
    std::optional<double> seconds =
        try_config(interpreter, tuned, grid, config, with_config(arguments, config), saved);
    if (!seconds) continue;
    if (tried++ == 0 || *seconds < best_seconds) {
      best = i;
      best_seconds = *seconds;
    }
    if (!session.options.autotune_chip) return best;
  }
  if (session.options.autotune_chip && tried > 0) {
    session.autotuned.push_back(fmt::format("{}: {} (estimated {:.3g} us on {}, best of {})",
                                            innermost_function(tuned.inner)->function->name,
                                            tuned.configs[best]->repr(interpreter), best_seconds * 1e6,
                                            session.options.autotune_chip->name, tried));
  }
  return best;
}

// A kernel that the autotuner may time leaves the same behind however often it runs. Only one that reads
// memory which it writes can do otherwise: it runs again, and memory is compared.
void check_repeats(Interpreter& interpreter, TunedKernel& tuned, const Value& grid, const ConfigObject& config,
                   const CallArguments& arguments, const SavedTensors& before) {
  TritonSession& session = *launch_context(interpreter).session;
  if (session.launches.empty() || session.options.sample_programs != 0) return;
  WorkCounters work = session.launches.back();
  std::vector<memory::Region*> suspects = before.written(work, true);
  if (suspects.empty()) return;
  JitFunction* function = innermost_function(tuned.inner);
  SavedTensors after(*function, arguments);
  for (const std::string& name : tuned.restore_value) {
    if (const memory::TensorView* view = before.find(name)) before.memory().restore(*view->region);
  }
  for (const std::string& name : tuned.reset_to_zero) {
    if (const memory::TensorView* view = before.find(name)) fill_zero(*view);
  }
  run_pre_hook(interpreter, tuned, config, arguments);
  {
    DroppedLaunch dropped(launch_context(interpreter), function);
    launch(interpreter, tuned.inner, grid, arguments);
  }
  std::optional<Diagnostic> fault;
  for (const auto& [name, view] : after.views()) {
    const memory::Region& region = *view.region;
    if (fault || std::find(suspects.begin(), suspects.end(), &region) == suspects.end()) continue;
    size_t byte = after.memory().first_difference(region, view.byte_offset);
    if (byte >= region.bytes) continue;
    size_t size = size_of(view.dtype), at = byte - (byte - view.byte_offset) % size;
    fault = Diagnostic{
        DiagnosticKind::Nondeterministic,
        fmt::format(
            "autotune runs '{}' many times, and each run changes '{}' further: index {} is {:.6g} after one "
            "run and {:.6g} after two",
            function->function->name, name, (at - view.byte_offset) / size,
            load_as_double(view.dtype, after.memory().values(region) + at),
            load_as_double(view.dtype, region.base + at)),
        arguments.span ? arguments.span : interpreter.current_span(),
        {{fmt::format(
              "give triton.autotune restore_value=['{0}'], or reset_to_zero=['{0}'] if it begins as zeros",
              name),
          {}}}};
  }
  for (memory::Region* region : before.written(work, false)) after.memory().restore(*region);
  if (!fault) return;
  session.faults.push_back(*fault);
  throw script::AbortRun{std::move(*fault)};
}

// Triton looks the names up in the arguments when it tries the configs.
void check_names(Interpreter& interpreter, const TunedKernel& tuned, const JitFunction& function) {
  std::vector<std::string_view> parameters;
  for (const JitFunction::Parameter& parameter : function.parameters) parameters.push_back(parameter.name);
  auto check = [&](std::string_view option, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      if (std::find(parameters.begin(), parameters.end(), name) != parameters.end()) continue;
      interpreter.raise("KeyError",
                        fmt::format("{} of triton.autotune names '{}', which is no parameter of '{}'{}", option, name,
                                    function.function->name, suggestion(name, parameters)));
    }
  };
  check("reset_to_zero", tuned.reset_to_zero);
  check("restore_value", tuned.restore_value);
}

}  // namespace

Value choose_config(Interpreter& interpreter, TunedKernel& tuned, const Value& grid, const CallArguments& arguments) {
  if (tuned.configs.size() == 1) return Value(tuned.configs[0]);
  JitFunction* function = innermost_function(tuned.inner);
  std::string key = key_of(interpreter, tuned, *function, arguments);
  auto kept = tuned.chosen.find(key);
  if (kept == tuned.chosen.end()) {
    if (launch_context(interpreter).only_compiles) return Value(tuned.configs[candidates(interpreter, tuned, arguments).front()]);
    check_names(interpreter, tuned, *function);
    bool has_values = launch_context(interpreter).session->options.sample_programs == 0;
    SavedTensors before(*function, arguments, has_values);
    kept = tuned.chosen.emplace(std::move(key), choose(interpreter, tuned, grid, arguments, before)).first;
  }
  tuned.best = kept->second;
  return Value(tuned.configs[tuned.best]);
}

void launch_autotuned(Interpreter& interpreter, TunedKernel& tuned, const Value& grid,
                      CallArguments arguments) {
  for (auto& config : tuned.configs) {
    for (auto& [key, value] : config->kwargs) {
      bool is_given = std::any_of(arguments.keywords.begin(), arguments.keywords.end(),
                                  [&](const auto& keyword) { return keyword.first == key; });
      if (is_given) {
        interpreter.raise(
            "ValueError",
            fmt::format(
                "Conflicting meta-parameters: {}. Make sure that you don't re-define auto-tuned symbols.",
                key),
            arguments.span);
      }
    }
  }
  JitFunction* function = innermost_function(tuned.inner);
  if (tuned.configs.size() == 1)
    return launch_config(interpreter, tuned, grid, *tuned.configs[0], with_config(arguments, *tuned.configs[0]));
  std::string key = key_of(interpreter, tuned, *function, arguments);
  if (auto kept = tuned.chosen.find(key); kept != tuned.chosen.end())
    return launch_config(interpreter, tuned, grid, *tuned.configs[kept->second],
                         with_config(arguments, *tuned.configs[kept->second]));
  LaunchContext& context = launch_context(interpreter);
  if (context.only_compiles) {
    size_t first = candidates(interpreter, tuned, arguments).front();
    return launch_config(interpreter, tuned, grid, *tuned.configs[first],
                         with_config(arguments, *tuned.configs[first]));
  }
  check_names(interpreter, tuned, *function);
  // Launches of which a few programs run are for estimates; what they leave in memory means nothing.
  bool has_values = launch_context(interpreter).session->options.sample_programs == 0;
  SavedTensors before(*function, arguments, has_values);
  size_t best = choose(interpreter, tuned, grid, arguments, before);
  tuned.chosen.emplace(std::move(key), best);
  tuned.best = best;
  for (const std::string& name : tuned.reset_to_zero) {
    if (const memory::TensorView* view = before.find(name)) fill_zero(*view);
  }
  CallArguments chosen = with_config(arguments, *tuned.configs[best]);
  launch_config(interpreter, tuned, grid, *tuned.configs[best], chosen);
  check_repeats(interpreter, tuned, grid, *tuned.configs[best], chosen, before);
}

}  // namespace tilewright::kernels::triton
