// Evaluations on the held-out tasks, and the report.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/json_reader.h"
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

// Tasks sampled and judged together. What they gave is kept before the next ones begin; every run has the
// same parts, so that an interrupted one batches its samples as an unbroken one does.
constexpr size_t kTasksInPart = 48;

using EvaluatePart = std::function<Evaluation(const std::vector<const TaskRecord*>& tasks,
                                              const EvaluationProgress& progress)>;

// What the parts so far came to; between them it is the stage's snapshot.
struct Tally {
  size_t tasks = 0;
  int64_t samples = 0, judged = 0, correct = 0;
};

Result<Tally> read_tally(const std::string& snapshot, const std::string& stage) {
  Tally tally;
  if (snapshot.empty()) return tally;
  auto json = parse_json(snapshot, stage);
  if (!json) return tl::unexpected(json.error());
  JsonReader reader(*json, stage);
  reader.read("tasks", tally.tasks, true);
  reader.read("samples", tally.samples, true);
  reader.read("judged", tally.judged, true);
  reader.read("correct", tally.correct, true);
  if (auto read = reader.result(); !read) return tl::unexpected(read.error());
  return tally;
}

// The part's lines and the tally that includes it.
Result<void> keep(Teaching& teaching, Evaluation& evaluation, Tally& tally) {
  std::string records, samples;
  for (const report::EvaluationRecord& each : evaluation.records) {
    records += report::to_json(each) + "\n";
    tally.correct += each.correct;
    tally.judged += each.samples;
  }
  for (tune::RlSample& sample : evaluation.samples) {
    sample.group += static_cast<int64_t>(tally.tasks);
    samples += tune::to_json(sample) + "\n";
  }
  tally.tasks += evaluation.records.size();
  tally.samples += std::ssize(evaluation.samples);
  if (auto appended = teaching.folder.append("evaluations.jsonl", records); !appended) return appended;
  if (auto appended = teaching.folder.append("samples.jsonl", samples); !appended) return appended;
  Json snapshot{{"tasks", tally.tasks},
                {"samples", tally.samples},
                {"judged", tally.judged},
                {"correct", tally.correct}};
  return teaching.folder.save(snapshot.dump());
}

Result<StageEnd> evaluate_parts(Teaching& teaching, const std::string& stage, const EvaluatePart& evaluate) {
  std::vector<const TaskRecord*> tasks = teaching.held_out();
  auto tally = read_tally(teaching.folder.snapshot(), stage);
  if (!tally) return tl::unexpected(tally.error());
  teaching.progress.begin(stage, "tasks", std::ssize(tasks), static_cast<int64_t>(tally->tasks));
  int64_t verdicts_before = teaching.grader.verdicts();
  double seconds_before = teaching.grader.seconds();
  while (tally->tasks < tasks.size()) {
    auto begin = tasks.begin() + static_cast<ptrdiff_t>(tally->tasks);
    auto end = begin + std::min<ptrdiff_t>(kTasksInPart, tasks.end() - begin);
    Evaluation evaluation = evaluate({begin, end}, [&](std::string_view part, size_t done, size_t total) {
      teaching.progress.update(static_cast<int64_t>(tally->tasks),
                               fmt::format("of the next {}, {} {} of {}", end - begin, part, done, total));
      return !teaching.should_stop();
    });
    if (evaluation.is_stopped) return StageEnd{.is_stopped = true};
    if (auto kept = keep(teaching, evaluation, *tally); !kept) return tl::unexpected(kept.error());
    teaching.progress.update(static_cast<int64_t>(tally->tasks));
  }
  Json facts{{"tasks", tally->tasks}, {"samples", tally->samples}, {"correct", tally->correct}};
  facts["unsupported"] = tally->samples - tally->judged;
  double seconds = teaching.grader.seconds() - seconds_before;
  int64_t verdicts = teaching.grader.verdicts() - verdicts_before;
  if (seconds > 0) facts["verdicts_per_second"] = static_cast<double>(verdicts) / seconds;
  double share = tally->judged == 0
                     ? 0
                     : 100.0 * static_cast<double>(tally->correct) / static_cast<double>(tally->judged);
  teaching.progress.finish(fmt::format("pass@1 {:.1f} %", share));
  return StageEnd{.facts = facts.dump()};
}

Result<StageEnd> evaluate_checkpoint(Teaching& teaching, const std::string& name) {
  std::filesystem::path path = teaching.folder.path() / "checkpoints" / name;
  if (!std::filesystem::exists(path)) return StageEnd{.facts = R"({"skipped": true})"};
  if (auto loaded = load_data(teaching); !loaded) return tl::unexpected(loaded.error());
  auto checkpoint = model::load_checkpoint(path);
  if (!checkpoint) return tl::unexpected(checkpoint.error());
  EvaluationOptions options = evaluation_options(teaching, name);
  return evaluate_parts(teaching, "evaluate_" + name, [&](const auto& tasks, const auto& progress) {
    return evaluate_model(checkpoint->model, checkpoint->tokenizer, tasks, options, teaching.grader,
                          progress);
  });
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
  EvaluationOptions options = evaluation_options(teaching, "nearest");
  return evaluate_parts(teaching, "evaluate_nearest", [&](const auto& tasks, const auto& progress) {
    std::vector<std::vector<std::string>> texts;
    for (const TaskRecord* task : tasks)
      texts.push_back({teaching.examples[nearest.find(task->prompt).index].completion});
    return evaluate_texts(texts, tasks, options, teaching.grader, progress);
  });
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
