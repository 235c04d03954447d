#include "kernels/triton/launch.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "chips/chip.h"
#include "kernels/memory/address_book.h"
#include "kernels/memory/rehearsal.h"
#include "kernels/triton/builtins.h"
#include "kernels/triton/compiler.h"
#include "kernels/triton/host_modules.h"
#include "kernels/triton/launch_arguments.h"
#include "kernels/triton/measured_launches.h"
#include "kernels/triton/reach.h"
#include "kernels/triton/shared_memory.h"
#include "script/exceptions.h"

namespace tilewright::kernels::triton {

using script::CallArguments;
using script::Interpreter;
using script::Value;

namespace {

constexpr std::string_view kReserved[] = {"num_warps",
                                          "num_stages",
                                          "num_ctas",
                                          "maxnreg",
                                          "launch_pdl",
                                          "launch_cooperative_grid",
                                          "waves_per_eu",
                                          "matrix_instr_nonkdim",
                                          "warmup",
                                          "stream",
                                          "enable_fp_fusion",
                                          "debug",
                                          "sanitize_overflow",
                                          "kpack",
                                          "instrumentation_mode",
                                          "extern_libs",
                                          "ir_override"};

// Options that other backends than CUDA's and HIP's take: triton-cpu (num_cpu_threads, num_threads,
// assume_in_bounds ...), Intel's XPU, Ascend. They change no value. A GPU refuses them, and so does the judge.
constexpr std::string_view kOtherBackends[] = {
    "num_cpu_threads", "num_threads", "assume_in_bounds", "vec_lib",          "enable_fast_math",
    "grf_mode",        "threads_per_warp", "split_barriers_scope", "optimize_epilogue", "multibuffer"};

using Named = std::vector<std::pair<std::string, Value>>;

Value* find(Named& named, std::string_view name) {
  for (auto& [key, value] : named) {
    if (key == name) return &value;
  }
  return nullptr;
}

bool is_option(Interpreter& interpreter, std::string_view name) {
  auto lists = [&](const auto& names) { return std::find(std::begin(names), std::end(names), name) != std::end(names); };
  bool is_judged = launch_context(interpreter).session->options.requires_device_memory;
  return lists(kReserved) || (!is_judged && lists(kOtherBackends));
}

// Arguments by parameter name, in parameter order; variadic ones under the starred parameter's name.
Named bind(Interpreter& interpreter, JitFunction& function, CallArguments& arguments, bool allows_missing) {
  const std::string& name = function.function->name;
  Named bound;
  std::vector<std::optional<Value>> values(function.parameters.size());
  std::vector<Value> rest;
  for (size_t i = 0; i < arguments.positional.size(); ++i) {
    if (i < values.size()) {
      values[i] = arguments.positional[i];
    } else if (function.has_variadic) {
      rest.push_back(arguments.positional[i]);
    } else {
      refuse(interpreter, DiagnosticKind::LaunchArguments,
             fmt::format("{}() takes {} positional arguments but {} were given", name, values.size(),
                         arguments.positional.size()),
             arguments.span);
    }
  }
  for (auto& [key, value] : arguments.keywords) {
    size_t index = 0;
    while (index < values.size() && function.parameters[index].name != key) ++index;
    if (index == values.size()) {
      if (is_option(interpreter, key)) continue;
      std::vector<std::string_view> names;
      for (const auto& parameter : function.parameters) names.push_back(parameter.name);
      refuse(interpreter, DiagnosticKind::LaunchArguments,
             fmt::format("{}() got an unexpected keyword argument '{}'{}", name, key, suggestion(key, names)),
             arguments.span);
    }
    if (values[index]) {
      refuse(interpreter, DiagnosticKind::LaunchArguments,
             fmt::format("{}() got multiple values for argument '{}'", name, key), arguments.span);
    }
    values[index] = value;
  }
  std::vector<std::string> missing;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!values[i]) values[i] = function.default_of(i);
    if (!values[i]) {
      missing.push_back("'" + function.parameters[i].name + "'");
    } else {
      bound.emplace_back(function.parameters[i].name, *values[i]);
    }
  }
  if (!missing.empty() && !allows_missing) {
    std::string list = missing[0];
    for (size_t i = 1; i < missing.size(); ++i)
      list += (i + 1 == missing.size() ? " and " : ", ") + missing[i];
    refuse(interpreter, DiagnosticKind::LaunchArguments,
           fmt::format("{}() missing {} required argument{}: {}", name, missing.size(),
                       missing.size() == 1 ? "" : "s", list),
           arguments.span);
  }
  if (function.has_variadic) bound.emplace_back("*", script::make_tuple(std::move(rest)));
  return bound;
}

