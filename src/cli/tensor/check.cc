// tilewright check CANDIDATE [--task TASK]: the judge's verdict on one kernel file, for a person or as JSON.
#include <fmt/format.h>

#include <filesystem>

#include "base/data_files.h"
#include "base/file.h"
#include "chips/chip.h"
#include "chips/neuron_chip.h"
#include "cli/commands.h"
#include "cli/parse_options.h"
#include "cli/tensor/gpu.h"
#include "judge/gpu_check.h"
#include "judge/judge.h"
#include "report/counters_table.h"

namespace tilewright::cli {
namespace {

struct CheckOptions {
  std::string task;
  bool json = false;
  int64_t max_elements = 65536;
  std::string chip = "h100";
  uint64_t seed = 0;
  bool allow_host_compute = false;
  bool counters = false;
  GpuChoice gpu;
  template <class Visit>
  void fields(Visit&& visit) {
    visit("task", task,
          "the task to compare with; without one, the file is run as a script and faults are reported");
    visit("json", json, "print the verdict as one line of JSON (docs/verdict.md)");
    visit("max-elements", max_elements,
          "shrink the task until each input has at most this many elements; 0: as written");
    visit("chip", chip, "chip for the estimated time: a name from chips/ or a .toml file");
    visit("seed", seed, "seed of inputs, parameters and hidden sizes");
    visit("counters", counters,
          "print what the launches that the time is estimated from do: bytes, sectors, operations by type");
    visit("on", gpu.on,
          "gpu: run a CUDA candidate on a GPU too, compare its values there and measure its time");
    visit("sanitize", gpu.sanitize, "gpu: run a CUDA candidate under compute-sanitizer's tools too");
    visit("gpu-compiler", gpu.compiler, "nvcc, or nvrtc: NVRTC and clang; empty: nvcc where there is one");
    visit("allow-host-compute", allow_host_compute, "do not insist that all work is done in kernels");
  }
};

std::string numbers(const std::vector<double>& values) {
  std::string text;
  for (double value : values) text += fmt::format(" {:>12.6g}", value);
  return text;
}

void print_verdict(const judge::Verdict& verdict, const std::string& candidate) {
  bool is_good = judge::exit_code(verdict.status) == 0;
  fmt::print("{}: {}: {}\n", candidate, judge::spelling(verdict.status), verdict.summary);
  for (const ResolvedDiagnostic& diagnostic : verdict.diagnostics) fmt::print("{}", render(diagnostic));
  if (verdict.mismatch) {
    const judge::ValueMismatch& mismatch = *verdict.mismatch;
    fmt::print("  around {}[{}], {} inputs, {} sizes:\n", mismatch.output, fmt::join(mismatch.index, ", "),
               mismatch.distribution, mismatch.shape_variant);
    fmt::print("    expected{}\n    actual  {}\n", numbers(mismatch.expected_slice),
               numbers(mismatch.actual_slice));
    fmt::print("  largest error: {:.3g} times the tolerance\n", mismatch.error_in_tolerances);
  }
  if (!is_good) fmt::print("  {} of {} trials passed\n", verdict.trials_passed, verdict.trials);
  if (verdict.time && verdict.time->kind == "estimated") {
    fmt::print("  time: {} {:.3g} us on {}, limited by {}, {} launch{}\n", verdict.time->kind,
               verdict.time->microseconds, verdict.time->chip, verdict.time->limiter, verdict.launches.size(),
               verdict.launches.size() == 1 ? "" : "es");
  }
  if (verdict.gpu) fmt::print("{}", gpu_text(*verdict.gpu));
}

// The task itself is at fault, and not our support of it.
bool is_task_mistake(const judge::Verdict& verdict, const judge::Request& request) {
  if (verdict.status != judge::Status::Unsupported || verdict.diagnostics.empty()) return false;
  const ResolvedDiagnostic& first = verdict.diagnostics.front();
  return first.kind != spelling(DiagnosticKind::Unsupported) &&
         first.kind != spelling(DiagnosticKind::WorkerCrash) &&
         (first.file == request.task_name || first.kind == spelling(DiagnosticKind::BadTask) ||
          first.kind == spelling(DiagnosticKind::BadOption) ||
          first.kind == spelling(DiagnosticKind::BadFormat));
}

// The GPU's half: what it finds wrong is the verdict of a candidate that the CPU found correct, its time is
// the verdict's.
void check_on_gpu(const judge::Request& request, const GpuChoice& choice, judge::Verdict& verdict) {
  std::filesystem::path cache = cache_folder() / "cuda";
  SourceManager sources;
  Result<kernels::cuda::gpu::GpuMachine> machine =
      kernels::cuda::gpu::GpuMachine::create(gpu_options(choice, cache));
  Result<judge::Oracle> oracle = machine ? judge::build_oracle(sources, request) : fail(machine.error());
  judge::GpuCheckOptions options;
  options.python = find_in_path("python3").string();
  options.scratch_folder = cache;
  options.sanitizes = choice.sanitize == "gpu";
  Result<judge::GpuRecord> record =
      oracle ? judge::check_on_gpu(request, *oracle, *machine, options) : fail(oracle.error());
  if (!record) {
    verdict.diagnostics.push_back(resolve(record.error(), sources));
    if (verdict.status != judge::Status::Correct) return;
    verdict.status = judge::Status::Unsupported;
    verdict.summary = record.error().message;
    return;
  }
  if (verdict.status == judge::Status::Correct && !record->faults.empty()) {
    verdict.status = status_of_kind(record->faults.front().kind);
    verdict.summary = "on the GPU: " + record->faults.front().message;
  }
  if (record->time) {
    judge::TimeEstimate time;
    time.kind = "measured";
    time.chip = record->device;
    time.microseconds = record->time->median;
    if (record->baseline_time) {
      time.baseline = record->baseline;
      time.baseline_microseconds = record->baseline_time->median;
      time.speedup = time.baseline_microseconds / time.microseconds;
    }
    verdict.time = std::move(time);
  }
  verdict.gpu = std::move(*record);
}

// A module that lies beside the candidate is out of a candidate's reach: our shortcoming, not its mistake.
void note_module_beside(const std::string& path, judge::Verdict& verdict) {
  constexpr std::string_view kMissing = "ModuleNotFoundError: No module named '";
  size_t begin = verdict.summary.find(kMissing);
  if (verdict.status != judge::Status::CompileError || begin != 0) return;
  std::string name = verdict.summary.substr(kMissing.size());
  name = name.substr(0, name.find_first_of(".'"));
  std::filesystem::path beside = std::filesystem::path(path).parent_path() / name;
  std::error_code error;
  if (name.empty() || (!std::filesystem::is_directory(beside, error) &&
                       !std::filesystem::exists(beside.string() + ".py", error)))
    return;
  verdict.status = judge::Status::Unsupported;
  verdict.summary = fmt::format(
      "check takes one file, and module '{}' is another beside it: `tilewright run --strict --orders {}` "
      "runs both (pytest's tests: with --test)",
      name, path);
  if (verdict.diagnostics.empty()) return;
  verdict.diagnostics[0].kind = spelling(DiagnosticKind::Unsupported);
  verdict.diagnostics[0].message = verdict.summary;
}

}  // namespace

int command_check(const Arguments& arguments) {
  CheckOptions options;
  ParsedCommand parsed =
      parse_command({.name = "check",
                     .help = "judge a kernel file: right or wrong, why, and its estimated time",
                     .positionals = {{"CANDIDATE", "a kernel file (docs/contract.md)"}}},
                    option_fields(options), arguments);
  if (parsed.exit_code) return *parsed.exit_code;
  bool is_cuda = parsed.positionals[0].ends_with(".cu");
  if (is_cuda && options.task.empty()) {
    Arguments run = {parsed.positionals[0], "--chip", options.chip};
    if (options.json) run.emplace_back("--json");
    return command_run_cuda(run);
  }
  judge::Request request;
  request.language = is_cuda ? judge::CandidateLanguage::Cuda : judge::CandidateLanguage::Triton;
  request.candidate_name = parsed.positionals[0];
  Result<std::string> candidate = read_file(parsed.positionals[0]);
  if (!candidate) return report_mistake(candidate.error());
  request.candidate_source = std::move(*candidate);
  if (!options.task.empty()) {
    Result<std::string> task = read_file(options.task);
    if (!task) return report_mistake(task.error());
    request.task_name = options.task;
    request.task_source = std::move(*task);
    if (request.task_source.empty()) {
      return report_mistake({DiagnosticKind::BadTask, fmt::format("{} is empty", options.task), {}, {}});
    }
  }
  if (auto mistake = check_ranges({{"max-elements", double(options.max_elements), 0}})) return *mistake;
  if (auto chip = chips::load_chip(options.chip); !chip && !chips::load_neuron_chip(options.chip))
    return report_mistake(chip.error());
  if (auto mistake = check_gpu_choice(options.gpu)) return *mistake;
  if (options.gpu.uses_gpu() && (request.task_source.empty() || !request.candidate_name.ends_with(".cu")))
    return report_mistake({DiagnosticKind::BadOption, "--on gpu takes a .cu candidate and a --task", {}, {}});
  request.options.chip = options.chip;
  request.options.seed = options.seed;
  request.options.max_elements = options.max_elements;
  request.options.allow_host_compute = options.allow_host_compute;
  judge::JudgePool pool({.workers = 1, .executable = {}});
  judge::Verdict verdict = pool.judge({request}).at(0);
  note_module_beside(request.candidate_name, verdict);
  if (options.gpu.uses_gpu()) check_on_gpu(request, options.gpu, verdict);
  if (options.json)
    fmt::print("{}\n", judge::to_json(verdict));
  else
    print_verdict(verdict, request.candidate_name);
  if (options.counters) fmt::print(stderr, "{}", report::counters_table(verdict.launches));
  return is_task_mistake(verdict, request) ? kUserMistake : judge::exit_code(verdict.status);
}

}  // namespace tilewright::cli
