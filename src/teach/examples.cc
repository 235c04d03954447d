#include "teach/examples.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/file.h"
#include "tasks/generator.h"
#include "teach/one_line.h"
#include "teach/prompt.h"
#include "teach/task_file.h"

namespace tilewright::teach {
namespace {

constexpr uint64_t kChunk = 64;  // tasks between two visits to the judge

std::string line_of(const ExamplesOptions& options, const TaskRecord& task, const ExampleRecord& example) {
  nlohmann::ordered_json json{{"schema", kExampleFileSchema},
                              {"prompt_version", kPromptVersion},
                              {"language", options.lang},
                              {"task", task.name},
                              {"family", task.family},
                              {"style", example.style},
                              {"composition", task.composition},
                              {"prompt", example.prompt},
                              {"completion", example.completion},
                              {"estimated_us", example.microseconds},
                              {"chip", options.chip}};
  return json.dump() + "\n";
}

class ExampleWriter {
 public:
  ExampleWriter(const ExamplesOptions& options, const JudgeFunction& judge, const ServiceFunctions& services,
                std::filesystem::path out)
      : options_(options), judge_(judge), workshop_(services), out_(std::move(out)) {}

  Result<ExamplesSummary> run(const std::function<void(uint64_t, uint64_t)>& progress) {
    uint64_t total = options_.count;
    auto language = language_named(options_.lang);
    if (!language) return fail(language.error());
    language_ = *language;
    if (!options_.tasks.empty()) {
      auto paths = task_files(options_.tasks);
      if (!paths) return fail(paths.error());
      paths_ = std::move(*paths);
      total = paths_.size();
    }
    if (auto written = write_file_atomically(out_, ""); !written) return fail(written.error());
    // The next chunk is worked while this one is judged.
    std::vector<TaskRecord> records = start(0, total);
    for (uint64_t first = 0; first < total; first += kChunk) {
      std::vector<WorkedTask> worked = finish(records);
      uint64_t end = std::min(first + kChunk, total);
      records = start(end, total);
      if (auto judged = judge_tasks(worked); !judged) return fail(judged.error());
      if (progress) progress(end, total);
    }
    summary_.compositions = static_cast<int>(compositions_.size());
    return std::move(summary_);
  }

 private:
  std::vector<TaskRecord> start(uint64_t first, uint64_t total) {
    std::vector<TaskRecord> records;
    for (uint64_t i = first; i < std::min(first + kChunk, total); ++i) add_record(i, records);
    workshop_.start(records, {.max_elements = options_.max_elements,
                              .seed = options_.seed,
                              .styles = options_.styles,
                              .target = language_->target});
    return records;
  }

  void add_record(uint64_t index, std::vector<TaskRecord>& records) {
    TaskRecord record;
    if (paths_.empty()) {
      tasks::GeneratedTask generated =
          tasks::generate({.seed = options_.seed, .use_held_out_vocabulary = options_.held_out}, index);
      record.name = generated.name;
      record.family = generated.family;
      record.source = generated.source;
    } else {
      SourceManager sources;
      auto read = read_task_file(sources, paths_[index]);
      if (!read) return reject(paths_[index].stem().string(), "file", one_line(read.error(), sources));
      record = std::move(*read);
    }
    ++summary_.families[record.family].tasks;
    records.push_back(std::move(record));
  }

  std::vector<WorkedTask> finish(const std::vector<TaskRecord>& records) {
    std::vector<WorkedTask> worked;
    std::vector<Result<WorkedTask>> results = workshop_.finish();
    for (size_t i = 0; i < results.size(); ++i) {
      if (!results[i]) {
        reject(records[i].name, records[i].family, results[i].error().message);
        continue;
      }
      results[i]->examples.resize(std::min(results[i]->examples.size(), results[i]->chosen));
      worked.push_back(std::move(*results[i]));
    }
    return worked;
  }

  void reject(const std::string& name, const std::string& family, const std::string& reason) {
    ++summary_.rejections[reason];
    if (family == "file") summary_.unsupported[name] = reason;
  }