std::array<int64_t, 3> evaluate_grid(Interpreter& interpreter, const Value& grid, const Named& arguments,
                                     Span span) {
  Value value = grid;
  bool is_sequence = value.as<script::Tuple>() || value.as<script::List>();
  if (!is_sequence && value.is_object() && value.object()->is_callable()) {
    auto meta = script::make<script::Dict>();
    for (const auto& [key, argument] : arguments) meta->set(key, argument);
    value = interpreter.call_value(grid, CallArguments{{Value(meta)}, {}, span});
  }
  std::array<int64_t, 3> result{1, 1, 1};
  std::vector<Value> extents;
  if (value.as<script::Tuple>() || value.as<script::List>()) {
    extents = interpreter.to_vector(value);
  } else {
    refuse(interpreter, DiagnosticKind::LaunchArguments,
           fmt::format("the grid must be a tuple of 1 to 3 ints or a function that returns one, not {}{}",
                       interpreter.type_name(value), value.is_int() ? ": write kernel[(n,)]" : ""),
           span);
  }
  if (extents.empty() || extents.size() > 3) {
    refuse(interpreter, DiagnosticKind::LaunchArguments,
           fmt::format("the grid must have 1 to 3 extents, not {}", extents.size()), span);
  }
  for (size_t i = 0; i < extents.size(); ++i) {
    Value extent = unwrap_constexpr(extents[i]);
    if (!extent.is_int() && !extent.is_bool()) {
      refuse(interpreter, DiagnosticKind::LaunchArguments,
             fmt::format("grid extents must be ints, not {}{}", interpreter.type_name(extent),
                         extent.is_float() ? " (use // or triton.cdiv)" : ""),
             span);
    }
    result[i] = extent.integer();
  }
  constexpr int64_t kLimits[3] = {2147483647, 65535, 65535};
  for (size_t i = 0; i < 3; ++i) {
    if (result[i] < 0 || result[i] > kLimits[i]) {
      refuse(interpreter, DiagnosticKind::LaunchLimit,
             fmt::format("grid axis {} has {} programs; the limit is {}", i, result[i], kLimits[i]), span);
    }
  }
  return result;
}

std::shared_ptr<const Code> compile_cached(Interpreter& interpreter, JitFunction& function,
                                           const Specialised& specialised, int num_warps) {
  LaunchContext& context = launch_context(interpreter);
  std::string key = fmt::format("{}|{}", static_cast<const void*>(&function), specialised.key);
  std::string key_with_warps = fmt::format("{}|{}", key, num_warps);
  auto found = context.compiled.find(key);
  if (found != context.compiled.end() && found->second->program->depends_on_warps)
    found = context.compiled.find(key_with_warps);
  if (found != context.compiled.end()) return found->second;
  Compiler compiler(interpreter, context.session->options, num_warps);
  BlockProgram program = compiler.compile(function, specialised.specs);
  Result<std::unique_ptr<Code>> code = lower(std::move(program));
  if (!code) throw CompileError{code.error()};
  std::shared_ptr<const Code> shared = std::move(*code);
  if (shared->program->depends_on_warps) context.compiled.emplace(std::move(key_with_warps), shared);
  context.compiled.emplace(std::move(key), shared);
  context.kept.emplace_back(&function);
  return shared;
}

int option(Interpreter& interpreter, Named& keywords, std::string_view name, int fallback) {
  Value* value = find(keywords, name);
  if (!value || value->is_none()) return fallback;
  return static_cast<int>(interpreter.to_int(unwrap_constexpr(*value), name));
}

