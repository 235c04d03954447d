#include "teach/teach.h"

#include <fmt/format.h>

#include <filesystem>

#include "chips/chip.h"
#include "report/comparison.h"
#include "report/run_record.h"
#include "teach/environment.h"
#include "teach/run_folder.h"
#include "teach/stages.h"
#include "teach/task_file.h"

namespace tilewright::teach {
namespace {

struct Stage {
  const char* name;
  Result<StageEnd> (*run)(Teaching& teaching);
};

// The whole job, in order.
constexpr Stage kStages[] = {
    {"examples", make_examples},
    {"tokenizer", make_tokenizer},
    {"evaluate_nearest", evaluate_nearest},
    {"sft", fine_tune},
    {"evaluate_sft", evaluate_sft},
    {"rl", reinforce},
    {"evaluate_rl", evaluate_rl},
    {"sft_continued", continue_fine_tuning},
    {"evaluate_sft_continued", evaluate_continued},
    {"report", write_report},
};

// Runs what the folder does not yet hold; true: stopped on request.
Result<bool> run_stages(Teaching& teaching) {
  for (const Stage& stage : kStages) {
    if (teaching.folder.finished(stage.name)) continue;
    if (teaching.should_stop()) return true;
    if (auto begun = teaching.folder.begin_stage(stage.name); !begun) return tl::unexpected(begun.error());
    Result<StageEnd> end = stage.run(teaching);
    if (!end) return tl::unexpected(end.error());
    if (end->is_stopped) return true;
    if (auto finished = teaching.folder.finish_stage(end->facts); !finished)
      return tl::unexpected(finished.error());
  }
  return false;
}

// The scores, for the end of the run's output.
Result<std::string> summarise(const std::filesystem::path& folder) {
  auto record = report::read_run(folder);
  if (!record) return tl::unexpected(record.error());
  std::string text;
  for (const report::Score& score : report::scores(*record)) {
    text += fmt::format("{:<26} pass@1 {:5.1f} % [{:.1f}, {:.1f}]  unseen {:5.1f} %  mean reward {:.3f}\n",
                        score.label, 100 * score.pass_at_1.estimate, 100 * score.pass_at_1.low,
                        100 * score.pass_at_1.high, 100 * score.unseen.estimate, score.reward.estimate);
  }
  for (auto [left, right] : {std::pair("rl", "sft"), {"rl", "sft_continued"}}) {
    if (auto found = report::difference(*record, left, right)) {
      text += fmt::format("{} - {}: mean reward {:+.3f} [{:+.3f}, {:+.3f}], pass@1 {:+.1f} points\n",
                          found->left, found->right, found->reward.estimate, found->reward.low,
                          found->reward.high, 100 * found->pass_at_1.estimate);
    }
  }
  return text + fmt::format("report: {}\n", (folder / "report.html").string());
}

// Mistakes that would otherwise show only after the folder is made.
Result<void> check_surroundings(const TeachOptions& options) {
  if (auto checked = validate(options); !checked) return checked;
  if (!options.tasks.empty()) {
    auto files = task_files(options.tasks, "--tasks: ");
    if (!files) return tl::unexpected(files.error());
    if (files->empty()) {
      return fail(DiagnosticKind::FileNotFound,
                  fmt::format("--tasks: no task files (*.py) in '{}'", options.tasks));
    }
  }
  if (auto chip = chips::load_chip(options.chip); !chip) return tl::unexpected(chip.error());
  return {};
}

}  // namespace

Result<TeachOutcome> teach(const TeachOptions& options, const TeachEnvironment& environment) {
  if (auto checked = check_surroundings(options); !checked) return tl::unexpected(checked.error());
  TeachOptions copy = options;  // fields() takes them as variables
  auto folder =
      RunFolder::open(environment.folder, option_fields(copy), environment_facts(environment.version));
  if (!folder) return tl::unexpected(folder.error());
  Progress progress(environment.progress);
  if (folder->is_resumed()) progress.say(fmt::format("going on with {}", environment.folder.string()));
  Teaching teaching{options, environment, *folder, progress, Grader(environment.judge, options), {}, {}};
  auto stopped = run_stages(teaching);
  if (!stopped) return tl::unexpected(stopped.error());
  if (*stopped) return TeachOutcome{.is_stopped = true, .summary = {}};
  auto summary = summarise(environment.folder);
  if (!summary) return tl::unexpected(summary.error());
  return TeachOutcome{.is_stopped = false, .summary = *summary};
}

}  // namespace tilewright::teach
