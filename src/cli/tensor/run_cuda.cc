// tilewright run FILE.cu [args]: a CUDA program with its own main, on the CPU, every access checked.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/data_files.h"
#include "base/file.h"
#include "chips/chip.h"
#include "cli/commands.h"
#include "cli/parse_options.h"
#include "cli/tensor/argument_order.h"
#include "cli/tensor/cuda_program.h"
#include "cli/tensor/gpu.h"
#include "judge/candidate.h"
#include "judge/cuda_trials.h"
#include "judge/verdict.h"
#include "kernels/cuda/cuda.h"
#include "kernels/cuda/printed_output.h"
#include "report/counters_table.h"

namespace tilewright::cli {
namespace {

struct RunCudaOptions {
  bool json = false;
  std::string chip = "h100";
  uint64_t fuel = kernels::cuda::kOwnProgramFactor * kernels::cuda::CudaOptions().fuel;
  int64_t milliseconds = kernels::cuda::kOwnProgramFactor * kernels::cuda::CudaOptions().processor_milliseconds;
  int processors = 0;
  bool closed = false;
  bool one_order = false;
  bool times = false;
  bool counters = false;
  std::string cache;
  std::string include;
  GpuChoice gpu;
  template <class Visit>
  void fields(Visit&& visit) {
    visit("json", json, "print a verdict as one line of JSON after the program's own output");
    visit("chip", chip, "chip whose limits hold for launches: a name from chips/ or a .toml file");
    visit("closed", closed, "give the program no files and no threads, as the judge's candidates have none");
    visit("processors", processors,
          "multiprocessors of the chip, for programs whose grids are as large as it; 0: all");
    visit("fuel", fuel, "accesses, turns of loops, barriers and the like after which the program is ended");
    visit("milliseconds", milliseconds, "processor time after which the program is ended");
    visit("one-order", one_order, "do not run a second time with threads and blocks in reverse order");
    visit("times", times, "print how long rewriting, compiling, running and explaining took");
    visit("counters", counters,
          "count what every launch moves: bytes, sectors, bank conflicts; registers where nvcc is installed; "
          "the chip's time");
    visit("include", include, "folders in which #include looks, with a colon between them");
    visit("on", gpu.on, "gpu: run it on a GPU too, and compare what both print");
    visit("gpu-compiler", gpu.compiler, "nvcc, or nvrtc: NVRTC and clang; empty: nvcc where there is one");
    visit("sanitize", gpu.sanitize, "gpu: run it under compute-sanitizer's tools too");
    visit("cache", cache, "folder of compiled programs; empty: the user's cache folder");
  }
};

judge::Verdict verdict_of(const kernels::cuda::CudaRun& run) {
  judge::Verdict verdict;
  verdict.status = judge::Status::Clean;
  verdict.summary = "ran without faults";
  verdict.launches = run.launches;
  verdict.diagnostics = run.faults;
  if (!run.faults.empty()) {
    verdict.status = judge::status_of(std::string_view(run.faults.front().kind));
    verdict.summary = run.faults.front().message;
  } else if (run.exit_code != 0) {
    verdict.status = judge::Status::WrongValues;
    verdict.summary =
        fmt::format("no fault was found, but the program ended with exit code {}", run.exit_code);
  }
  return verdict;
}

// Beside what all kernel languages count.
nlohmann::json to_json(const kernels::cuda::LaunchDetails& details, const chips::KernelTime& time) {
  return {{"counted_blocks", details.counted_blocks},
          {"global_requests", details.global_requests},
          {"shared_requests", details.shared_requests},
          {"shared_bytes_loaded", details.shared_bytes_loaded},
          {"shared_bytes_stored", details.shared_bytes_stored},
          {"bank_conflicts", details.bank_conflicts},
          {"warp_operations", details.warp_operations},
          {"resident_blocks", details.resident_blocks},
          {"estimated_seconds", time.seconds},
          {"limiter", time.limiter}};
}

void print_counters(const kernels::cuda::CudaRun& run, const chips::Chip& chip) {
  fmt::print(stderr, "{}", report::counters_table(run.launches));
  for (size_t i = 0; i < run.details.size(); ++i) {
    const kernels::cuda::LaunchDetails& details = run.details[i];
    const WorkCounters& work = run.launches[i];
    if (details.counted_blocks == 0) continue;
    chips::KernelTime time = chips::estimate(chip, work);
    fmt::print(
        stderr,
        "{}: counted on {} of {} blocks; {} global and {} shared accesses of warps, {} bytes of shared "
        "memory "
        "read, {} written, {} bank conflicts, {} warp operations\n"
        "  {} registers a thread, {} blocks a multiprocessor; estimated {:.2f} us on {} ({})\n",
        work.kernel, details.counted_blocks, work.programs, details.global_requests, details.shared_requests,
        details.shared_bytes_loaded, details.shared_bytes_stored, details.bank_conflicts,
        details.warp_operations, work.registers == 0 ? "unknown (no nvcc)" : std::to_string(work.registers),
        details.resident_blocks, time.seconds * 1e6, chip.name, time.limiter);
  }
}

// The same program on a GPU. `output`: what the CPU's run printed, to compare with; null: it could not run.
Result<judge::GpuRecord> run_on_gpu(const kernels::cuda::CudaProgram& program, const RunCudaOptions& options,
                                    const std::filesystem::path& cache_folder, const std::string* output) {
  namespace gpu = kernels::cuda::gpu;
  Result<gpu::GpuMachine> machine = gpu::GpuMachine::create(gpu_options(options.gpu, cache_folder));
  if (!machine) return fail(machine.error());
  judge::GpuRecord record;
  record.device = machine->device().name;
  record.driver = machine->device().driver;
  record.builder = machine->builder();
  Result<gpu::GpuRun> run = machine->run(program);
  if (!run) return fail(run.error());
  record.exit_code = run->exit_code;
  record.faults = run->faults;
  record.output = run->output;
  record.agrees = run->faults.empty() && output != nullptr && kernels::cuda::prints_the_same(run->output, *output);
  if (run->faults.empty() && output != nullptr && !record.agrees) {
    ResolvedDiagnostic differs;
    differs.kind = spelling(DiagnosticKind::WrongValues);
    differs.severity = spelling(Severity::Error);
    differs.message = fmt::format("the GPU's run printed something else:\n{}", run->output);
    record.faults.push_back(std::move(differs));
  }
  if (options.gpu.sanitize == "gpu") {
    Result<std::vector<gpu::SanitizeRun>> tools = machine->sanitize(program);
    if (!tools) return fail(tools.error());
    record.sanitizer = sanitizer_tools(std::move(*tools));
  }
  return record;
}

// What the GPU adds to a verdict that the CPU left clean; a GPU that is not there makes it unsupported.
void add_gpu(Result<judge::GpuRecord> record, judge::Verdict& verdict) {
  if (!record) {
    verdict.diagnostics.push_back(resolve(record.error(), SourceManager()));
    if (verdict.status != judge::Status::Clean) return;
    verdict.status = judge::Status::Unsupported;
    verdict.summary = record.error().message;
    return;
  }
  if (verdict.status == judge::Status::Clean && !record->faults.empty()) {
    verdict.status = status_of_kind(record->faults.front().kind);
    verdict.summary = "on the GPU: " + record->faults.front().message;
  }
  verdict.gpu = std::move(*record);
}

}  // namespace

int command_run_cuda(const Arguments& arguments) {
  RunCudaOptions options;
  std::vector<OptionField> fields = option_fields(options);
  ParsedCommand parsed =
      parse_command({.name = "run",
                     .help = "run a CUDA program on the CPU with every memory access checked",
                     .positionals = {{"FILE", "a CUDA file; .cu and .cpp files that follow it are compiled with it"},
                                     {"ARGS", "arguments of the program", true, true}}},
                    fields, ordered_arguments(arguments, fields));
  if (parsed.exit_code) return *parsed.exit_code;
  const std::string& path = parsed.positionals[0];
  Result<kernels::cuda::CudaProgram> program = read_cuda_program(parsed.positionals, options.include);
  if (!program) return report_mistake(program.error());
  program->may_read_files = !options.closed;
  Result<chips::Chip> chip = chips::load_chip(options.chip);
  if (!chip) return report_mistake(chip.error());
  if (options.processors > 0) chip->multiprocessors = options.processors;
  if (auto mistake = check_ranges({{"processors", double(options.processors), 0},
                                   {"milliseconds", double(options.milliseconds), 1, std::numeric_limits<uint32_t>::max()},
                                   {"fuel", double(options.fuel), 1}})) return *mistake;
  if (auto mistake = check_gpu_choice(options.gpu)) return *mistake;

  kernels::cuda::CudaOptions machine_options;
  machine_options.cache_folder =
      options.cache.empty() ? cache_folder() / "cuda" : std::filesystem::path(options.cache);
  machine_options.both_orders = !options.one_order;
  machine_options.fuel = options.fuel;
  machine_options.processor_milliseconds = static_cast<uint32_t>(options.milliseconds);
  machine_options.chip = *chip;
  machine_options.counts_traffic = options.counters;
  auto machine = kernels::cuda::CudaMachine::create(machine_options);
  Result<kernels::cuda::CudaRun> run = machine ? machine->run(*program) : fail(machine.error());
  judge::Verdict verdict;
  if (!run) {
    verdict.status = judge::Status::Unsupported;
    verdict.summary = run.error().message;
    verdict.diagnostics.push_back(resolve(run.error(), SourceManager()));
  } else {
    verdict = verdict_of(*run);
    fmt::print("{}", run->output);
  }
  if (options.counters && run) print_counters(*run, *chip);
  if (options.gpu.uses_gpu())
    add_gpu(run_on_gpu(*program, options, machine_options.cache_folder, run ? &run->output : nullptr), verdict);
  if (options.json) {
    std::string line = judge::to_json(verdict);
    if (options.counters && run) {
      nlohmann::json whole = nlohmann::json::parse(line);
      for (size_t i = 0; i < run->details.size(); ++i)
        whole["cuda_launches"].push_back(to_json(run->details[i], chips::estimate(*chip, run->launches[i])));
      line = whole.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }
    fmt::print("{}\n", line);
  } else {
    std::fflush(stdout);
    for (const ResolvedDiagnostic& diagnostic : verdict.diagnostics)
      fmt::print(stderr, "{}", render(diagnostic));
    if (verdict.diagnostics.empty() && verdict.status != judge::Status::Clean && !verdict.gpu)
      fmt::print(stderr, "{}: {}\n", path, verdict.summary);
    if (verdict.gpu) fmt::print(stderr, "{}", gpu_text(*verdict.gpu));
  }
  if (options.times && run)
    fmt::print(stderr, "times in ms: rewrite {:.1f}, compile {:.1f}{}, run {:.1f}, explain {:.1f}\n",
               run->times.rewrite, run->times.compile, run->times.was_cached ? " (cached)" : "",
               run->times.run, run->times.explain);
  return judge::exit_code(verdict.status);
}

}  // namespace tilewright::cli