// Tensor descriptors that a kernel makes lie in memory for which a launch on a device asks the script's allocator.
void allocate_descriptors(Interpreter& interpreter, const BlockProgram& program, const Launch& launch) {
  if (program.descriptors.empty()) return;
  constexpr int64_t kBytes = 128, kAlignment = 128;  // of a CUtensorMap; of the memory
  const LaunchContext& context = launch_context(interpreter);
  const Value& allocator = context.allocator;
  // Triton for processors, whose tensors are on no device, needs none.
  bool is_needed = context.session->options.requires_device_memory ||
                   (context.devices->has_accelerator_tensor && !context.devices->targets_processor);
  if (allocator.is_none() && !is_needed) return;
  if (allocator.is_none()) {
    throw CompileError{Diagnostic{
        DiagnosticKind::LaunchArguments,
        "Kernel requires a runtime memory allocation, but no allocator was set. "
        "Use triton.set_allocator to specify an allocator.",
        program.descriptors[0],
        {{"before the launch: triton.set_allocator(lambda size, alignment, stream: "
          "torch.empty(size, dtype=torch.int8, device=\"cuda\"))",
          {}}}}};
  }
  int64_t programs = launch.grid[0] * launch.grid[1] * launch.grid[2];
  int64_t bytes = programs * kBytes * static_cast<int64_t>(program.descriptors.size());
  interpreter.call_value(allocator, CallArguments{{Value(bytes), Value(kAlignment), Value(0)}, {}, {}});
}

void begin_trace(memory::TraceRecorder& trace, const Code& code, const Launch& launch) {
  std::vector<memory::TraceRecorder::Target> targets;
  for (const PointerTarget& target : launch.targets) {
    targets.push_back({target.name,
                       {target.region, static_cast<size_t>(target.view_offset), target.dtype, target.shape,
                        target.strides}});
  }
  trace.begin_launch(code.program->name, code.program->span, launch.grid, targets);
}

// One a place, whatever the number of launches.
void add_warning(Interpreter& interpreter, Diagnostic warning, Span launched) {
  for (const Diagnostic& known : interpreter.diagnostics()) {
    if (known.kind == warning.kind && known.span == warning.span) return;
  }
  warning.notes.push_back({"launched here", launched});
  interpreter.diagnostics().push_back(std::move(warning));
}

// What pointers that the kernel makes of integers can reach.
void save_reached_by_address(Interpreter& interpreter, const Code& code, memory::SavedRegions& saved) {
  bool makes_pointers = std::any_of(code.instructions.begin(), code.instructions.end(), [](const Instruction& instruction) {
    return instruction.action == Action::Operation && instruction.op == Op::MakePointer;
  });
  auto* book = static_cast<memory::AddressBook*>(interpreter.extension(memory::AddressBook::kExtension).get());
  if (!makes_pointers || book == nullptr) return;
  for (const std::shared_ptr<memory::Region>& region : book->alive()) saved.add(region);
}

// Whether its programs run in the other order, too. Scripts that launch a kernel an element would do little
// else than keep memory: past so many bytes, each kernel is compared a few times.
bool is_compared(LaunchContext& context, const Code& code, const Launch& launch) {
  constexpr uint64_t kMostKept = uint64_t{1} << 30;
  constexpr uint32_t kOften = 16;
  const TritonOptions& options = context.session->options;
  if (!options.compares_orders || options.sample_programs != 0) return false;
  if (launch.grid[0] * launch.grid[1] * launch.grid[2] <= 1) return false;
  return ++context.compared[&code] <= kOften || context.bytes_kept < kMostKept;
}

void save_stored(LaunchContext& context, const Code& code, const Launch& launch,
                 memory::SavedRegions& saved) {
  Reach reach = reach_of(code, launch);
  TargetSet stored = reach.stored | reach.by_atomics;
  for (size_t i = 0; i < launch.targets.size(); ++i) {
    const memory::Region& region = *launch.targets[i].region;
    if (!(stored & bit_of(i)) || saved.knows(region)) continue;
    saved.add(launch.targets[i].region);
    context.bytes_kept += region.bytes;
  }
}

void begin_rehearsed(TritonSession& session, Launch& launch) {
  if (uint64_t key = session.options.sample_key) launch.draw = key + session.launches.size();
  if (!session.rehearsal) return;
  session.rehearsal->begin_launch(session.launches.size());
  for (size_t i = 0; i < launch.targets.size(); ++i)
    launch.targets[i].stand_in =
        session.rehearsal->meet(i, launch.targets[i].region, launch.targets[i].dtype);
}

void end_rehearsed(TritonSession& session, const Launch& launch, const WorkCounters& work) {
  if (!session.rehearsal) return;
  // Targets that the launch came upon while it ran (addresses in memory) come last.
  for (size_t i = 0; i < launch.targets.size() && i < work.tensors.size(); ++i)
    session.rehearsal->note_use(launch.targets[i].region, work.tensors[i],
                                launch.programs_run == work.programs);
}

