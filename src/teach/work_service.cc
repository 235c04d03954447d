#include "teach/work_service.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace tilewright::teach {
namespace {

using Json = nlohmann::json;

constexpr const char* kService = "work";

std::string to_text(const TaskRecord& task, const WorkOptions& options) {
  return Json{{"name", task.name},
              {"family", task.family},
              {"source", task.source},
              {"is_unseen", task.is_unseen},
              {"max_elements", options.max_elements},
              {"seed", options.seed},
              {"styles", options.styles},
              {"pool", options.pool},
              {"lang", stack::info(options.target).name}}
      .dump();
}

// Answers hold one JSON value a line: {"chosen": N} or {"error": ...}, the task, its examples.
std::string to_text(const Result<WorkedTask>& worked) {
  if (!worked) {
    return Json{{"error", worked.error().message}, {"kind", static_cast<int>(worked.error().kind)}}.dump(
        -1, ' ', false, Json::error_handler_t::replace);
  }
  std::string text = Json{{"chosen", worked->chosen}}.dump() + "\n" + to_json(worked->record);
  for (const ExampleRecord& example : worked->examples) text += "\n" + to_json(example);
  return text;
}

std::string serve(const std::string& text) {
  try {
    Json json = Json::parse(text);
    TaskRecord task;
    json.at("name").get_to(task.name);
    json.at("family").get_to(task.family);
    json.at("source").get_to(task.source);
    json.at("is_unseen").get_to(task.is_unseen);
    WorkOptions options;
    json.at("max_elements").get_to(options.max_elements);
    json.at("seed").get_to(options.seed);
    json.at("styles").get_to(options.styles);
    json.at("pool").get_to(options.pool);
    Result<stack::Target> target = stack::target_named(json.at("lang").get<std::string>());
    if (!target) return to_text(tl::unexpected(target.error()));
    options.target = *target;
    return to_text(work_task(std::move(task), options));
  } catch (const std::exception& error) {  // of JSON, torch or the allocator
    return to_text(fail(DiagnosticKind::Unsupported, fmt::format("not worked: {}", error.what())));
  }
}

Result<WorkedTask> from_text(std::string_view text) {
  auto take_line = [&text] {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
  };
  try {
    Json head = Json::parse(take_line());
    if (head.contains("error")) {
      return fail(static_cast<DiagnosticKind>(head.at("kind").get<int>()),
                  head.at("error").get<std::string>());
    }
    WorkedTask worked;
    head.at("chosen").get_to(worked.chosen);
    auto record = task_from_json(take_line(), "a worker's answer");
    if (!record) return fail(record.error());
    worked.record = std::move(*record);
    while (!text.empty()) {
      auto example = example_from_json(take_line(), "a worker's answer");
      if (!example) return fail(example.error());
      worked.examples.push_back(std::move(*example));
    }
    return worked;
  } catch (const Json::exception& error) {
    return fail(DiagnosticKind::BadFormat, fmt::format("a worker's answer: {}", error.what()));
  }
}

}  // namespace

judge::WorkerService work_service() { return {kService, serve}; }

ServiceFunctions services_of(judge::JudgePool& pool) {
  return {[&pool](std::vector<judge::ServiceCall> calls) { pool.start(std::move(calls)); },
          [&pool] { return pool.finish(); }};
}

void Workshop::start(const std::vector<TaskRecord>& tasks, const WorkOptions& options) {
  std::vector<judge::ServiceCall> calls;
  for (const TaskRecord& task : tasks) calls.push_back({kService, to_text(task, options), task.name});
  services_.start(std::move(calls));
}

std::vector<Result<WorkedTask>> Workshop::finish() const {
  std::vector<Result<WorkedTask>> results;
  for (const Result<std::string>& answer : services_.finish()) {
    results.push_back(
        answer ? from_text(*answer)
               : Result<WorkedTask>(fail(answer.error().kind, "a worker ended: " + answer.error().message)));
  }
  return results;
}

}  // namespace tilewright::teach