  Result<void> judge_tasks(std::vector<WorkedTask>& worked) {
    std::vector<judge::Request> requests;
    for (const WorkedTask& task : worked) {
      for (const ExampleRecord& example : task.examples) {
        judge::Request request =
            candidate_request(*language_, task.record.name, task.record.source, example.completion);
        request.options.chip = options_.chip;
        request.options.seed = options_.seed;
        request.options.max_elements = options_.max_elements;
        requests.push_back(std::move(request));
      }
    }
    std::vector<judge::Verdict> verdicts = judge_(requests, {});
    std::string lines;
    size_t next = 0;
    for (WorkedTask& task : worked) {
      int passed = 0;
      std::string reason;
      for (ExampleRecord& example : task.examples) {
        const judge::Verdict& verdict = verdicts[next++];
        if (verdict.status != judge::Status::Correct) {
          reason = fmt::format("the judge: {}", judge::spelling(verdict.status));
          ++summary_.rejections[reason];
          continue;
        }
        if (verdict.time) example.microseconds = verdict.time->microseconds;
        ++summary_.styles[example.style];
        auto& family = summary_.families[task.record.family];
        ++family.examples;
        family.lines +=
            static_cast<uint64_t>(std::count(example.completion.begin(), example.completion.end(), '\n'));
        ++passed;
        lines += line_of(options_, task.record, example);
      }
      if (passed > 0) {
        ++summary_.families[task.record.family].worked;
        compositions_.insert(task.record.composition);
      } else if (task.record.family == "file") {
        summary_.unsupported[task.record.name] = reason;
      }
    }
    return append_to_file(out_, lines);
  }

  const ExamplesOptions& options_;
  const JudgeFunction& judge_;
  const Language* language_ = nullptr;
  Workshop workshop_;
  std::filesystem::path out_;
  std::vector<std::filesystem::path> paths_;
  std::set<std::string> compositions_;
  ExamplesSummary summary_;
};

}  // namespace

Result<ExamplesSummary> write_examples(const ExamplesOptions& options, const JudgeFunction& judge,
                                       const ServiceFunctions& services, const std::filesystem::path& out,
                                       const std::function<void(uint64_t, uint64_t)>& progress) {
  return ExampleWriter(options, judge, services, out).run(progress);
}

std::string data_card(const ExamplesOptions& options, const ExamplesSummary& summary) {
  int tasks = 0, worked = 0, examples = 0;
  for (const auto& [name, family] : summary.families) {
    tasks += family.tasks, worked += family.worked, examples += family.examples;
  }
  auto target = stack::target_named(options.lang);
  std::string_view title = target ? stack::info(*target).title : options.lang;
  std::string card = fmt::format(
      "# Worked examples in {}\n\n"
      "{} examples of {} tasks ({} tried), {} compositions. Each completion was written by Tilewright's "
      "stack from\n"
      "the task's recorded graph and passed by its judge: right on every input tried, no memory fault, no "
      "race.\n"
      "Prompt version {}, file schema {}, seed {}, {}.\n"
      "Times are estimated for {}, not measured.\n\n"
      "| family | tasks | with an example | examples | mean lines |\n|---|---|---|---|---|\n",
      title, examples, worked, tasks, summary.compositions, kPromptVersion, kExampleFileSchema, options.seed,
      !options.tasks.empty() ? "task files"
      : options.held_out     ? "generated tasks with held-out constants and names"
                             : "generated tasks",
      options.chip);
  for (const auto& [name, family] : summary.families) {
    double lines = family.examples == 0 ? 0 : static_cast<double>(family.lines) / family.examples;
    card += fmt::format("| {} | {} | {} | {} | {:.1f} |\n", name, family.tasks, family.worked,
                        family.examples, lines);
  }
  card += "\n| style | examples |\n|---|---|\n";
  for (const auto& [style, count] : summary.styles) card += fmt::format("| {} | {} |\n", style, count);
  card += "\n## Rejected\n\n";
  if (summary.rejections.empty()) card += "Nothing.\n";
  for (const auto& [reason, count] : summary.rejections) card += fmt::format("- {} x {}\n", count, reason);
  if (!summary.unsupported.empty()) {
    card += "\n## Without an example\n\n";
    for (const auto& [name, reason] : summary.unsupported) card += fmt::format("- {}: {}\n", name, reason);
  }
  return card;
}

}  // namespace tilewright::teach