// What the compiler knows of arguments: whether 16 divides them.
int64_t known_divisor(const Launch& launch, const Parameter& parameter, size_t index) {
  constexpr int64_t kKnown = 16;
  const LaunchArgument& argument = launch.arguments[index];
  if (!argument.is_alignment_known || parameter.type.is_float()) return 1;
  int64_t number = argument.integer;
  if (parameter.type.is_pointer) number = launch.targets[static_cast<size_t>(number)].view_offset;
  return number % kKnown == 0 ? kKnown : 1;
}

// As Triton's launcher refuses a kernel that asks for more shared memory than a block can have. Raised only where that is
// certain; scripts that try block sizes catch it.
void check_shared_memory(Interpreter& interpreter, const Code& code, const Launch& launch, const LaunchOptions& options,
                         Span span) {
  const chips::Chip& chip = chip_of(interpreter);
  constexpr double kModelled = 9.0;
  const uint64_t limit = static_cast<uint64_t>(shared_bytes_of_block(chip));
  const uint64_t stages = static_cast<uint64_t>(std::max<int64_t>(options.num_stages, code.loop_stages));
  bool may_exceed = code.resources.staged_bytes * stages + code.resources.tile_bytes > limit;
  if (!may_exceed || chip.compute_capability != kModelled || options.num_ctas != 1) return;
  SharedMemoryQuestion question{{}, options.num_warps, options.num_stages};
  for (size_t i = 0; i < code.program->parameters.size(); ++i)
    question.divisors.push_back(known_divisor(launch, code.program->parameters[i], i));
  const uint64_t needed = least_shared_bytes(*code.program, question);
  if (needed <= limit) return;
  Value errors(interpreter.import_module("triton.errors", {}));
  Value error = interpreter.call_value(interpreter.get_attribute(errors, "OutOfResources"),
                                       {{Value(static_cast<int64_t>(needed)), Value(static_cast<int64_t>(limit)),
                                         script::make_string("shared memory")},
                                        {},
                                        span});
  script::as_exception(error)->hints = [name = chip.name, stages = options.num_stages] {
    return std::vector<Note>{{fmt::format("counted are the tiles that loads and products keep there, {} of those that a loop "
                                          "loads; the compiler for {} may ask for more",
                                          stages, name),
                              {}}};
  };
  throw script::PythonError{error, {}};
}

// What Triton's compiler refuses, too, as against our shortcomings and what only a launch tells.
bool is_catchable(DiagnosticKind kind) {
  switch (kind) {
    case DiagnosticKind::UnknownName:
    case DiagnosticKind::KernelType:
    case DiagnosticKind::KernelShape:
    case DiagnosticKind::KernelConstexpr:
    case DiagnosticKind::KernelSyntax:
    case DiagnosticKind::LoopCarriedType:
    case DiagnosticKind::StaticAssert:
      return true;
    default:
      return false;
  }
}

// As triton.CompilationError, which scripts may catch; where none does the diagnostic ends the run.
[[noreturn]] void raise_refusal(Interpreter& interpreter, Diagnostic diagnostic) {
  ResolvedDiagnostic place = resolve(diagnostic, interpreter.sources());
  Value errors(interpreter.import_module("triton.errors", {}));
  Value error = interpreter.call_value(
      interpreter.get_attribute(errors, "_refusal"),
      {{Value(diagnostic.kind == DiagnosticKind::StaticAssert), script::make_string(place.source_line),
        Value(static_cast<int64_t>(place.line)), Value(static_cast<int64_t>(place.column)),
        script::make_string(diagnostic.message)},
       {},
       {}});
  script::as_exception(error)->refusal = std::make_shared<const Diagnostic>(std::move(diagnostic));
  throw script::PythonError{error, {}};
}

