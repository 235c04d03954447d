// Evaluations on the held-out tasks, and the report.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "model/checkpoint.h"
#include "report/page.h"
#include "report/run_record.h"
#include "teach/evaluation.h"
#include "teach/nearest.h"
#include "teach/stages.h"

namespace tilewright::teach {
namespace {

using Json = nlohmann::ordered_json;

EvaluationOptions evaluation_options(const Teaching& teaching, const std::string& name) {
  return {.name = name,
          .seed = teaching.options.seed,
          .samples = teaching.options.evaluation_samples,
          .max_new_tokens = teaching.options.max_new_tokens,
          .reward = {teaching.options.speed_weight, teaching.options.speed_range}};
}

// Sampling and judging are shown one after the other.
EvaluationProgress progress_of(Teaching& teaching, const std::string& stage) {
  return [&teaching, stage, shown = std::string()](std::string_view part, size_t done, size_t total) mutable {
    if (shown != part)
      teaching.progress.begin(stage, fmt::format("completions {}", part), static_cast<int64_t>(total));
    shown = part;
    teaching.progress.update(static_cast<int64_t>(done));
    return !teaching.should_stop();
  };
}

Result<StageEnd> record(Teaching& teaching, const Evaluation& evaluation, int64_t verdicts, double seconds) {
  if (evaluation.is_stopped) return StageEnd{.is_stopped = true};
  std::string records, samples;
  int correct = 0, judged = 0;
  for (const report::EvaluationRecord& each : evaluation.records) {
    records += report::to_json(each) + "\n";
    correct += each.correct;
    judged += each.samples;
  }
  for (const tune::RlSample& sample : evaluation.samples) samples += tune::to_json(sample) + "\n";
  if (auto appended = teaching.folder.append("evaluations.jsonl", records); !appended)
    return tl::unexpected(appended.error());
  if (auto appended = teaching.folder.append("samples.jsonl", samples); !appended)
    return tl::unexpected(appended.error());
  Json facts{
      {"tasks", evaluation.records.size()}, {"samples", evaluation.samples.size()}, {"correct", correct}};
  facts["unsupported"] = static_cast<int64_t>(evaluation.samples.size()) - judged;
  if (seconds > 0) facts["verdicts_per_second"] = static_cast<double>(verdicts) / seconds;
  double share = judged == 0 ? 0 : 100.0 * correct / judged;
  teaching.progress.finish(fmt::format("pass@1 {:.1f} %", share));
  return StageEnd{.facts = facts.dump()};
}

Result<StageEnd> evaluate_checkpoint(Teaching& teaching, const std::string& name) {
  std::filesystem::path path = teaching.folder.path() / "checkpoints" / name;
  if (!std::filesystem::exists(path)) return StageEnd{.facts = R"({"skipped": true})"};
  if (auto loaded = load_data(teaching); !loaded) return tl::unexpected(loaded.error());
  auto checkpoint = model::load_checkpoint(path);
  if (!checkpoint) return tl::unexpected(checkpoint.error());
  std::vector<const TaskRecord*> tasks = teaching.held_out();
  EvaluationOptions options = evaluation_options(teaching, name);
  int64_t verdicts = teaching.grader.verdicts();
  double seconds = teaching.grader.seconds();
  Evaluation evaluation = evaluate_model(checkpoint->model, checkpoint->tokenizer, tasks, options,
                                         teaching.grader, progress_of(teaching, "evaluate_" + options.name));
  return record(teaching, evaluation, teaching.grader.verdicts() - verdicts,
                teaching.grader.seconds() - seconds);
}

}  // namespace

Result<StageEnd> evaluate_sft(Teaching& teaching) { return evaluate_checkpoint(teaching, "sft"); }
Result<StageEnd> evaluate_rl(Teaching& teaching) { return evaluate_checkpoint(teaching, "rl"); }
Result<StageEnd> evaluate_continued(Teaching& teaching) {
  return evaluate_checkpoint(teaching, "sft_continued");
}

Result<StageEnd> evaluate_nearest(Teaching& teaching) {
  if (auto loaded = load_data(teaching); !loaded) return tl::unexpected(loaded.error());
  std::vector<std::string> prompts;
  for (const ExampleRecord& example : teaching.examples) prompts.push_back(example.prompt);
  NearestPrompt nearest(prompts);
  std::vector<const TaskRecord*> tasks = teaching.held_out();
  EvaluationOptions options = evaluation_options(teaching, "nearest");
  std::vector<std::vector<std::string>> texts;
  for (const TaskRecord* task : tasks)
    texts.push_back({teaching.examples[nearest.find(task->prompt).index].completion});
  int64_t verdicts = teaching.grader.verdicts();
  double seconds = teaching.grader.seconds();
  Evaluation evaluation = evaluate_texts(texts, tasks, options, teaching.grader,
                                         progress_of(teaching, "evaluate_" + options.name));
  return record(teaching, evaluation, teaching.grader.verdicts() - verdicts,
                teaching.grader.seconds() - seconds);
}

Result<StageEnd> write_report(Teaching& teaching) {
  auto run = report::read_run(teaching.folder.path());
  if (!run) return tl::unexpected(run.error());
  std::string page = report::render_page(*run);
  if (auto written = write_file_atomically(teaching.folder.path() / "report.html", page); !written) {
    return tl::unexpected(written.error());
  }
  return StageEnd{.facts = Json{{"bytes", page.size()}}.dump()};
}

}  // namespace tilewright::teach
