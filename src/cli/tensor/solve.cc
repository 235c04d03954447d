// tilewright solve TASK: samples candidates with a taught model, judges them, writes the best.
#include "teach/solve.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "base/file.h"
#include "chips/chip.h"
#include "cli/parse_options.h"
#include "judge/judge.h"
#include "teach/task_file.h"

namespace tilewright::cli {
namespace {

struct SolveCommandOptions {
  std::string model = "runs/teach", lang, out, chip = "h100";
  bool force = false;
  int samples = 16, workers = 0, max_new_tokens = 384;
  double temperature = 1.0;
  uint64_t seed = 0;
  int64_t max_elements = 65536;
  template <class Visit>
  void fields(Visit&& visit) {
    visit("model", model, "a run's folder, or a model's in Hugging Face's layout");
    visit("lang", lang,
          "what the model writes: triton or cuda; left out: what its run was taught, else triton");
    visit("samples", samples, "candidates to sample");
    visit("out", out, "write the best kernel here instead of printing it");
    visit("force", force, kForceHelp);
    visit("temperature", temperature, "of sampling");
    visit("seed", seed, "of sampling and of the judge's inputs");
    visit("chip", chip, "the chip whose time is estimated");
    visit("max-elements", max_elements, "task inputs are shrunk until each has at most this many elements");
    visit("max-new-tokens", max_new_tokens, "longest completion");
    visit("workers", workers, "judge processes; 0: one a core");
  }
};

// One line an attempt: verdict, estimated time, how often it was drawn.
void print_attempts(const std::vector<teach::Attempt>& attempts) {
  for (const teach::Attempt& attempt : attempts) {
    std::string time =
        attempt.verdict.time && attempt.verdict.status == judge::Status::Correct
            ? fmt::format("{:9.2f} us {}", attempt.verdict.time->microseconds, attempt.verdict.time->kind)
            : fmt::format("{:22}", "");
    fmt::print("{:<18} {} x{:<3} {}\n", judge::spelling(attempt.verdict.status), time, attempt.repeats,
               attempt.verdict.summary);
  }
}

}  // namespace

int command_solve(const Arguments& arguments) {
  SolveCommandOptions options;
  ParsedCommand parsed =
      parse_command({.name = "solve",
                     .help = "samples kernels for a task with a taught model and keeps the best",
                     .positionals = {{"TASK", "a task file in KernelBench's shape"}}},
                    option_fields(options), arguments);
  if (parsed.exit_code) return *parsed.exit_code;
  if (auto mistake = check_ranges({{"samples", double(options.samples), 1},
                                  {"max-new-tokens", double(options.max_new_tokens), 1},
                                  {"max-elements", double(options.max_elements), 0},
                                  {"temperature", options.temperature, 0},
                                  {"workers", double(options.workers), 0, kMostWorkers}}))
    return *mistake;
  if (auto mistake = check_output({"out", options.out, options.force})) return *mistake;
  if (auto chip = chips::load_chip(options.chip); !chip) return report_mistake(chip.error());
  auto language = teach::language_of_model(options.model, options.lang);
  if (!language) return report_mistake(language.error());
  SourceManager sources;
  auto task = teach::record_task_file(sources, parsed.positionals[0], options.max_elements, **language);
  if (!task) return report_mistake(task.error(), sources);
  auto folder = teach::find_model(options.model);
  if (!folder) return report_mistake(folder.error());
  auto checkpoint = model::load_checkpoint(*folder);
  if (!checkpoint) return report_mistake(checkpoint.error());

  judge::JudgePool pool({.workers = options.workers, .executable = {}});
  teach::TeachOptions judging;
  judging.lang = stack::info((*language)->target).name;
  judging.seed = options.seed;
  judging.chip = options.chip;
  judging.max_elements = options.max_elements;
  teach::Grader grader(
      [&](const auto& requests, const auto& progress) { return pool.judge(requests, progress); }, judging);
  std::vector<teach::Attempt> attempts = teach::solve(*checkpoint, *task,
                                                      {.seed = options.seed,
                                                       .samples = options.samples,
                                                       .max_new_tokens = options.max_new_tokens,
                                                       .temperature = options.temperature},
                                                      grader);
  print_attempts(attempts);
  const teach::Attempt& best = attempts.front();
  for (const ResolvedDiagnostic& diagnostic : best.verdict.diagnostics) fmt::print("{}", render(diagnostic));
  int status = judge::exit_code(best.verdict.status);
  if (options.out.empty()) {
    fmt::print("\n{}", best.text);
  } else if (status != 0) {
    fmt::print("no correct kernel; {} is not written\n", options.out);
  } else if (auto written = write_file_atomically(options.out, best.text); !written) {
    return report_mistake(written.error());
  } else {
    fmt::print("{}\n", options.out);
  }
  return status;
}

}  // namespace tilewright::cli