void launch_jit(Interpreter& interpreter, JitFunction& function, const Value& grid, CallArguments arguments) {
  LaunchContext& context = launch_context(interpreter);
  Span span = arguments.span ? arguments.span : interpreter.current_span();
  LaunchOptions options;
  options.num_warps = option(interpreter, arguments.keywords, "num_warps", 4);
  options.num_stages = option(interpreter, arguments.keywords, "num_stages", 3);
  options.num_ctas = option(interpreter, arguments.keywords, "num_ctas", 1);
  if (options.num_warps <= 0 || options.num_warps > 32 || (options.num_warps & (options.num_warps - 1))) {
    refuse(interpreter, DiagnosticKind::LaunchLimit,
           fmt::format("num_warps must be a power of 2 up to 32, not {}", options.num_warps), span);
  }
  Named bound = bind(interpreter, function, arguments, false);
  Named meta = bound;
  for (auto& [key, value] : arguments.keywords) {
    if (!find(meta, key)) meta.emplace_back(key, value);
  }
  Launch launch;
  launch.grid = evaluate_grid(interpreter, grid, meta, span);
  Specialised specialised;
  specialised.specs.resize(bound.size());
  for (size_t i = 0; i < bound.size(); ++i) {
    bool is_named = i < function.parameters.size();
    ParameterPlace parameter{bound[i].first, i, is_named && function.parameters[i].is_constexpr,
                             !is_named || function.parameters[i].is_specialised,
                             !is_named || function.parameters[i].is_alignment_known};
    specialise(interpreter, parameter, bound[i].second, span, specialised.specs[i], specialised);
  }
  // Runs that only try a config or sample a grid are no part of what the user asked to see.
  memory::TraceRecorder* trace =
      context.session->options.sample_programs == 0 ? context.session->trace : nullptr;
  auto abort_with = [&](Diagnostic diagnostic) {
    if (trace) trace->end_launch(diagnostic);
    diagnostic.notes.push_back({"launched here", span});
    context.session->faults.push_back(diagnostic);
    throw script::AbortRun{std::move(diagnostic)};
  };
  try {
    std::shared_ptr<const Code> code = compile_cached(interpreter, function, specialised, options.num_warps);
    WorkCounters work;
    work.kernel = function.function->name;
    work.grid = launch.grid;
    work.num_warps = options.num_warps;
    work.num_stages = options.num_stages;
    if (context.only_compiles) {
      work.registers = code->resources.registers(options.num_warps);
      work.shared_bytes = code->resources.shared_bytes(options.num_warps, options.num_stages);
      context.latest = std::move(work);
      return;
    }
    if (launch.grid[0] == 0 || launch.grid[1] == 0 || launch.grid[2] == 0) return;
    if (static_cast<__int128>(launch.grid[0]) * launch.grid[1] * launch.grid[2] >= __int128{0xfffffff0}) {
      throw CompileError{
          Diagnostic{DiagnosticKind::FuelExhausted, "the grid has more than 2^32 programs", span, {}}};
    }
    allocate_descriptors(interpreter, *code->program, launch);
    launch.warps = options.num_warps;
    launch.arguments = std::move(specialised.values);
    launch.targets = std::move(specialised.targets);
    check_shared_memory(interpreter, *code, launch, options, span);
    memory::Measurement& measurement = *context.measurement;
    uint64_t sampled = context.session->options.sample_programs;
    bool is_trial = sampled != 0 && sampled != kMeasuredPrograms;
    uint64_t key = launch_key(*code, launch, work);
    auto known = context.known.find(key);
    if (!is_trial && known != context.known.end() && measurement.is_estimate(interpreter.budget().fuel_used())) {
      context.latest = context.session->launches[known->second];
      leave_out_stores(measurement, context.latest, launch);
      if (measurement.is_benchmark()) context.session->launches.push_back(context.latest);
      return;
    }
    if (trace) begin_trace(*trace, *code, launch);
    Machine machine(*code, context.session->options, interpreter, trace);
    bool compares = is_compared(context, *code, launch);
    std::optional<Launch> again;
    memory::SavedRegions before;
    if (compares) {
      again = launch;
      save_stored(context, *code, launch, before);
      save_reached_by_address(interpreter, *code, before);
    }
    begin_rehearsed(*context.session, launch);
    machine.run(launch, context.shadows, work);
    end_rehearsed(*context.session, launch, work);
    if (compares) again->targets = launch.targets;  // those that were reached by address with them
    if (trace) trace->end_launch(work);
    context.latest = work;
    for (Diagnostic& warning : machine.warnings()) add_warning(interpreter, std::move(warning), span);
    if (compares) {
      std::optional<Diagnostic> difference =
          compare_orders(*code, context.session->options, interpreter, std::move(*again), before, context.shadows, span);
      if (difference) throw Fault{std::move(*difference)};
    }
    if (!is_trial) {
      follow_values(measurement, work, launch, sampled != 0 && measurement.is_active(), span);
      context.known.try_emplace(key, context.session->launches.size());
    }
    context.latest_function = &function;
    context.session->launches.push_back(std::move(work));
  } catch (CompileError& failure) {
    if (!is_catchable(failure.diagnostic.kind)) abort_with(std::move(failure.diagnostic));
    if (trace) trace->end_launch(failure.diagnostic);
    failure.diagnostic.notes.push_back({"launched here", span});
    raise_refusal(interpreter, std::move(failure.diagnostic));
  } catch (Fault& failure) {
    const PointerTarget* target = left_out(*context.measurement, launch);
    if (target) abort_with(values_left_out(*target, span));
    abort_with(std::move(failure.diagnostic));
  }
}

