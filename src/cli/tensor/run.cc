// tilewright run FILE.py [args]: runs a script as python would, on the CPU, Triton launches included.
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <thread>

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "chips/chip.h"
#include "chips/neuron_chip.h"
#include "cli/commands.h"
#include "cli/parse_options.h"
#include "cli/tensor/argument_order.h"
#include "judge/candidate.h"
#include "judge/script_exit.h"
#include "judge/verdict.h"
#include "kernels/cuda/outcomes.h"
#include "kernels/memory/trace_recorder.h"
#include "kernels/nki/nki.h"
#include "kernels/triton/triton.h"
#include "library/inline_cuda.h"
#include "library/library.h"
#include "report/counters_table.h"
#include "report/trace_page.h"
#include "script/interpreter.h"

extern char** environ;

namespace tilewright::cli {
namespace {

struct RunOptions {
  bool json = false;
  bool test = false;
  uint64_t fuel = 1'000'000'000'000;
  uint64_t memory_bytes = uint64_t{16} << 30;
  int threads = 0;
  uint64_t split_above = kernels::triton::TritonOptions{}.split_above;
  std::string chip = "h100";
  bool strict = false;
  bool orders = false;
  std::string unordered;
  std::string trace;
  bool force = false;
  bool counters = false;
  template <class Visit>
  void fields(Visit&& visit) {
    visit("test", test, "import FILE instead of running it, then run its tests as pytest does (test_* and Test*)");
    visit("json", json, "print a verdict as one line of JSON after the script's own output");
    visit("fuel", fuel, "steps after which the script is stopped");
    visit("memory-bytes", memory_bytes, "bytes of live objects and tensors after which the script is stopped");
    visit("chip", chip, "chip that autotuned kernels are tuned for and NKI kernels run on: a name from chips/ or a .toml file");
    visit("trace", trace,
          "write what every launch read and wrote to this HTML page, and the engines of NKI kernels over time; a name "
          "ending in .json: the latter alone, in Chrome's trace-event format; without such a name, FILE's with .trace.html");
    visit("force", force, kForceHelp);
    visit("counters", counters, "print what every launch did: bytes, sectors, operations, products, atomics");
    visit("strict", strict,
          "end the script where a lane that a load masks off without other= reaches memory; otherwise it is 0, as on "
          "GPUs, with a warning; end it, too, where a store leaves the view that a kernel was given");
    visit("orders", orders,
          "run every launch a second time with the last program first, and a third time with turns taken at atomics where "
          "programs wait for each other, and end the script where memory comes out different");
    visit("unordered", unordered,
          "with --orders: parameters, separated by commas, whose tensors may hold their elements in another order, as those "
          "whose places an atomic hands out");
    visit("threads", threads, "threads that share the programs of a launch; 0: one a processor");
    visit("split-above", split_above, "elements of work from which on threads share a launch");
  }
};

void write_to(int descriptor, std::string_view text) {
  while (!text.empty()) {
    ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<size_t>(written));
  }
}

// What a file of tests is imported as: pytest's "prepend" mode puts the first folder upwards that is no package
// (without __init__.py) before the others, and the file's name leads from there.
struct TestModule {
  std::filesystem::path folder;
  std::string name;
};

TestModule test_module_of(const std::filesystem::path& file) {
  std::error_code error;
  std::filesystem::path absolute = std::filesystem::absolute(file, error);
  TestModule module{file.parent_path(), file.stem().string()};
  std::filesystem::path folder = absolute.parent_path();
  if (!std::filesystem::exists(folder / "__init__.py", error)) return module;
  while (folder.has_relative_path() && std::filesystem::exists(folder / "__init__.py", error)) {
    module.name = folder.filename().string() + "." + module.name;
    folder = folder.parent_path();
  }
  module.folder = folder;
  return module;
}

script::Capabilities capabilities_of_a_person(const std::filesystem::path& folder, std::vector<std::string> arguments) {
  script::Capabilities capabilities;
  capabilities.standard_output = [](std::string_view text) { write_to(STDOUT_FILENO, text); };
  capabilities.standard_error = [](std::string_view text) { write_to(STDERR_FILENO, text); };
  capabilities.clock = [] {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  };
  capabilities.import_folders = {folder.empty() ? std::filesystem::path(".") : folder};
  capabilities.may_read_files = true;
  capabilities.may_write_files = true;  // in memory
  capabilities.may_start_threads = true;
  capabilities.arguments = std::move(arguments);
  for (char** entry = environ; *entry != nullptr; ++entry) {
    std::string_view text = *entry;
    size_t equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    capabilities.environment.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return capabilities;
}

// The chip as torch.cuda shows it to scripts.
library::DeviceFigures figures_of(const chips::Chip& chip) {
  library::DeviceFigures figures;
  figures.name = chip.vendor + " " + chip.name;
  figures.major = static_cast<int>(chip.compute_capability);
  figures.minor = static_cast<int>(std::lround(chip.compute_capability * 10)) % 10;
  figures.memory_bytes = chip.memory_bytes;
  figures.l2_bytes = chip.l2_bytes;
  figures.multiprocessors = chip.multiprocessors;
  figures.threads_per_multiprocessor = chip.max_threads_per_multiprocessor;
  figures.threads_per_block = chip.max_threads_per_block;
  figures.registers_per_multiprocessor = chip.registers_per_multiprocessor;
  figures.shared_bytes_per_multiprocessor = chip.shared_bytes_per_multiprocessor;
  return figures;
}

// Of every kernel the launch that takes longest.
std::vector<report::EngineTimeline> timelines_of(const std::vector<kernels::nki::LaunchRecord>& launches) {
  std::map<std::string, const kernels::nki::LaunchRecord*> longest;
  for (const kernels::nki::LaunchRecord& launch : launches) {
    const kernels::nki::LaunchRecord*& known = longest[launch.kernel];
    if (known == nullptr || launch.seconds > known->seconds) known = &launch;
  }
  std::vector<report::EngineTimeline> timelines;
  for (const auto& [kernel, launch] : longest) {
    report::EngineTimeline timeline;
    timeline.title = fmt::format("{} on {}, {:.2f} us estimated", kernel, launch->chip, launch->seconds * 1e6);
    timeline.rows.resize(kernels::nki::kEngines);
    for (size_t e = 0; e < kernels::nki::kEngines; ++e)
      timeline.rows[e].engine = kernels::nki::spelling(static_cast<kernels::nki::Engine>(e));
    for (const kernels::nki::TimelineEntry& entry : launch->timeline) {
      timeline.rows[static_cast<size_t>(entry.engine)].spans.push_back({std::string(entry.instruction), entry.start, entry.seconds});
      timeline.seconds = std::max(timeline.seconds, entry.start + entry.seconds);
    }
    std::erase_if(timeline.rows, [](const report::EngineRow& row) { return row.spans.empty(); });
    for (report::EngineRow& row : timeline.rows) {
      std::stable_sort(row.spans.begin(), row.spans.end(),
                       [](const report::EngineSpan& a, const report::EngineSpan& b) { return a.start < b.start; });
    }
    timelines.push_back(std::move(timeline));
  }
  return timelines;
}

constexpr std::string_view kRoundedProducts =
    "a tl.dot of this run rounded its fp32 operands to tf32, as GPUs do where input_precision is not given; differences of "
    "about a thousandth of the values come from that: compare with wider tolerances, or give it input_precision=\"ieee\"";

bool has_rounded_products(const std::vector<WorkCounters>& launches) {
  return std::any_of(launches.begin(), launches.end(), [](const WorkCounters& work) {
    return std::any_of(work.dots.begin(), work.dots.end(), [](const DotWork& dot) {
      return dot.dtype == DType::Float32 && dot.precision == DotPrecision::Tf32;
    });
  });
}

// pytest's exit code: 0 all passed, 1 some failed, 5 there are none.
Result<int> run_tests(script::Interpreter& interpreter, const script::Value& module) {
  auto code = interpreter.guard([&] {
    script::Value pytest(interpreter.import_module("pytest", {}));
    return interpreter.call_value(interpreter.get_attribute(pytest, "run_module"), {{module}, {}, {}});
  });
  if (!code) return fail(code.error());
  return static_cast<int>(code->integer());
}

}  // namespace

int command_run(const Arguments& arguments) {
  RunOptions options;
  std::vector<OptionField> fields = option_fields(options);
  ParsedCommand parsed = parse_command(
      {.name = "run",
       .help = "run a Python script on the CPU, Triton and NKI kernels included, with every memory access checked",
       .positionals = {{"FILE", "a Python file"}, {"ARGS", "arguments of the script", true, true}}},
      fields, ordered_arguments(arguments, fields));
  if (parsed.exit_code) return *parsed.exit_code;
  if (std::optional<int> mistake = check_output({"trace", options.trace, options.force, report::kTracePageSign})) return *mistake;
  if (std::optional<int> mistake = check_ranges({{"threads", double(options.threads), 0, kMostWorkers},
                                                 {"fuel", double(options.fuel), 1},
                                                 {"memory-bytes", double(options.memory_bytes), 1}}))
    return *mistake;
  const std::string& path = parsed.positionals[0];
  Result<std::string> text = read_file(path);
  if (!text) return report_mistake(text.error());

  // Launches take and give back the same few megabytes: they are kept rather than mapped anew.
  ::mallopt(M_MMAP_THRESHOLD, 32 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 512 << 20);
  SourceManager sources;
  SourceId source = sources.add(path, std::move(*text));
  Budget budget({.fuel = options.fuel, .memory_bytes = options.memory_bytes});
  library::LibrarySession library_session;
  library_session.options.computes_gradients = true;
  library_session.options.shows_unwritten = true;
  std::unique_ptr<kernels::cuda::Room> cuda_room;
  library_session.cuda = std::make_shared<library::CudaSession>();
  library_session.cuda->room = [&]() -> Result<kernels::cuda::Room*> {
    if (cuda_room == nullptr) {
      auto started = kernels::cuda::Room::start();
      if (!started) return fail(started.error());
      cuda_room = std::move(*started);
    }
    return cuda_room.get();
  };
  library_session.cuda->keeps_results = true;
  library_session.cuda->settings.fuel *= kernels::cuda::kOwnProgramFactor;
  kernels::triton::TritonSession triton_session;
  triton_session.options.threads =
      options.threads > 0 ? options.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  triton_session.options.split_above = options.split_above;
  kernels::nki::NkiSession nki_session;
  // A Trainium chip is one for NKI kernels; the others then see the default.
  bool is_neuron_chip = chips::load_neuron_chip(options.chip).has_value();
  if (is_neuron_chip) nki_session.options.chip = std::exchange(options.chip, RunOptions{}.chip);
  if (options.fuel != RunOptions{}.fuel) triton_session.options.loop_turns = options.fuel;
  Result<chips::Chip> chip = chips::load_chip(options.chip);
  if (!chip) return report_mistake(chip.error());
  if (options.chip != "h100") library_session.options.device = figures_of(*chip);
  library_session.cuda->settings.limits = kernels::cuda::limits_of(*chip);
  triton_session.options.autotune_chip = std::make_shared<const chips::Chip>(std::move(*chip));
  AccessTrace trace;
  kernels::memory::TraceRecorder recorder(trace);
  if (!options.trace.empty()) triton_session.trace = &recorder;
  nki_session.options.keeps_timeline = !options.trace.empty();
  triton_session.options.masked_lanes_are_zero = !options.strict;
  triton_session.options.checks_barriers = options.strict;
  triton_session.options.compares_orders = options.orders;
  triton_session.options.views_are_bounds = options.strict;
  triton_session.options.unordered = split(options.unordered, ',');
  for (const std::string& hint : misspelled_options(parsed.positionals, fields, sources.file(source).text()))
    write_to(STDERR_FILENO, hint + "\n");
  TestModule module{std::filesystem::path(path).parent_path(), "__main__"};
  if (options.test) module = test_module_of(path);
  script::Interpreter interpreter(sources, budget, capabilities_of_a_person(module.folder, parsed.positionals));
  library::install(interpreter, library_session);
  kernels::triton::install(interpreter, triton_session);
  kernels::nki::install(interpreter, nki_session);
  auto result = interpreter.run_module(source, module.name);
  int failed_tests = 0;
  if (options.test && result) {
    auto tested = run_tests(interpreter, *result);
    if (tested) {
      failed_tests = *tested;
    } else {
      result = fail(tested.error());
    }
  }

  for (const std::string& choice : triton_session.autotuned)
    write_to(STDERR_FILENO, fmt::format("autotune: {}\n", choice));
  for (const std::string& line : kernels::nki::summaries(nki_session.launches)) write_to(STDERR_FILENO, line + "\n");
  if (!options.trace.empty()) {
    bool is_chrome = options.trace.ends_with(".json");
    report::TracePageOptions page_options;
    if (!is_chrome) page_options.timelines = timelines_of(nki_session.launches);
    std::string page = is_chrome ? kernels::nki::chrome_trace(nki_session.launches, sources)
                                 : report::render_trace_page(path, trace, sources, page_options);
    if (auto written = write_file_atomically(options.trace, page); !written) return report_mistake(written.error());
    write_to(STDERR_FILENO, fmt::format("trace: {}\n", options.trace));
  }
  if (is_neuron_chip && !triton_session.launches.empty()) {
    write_to(STDERR_FILENO, fmt::format("--chip {} is for NKI kernels; the Triton kernels of this file ran as for {}\n",
                                        nki_session.options.chip, options.chip));
  }
  if (options.counters) write_to(STDERR_FILENO, report::counters_table(triton_session.launches));
  judge::Verdict verdict;
  verdict.status = judge::Status::Clean;
  verdict.summary = "ran without faults";
  verdict.launches = triton_session.launches;
  for (const kernels::nki::LaunchRecord& launch : nki_session.launches) {
    verdict.launches.push_back(kernels::nki::counters_of(launch));
    if (!verdict.time) verdict.time.emplace().kind = "estimated";
    verdict.time->chip = launch.chip;
    verdict.time->microseconds += launch.seconds * 1e6;
    verdict.time->limiter = kernels::nki::busiest_engine(launch);
  }
  verdict.fuel = budget.fuel_used();
  std::optional<judge::ScriptExit> exit = judge::script_exit(interpreter);
  if (exit && !exit->text.empty()) write_to(STDERR_FILENO, exit->text + "\n");
  bool has_failed = !result && (!exit || exit->code != 0);
  if (has_failed) {
    Diagnostic diagnostic = exit ? judge::failed_exit(*exit, result.error()) : result.error();
    if (diagnostic.message.starts_with("AssertionError") && has_rounded_products(triton_session.launches))
      diagnostic.notes.push_back({std::string(kRoundedProducts), {}});
    verdict.status = judge::status_of(diagnostic.kind);
    verdict.summary = diagnostic.message;
    verdict.diagnostics.push_back(resolve(diagnostic, sources));
    if (!options.json && !exit) write_to(STDERR_FILENO, render(diagnostic, sources));
  }
  // Tests that failed say more than the exit code that they gave.
  if (options.test ? !has_failed : exit.has_value()) {
    for (const Diagnostic& diagnostic : interpreter.diagnostics()) {
      if (severity(diagnostic.kind) != Severity::Error) continue;
      verdict.status = judge::status_of(diagnostic.kind);
      verdict.summary = diagnostic.message;
      break;
    }
  }
  for (const Diagnostic& diagnostic : interpreter.diagnostics())
    verdict.diagnostics.push_back(resolve(diagnostic, sources));
  if (!options.json && !interpreter.diagnostics().empty()) write_to(STDERR_FILENO, render(interpreter.diagnostics(), sources));
  if (options.json) write_to(STDOUT_FILENO, judge::to_json(verdict) + "\n");
  // A program that reads the verdict is told by its codes; to others the script's own code goes on.
  if (exit && !options.json) return exit->code;
  if (!has_failed) return failed_tests;
  bool is_syntax = verdict.status == judge::Status::SyntaxError;
  return is_syntax ? kUserMistake : judge::exit_code(verdict.status);
}

}  // namespace tilewright::cli
