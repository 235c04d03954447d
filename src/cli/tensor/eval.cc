// tilewright eval FOLDER: scores a taught model on a folder of task files.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/file.h"
#include "chips/chip.h"
#include "cli/parse_options.h"
#include "judge/judge.h"
#include "report/statistics.h"
#include "teach/solve.h"
#include "teach/task_file.h"

namespace tilewright::cli {
namespace {

struct EvalCommandOptions {
  std::string model = "runs/teach", lang, chip = "h100", json;
  int samples = 8, workers = 0, max_new_tokens = 384;
  uint64_t seed = 0;
  int64_t max_elements = 65536;
  bool force = false;
  template <class Visit>
  void fields(Visit&& visit) {
    visit("model", model, "a run's folder, or a model's in Hugging Face's layout");
    visit("lang", lang,
          "what the model writes: triton or cuda; left out: what its run was taught, else triton");
    visit("samples", samples, "samples of one task");
    visit("json", json, "write one JSON object a task here (docs: evaluations.jsonl)");
    visit("force", force, kForceHelp);
    visit("seed", seed, "of sampling and of the judge's inputs");
    visit("chip", chip, "the chip whose time is estimated");
    visit("max-elements", max_elements, "task inputs are shrunk until each has at most this many elements");
    visit("max-new-tokens", max_new_tokens, "longest completion");
    visit("workers", workers, "judge processes; 0: one a core");
  }
};

struct Tasks {
  std::vector<teach::TaskRecord> records;
  std::vector<std::string> unreadable;  // rendered diagnostics
};

Result<Tasks> read_folder(const std::filesystem::path& folder, int64_t max_elements,
                          const teach::Language& language) {
  auto files = teach::task_files(folder);
  if (!files) return tl::unexpected(files.error());
  if (files->empty()) {
    return fail(DiagnosticKind::FileNotFound, fmt::format("no task files (*.py) in '{}'", folder.string()));
  }
  Tasks tasks;
  for (const auto& file : *files) {
    SourceManager sources;
    auto record = teach::record_task_file(sources, file, max_elements, language);
    if (record) {
      tasks.records.push_back(std::move(*record));
    } else {
      tasks.unreadable.push_back(render(record.error(), sources));
    }
  }
  return tasks;
}

void print_table(const std::vector<report::EvaluationRecord>& records) {
  std::vector<double> rates;
  int fewest = 0;
  for (const auto& record : records) {
    std::string statuses;
    for (const auto& [status, count] : record.statuses) statuses += fmt::format(" {} {}", status, count);
    fmt::print("{:<48} {:3}/{:<3}{}\n", record.task, record.correct, record.samples, statuses);
    if (record.samples == 0) continue;
    fewest = rates.empty() ? record.samples : std::min(fewest, record.samples);
    rates.push_back(static_cast<double>(record.correct) / record.samples);
  }
  report::Interval interval = report::bootstrap_mean(rates);
  fmt::print("{} tasks: pass@1 {:.1f} % [{:.1f}, {:.1f}]", rates.size(), 100 * interval.estimate,
             100 * interval.low, 100 * interval.high);
  if (fewest > 1) {
    std::vector<double> best;
    for (const auto& record : records) {
      if (record.samples > 0) best.push_back(report::pass_at_k(record.samples, record.correct, fewest));
    }
    report::Interval any = report::bootstrap_mean(best);
    fmt::print(", pass@{} {:.1f} % [{:.1f}, {:.1f}]", fewest, 100 * any.estimate, 100 * any.low,
               100 * any.high);
  }
  fmt::print("\n");
}

}  // namespace

int command_eval(const Arguments& arguments) {
  EvalCommandOptions options;
  ParsedCommand parsed = parse_command({.name = "eval",
                                        .help = "scores a taught model on a folder of task files",
                                        .positionals = {{"FOLDER", "task files in KernelBench's shape"}}},
                                       option_fields(options), arguments);
  if (parsed.exit_code) return *parsed.exit_code;
  if (auto mistake = check_ranges({{"samples", double(options.samples), 1},
                                  {"max-new-tokens", double(options.max_new_tokens), 1},
                                  {"max-elements", double(options.max_elements), 0},
                                  {"workers", double(options.workers), 0, kMostWorkers}}))
    return *mistake;
  if (auto mistake = check_output({"json", options.json, options.force})) return *mistake;
  if (auto chip = chips::load_chip(options.chip); !chip) return report_mistake(chip.error());
  auto language = teach::language_of_model(options.model, options.lang);
  if (!language) return report_mistake(language.error());
  auto tasks = read_folder(parsed.positionals[0], options.max_elements, **language);
  if (!tasks) return report_mistake(tasks.error());
  for (const std::string& text : tasks->unreadable) fmt::print(stderr, "{}", text);
  if (tasks->records.empty()) return kUserMistake;
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
  std::vector<const teach::TaskRecord*> pointers;
  for (const auto& record : tasks->records) pointers.push_back(&record);
  teach::Evaluation evaluation = teach::evaluate_model(checkpoint->model, checkpoint->tokenizer, pointers,
                                                       {.name = "eval",
                                                        .seed = options.seed,
                                                        .samples = options.samples,
                                                        .max_new_tokens = options.max_new_tokens,
                                                        .reward = {}},
                                                       grader, {});
  print_table(evaluation.records);
  if (options.json.empty()) return 0;
  std::string lines;
  for (const auto& record : evaluation.records) lines += report::to_json(record) + "\n";
  if (auto written = write_file_atomically(options.json, lines); !written)
    return report_mistake(written.error());
  return 0;
}

}  // namespace tilewright::cli