void launch_with_heuristics(Interpreter& interpreter, TunedKernel& tuned, const Value& grid,
                            CallArguments arguments) {
  JitFunction* function = innermost_function(tuned.inner);
  for (auto& [name, compute] : tuned.heuristics) {
    auto meta = script::make<script::Dict>();
    for (auto& [key, value] : bind(interpreter, *function, arguments, true)) meta->set(key, value);
    for (auto& [key, value] : arguments.keywords) meta->set(key, value);
    Value value = interpreter.call_value(compute, CallArguments{{Value(meta)}, {}, arguments.span});
    if (Value* given = find(arguments.keywords, name)) {
      *given = value;
    } else {
      arguments.keywords.emplace_back(name, value);
    }
  }
  launch(interpreter, tuned.inner, grid, std::move(arguments));
}

}  // namespace

LaunchContext& launch_context(Interpreter& interpreter) {
  return *static_cast<LaunchContext*>(interpreter.extension("triton.launch").get());
}

JitFunction* innermost_function(const Value& kernel) {
  if (auto* jit = kernel.as<JitFunction>()) return jit;
  if (auto* tuned = kernel.as<TunedKernel>()) return innermost_function(tuned->inner);
  auto* instance = kernel.as<script::Instance>();
  if (!instance || !instance->cls->lookup("run")) return nullptr;
  std::optional<Value> inner = instance->attributes->find("fn");
  return inner ? innermost_function(*inner) : nullptr;
}

void launch(Interpreter& interpreter, const Value& kernel, const Value& grid, CallArguments arguments) {
  if (auto* jit = kernel.as<JitFunction>()) return launch_jit(interpreter, *jit, grid, std::move(arguments));
  if (kernel.as<script::Instance>()) {
    arguments.keywords.emplace_back("grid", grid);
    arguments.keywords.emplace_back("warmup", Value(launch_context(interpreter).only_compiles));
    interpreter.call_value(interpreter.get_attribute(kernel, "run"), std::move(arguments));
    return;
  }
  auto* tuned = kernel.as<TunedKernel>();
  if (!tuned || !innermost_function(kernel))
    interpreter.raise("TypeError", "only @triton.jit functions can be launched", arguments.span);
  if (!tuned->configs.empty()) return launch_autotuned(interpreter, *tuned, grid, std::move(arguments));
  launch_with_heuristics(interpreter, *tuned, grid, std::move(arguments));
}

// Constants that the launch gives, by name: the compiled kernel has them.
void keep_constants(const JitFunction& function, const CallArguments& arguments, Named& options) {
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    const JitFunction::Parameter& parameter = function.parameters[i];
    if (!parameter.is_constexpr) continue;
    if (i < arguments.positional.size()) options.emplace_back(parameter.name, arguments.positional[i]);
    for (const auto& [name, value] : arguments.keywords) {
      bool is_kept = std::any_of(options.begin(), options.end(), [&](const auto& option) { return option.first == parameter.name; });
      if (name == parameter.name && !is_kept) options.emplace_back(name, value);
    }
  }
}

Value launch_and_describe(Interpreter& interpreter, const Value& kernel, const Value& grid,
                          CallArguments arguments, bool only_compiles) {
  LaunchContext& context = launch_context(interpreter);
  struct Restore {
    bool& flag;
    bool before;
    ~Restore() { flag = before; }
  } restore{context.only_compiles, context.only_compiles};
  context.only_compiles |= only_compiles;
  Named options;
  for (auto& [name, value] : arguments.keywords) {
    if (is_option(interpreter, name)) options.emplace_back(name, value);
  }
  keep_constants(*innermost_function(kernel), arguments, options);
  TritonOptions& session_options = context.session->options;
  struct RestoreSample {
    uint64_t& programs;
    uint64_t before;
    ~RestoreSample() { programs = before; }
  } restore_sample{session_options.sample_programs, session_options.sample_programs};
  bool is_estimate = context.measurement->is_benchmark() &&
                     context.measurement->is_estimate(interpreter.budget().fuel_used());
  if (is_estimate && session_options.sample_programs == 0) session_options.sample_programs = kMeasuredPrograms;
  launch(interpreter, kernel, grid, std::move(arguments));
  return make_compiled_kernel(kernel, context.latest, std::move(options));
}

Value BoundLaunch::call(Interpreter& interpreter, CallArguments& arguments) {
  return launch_and_describe(interpreter, kernel, grid, std::move(arguments));
}

Value TunedKernel::type_object(Interpreter& interpreter) {
  return host_class(interpreter, configs.empty() ? HostClass::Heuristics : HostClass::Autotuner);
}

Value ConfigObject::type_object(Interpreter& interpreter) { return host_class(interpreter, HostClass::Config); }

Value TunedKernel::get_item(Interpreter&, const Value& grid) {
  return script::make<BoundLaunch>(Value(this), grid);
}

Value TunedKernel::call(Interpreter& interpreter, CallArguments& arguments) {
  return interpreter.call_value(inner, std::move(arguments));
}

std::optional<Value> TunedKernel::find_attribute(Interpreter& interpreter, std::string_view name) {
  if (name == "fn") return inner;
  if (name == "configs") {
    std::vector<Value> items;
    for (auto& config : configs) items.emplace_back(config);
    return script::make_list(std::move(items));
  }
  if (name == "best_config" && !configs.empty()) return Value(configs[best]);
  if (name == "values" && configs.empty()) {
    auto dict = script::make<script::Dict>();
    for (const auto& [parameter, function] : heuristics) dict->set(parameter, function);
    return Value(dict);
  }
  if (name == "_choose" && !configs.empty()) {
    script::Ref<TunedKernel> self(this);
    return Value(script::make_function("_choose", [self](Interpreter& host, CallArguments& arguments) {
      Value grid = arguments.take_keyword("grid").value_or(Value());
      return choose_config(host, *self, grid, arguments);
    }));
  }
  if (name == "run" || name == "warmup") {
    Value self(this);
    bool only_compiles = name == "warmup";
    return Value(
        script::make_function(std::string(name), [self, only_compiles](Interpreter& host, CallArguments& arguments) {
          Value grid = arguments.take_keyword("grid").value_or(Value());
          auto flag = arguments.take_keyword("warmup");
          bool is_warmup = only_compiles || (flag && host.truthy(*flag));
          return launch_and_describe(host, self, grid, std::move(arguments), is_warmup);
        }));
  }
  return interpreter.find_attribute(inner, name);
}

std::optional<Value> ConfigObject::find_attribute(Interpreter&, std::string_view name) {
  if (name == "kwargs") {
    auto dict = script::make<script::Dict>();
    for (auto& [key, value] : kwargs) dict->set(key, value);
    return Value(dict);
  }
  if (name == "num_warps") return Value(options.num_warps);
  if (name == "num_stages") return Value(options.num_stages);
  if (name == "num_ctas") return Value(options.num_ctas);
  if (name == "pre_hook") return pre_hook;
  if (name == "maxnreg" || name == "ir_override") return Value();
  if (name == "all_kwargs") {
    Value self(this);
    return Value(script::make_function("all_kwargs", [self](Interpreter&, CallArguments&) -> Value {
      const ConfigObject& config = *self.as<ConfigObject>();
      auto all = script::make<script::Dict>();
      for (auto& [key, value] : config.kwargs) all->set(key, value);
      all->set("num_warps", Value(config.options.num_warps));
      all->set("num_ctas", Value(config.options.num_ctas));
      all->set("num_stages", Value(config.options.num_stages));
      return all;
    }));
  }
  return std::nullopt;
}

std::string ConfigObject::repr(Interpreter& interpreter) {
  std::string text;
  for (auto& [key, value] : kwargs) text += fmt::format("{}: {}, ", key, interpreter.repr(value));
  return fmt::format("{}num_warps: {}, num_ctas: {}, num_stages: {}", text, options.num_warps,
                     options.num_ctas, options.num_stages);
}

}  // namespace tilewright::kernels::triton
