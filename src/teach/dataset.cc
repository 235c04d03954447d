#include "teach/dataset.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace tilewright::teach {

using Json = nlohmann::ordered_json;

namespace {

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

template <class Record, class Read>
Result<Record> parse(std::string_view line, std::string_view name, int schema, std::string_view what,
                     Read&& read) {
  try {
    Json json = Json::parse(line);
    if (json.at("schema").get<int>() != schema) {
      return fail(DiagnosticKind::BadFormat, fmt::format("{}: a schema of another version", name));
    }
    Record record;
    read(json, record);
    return record;
  } catch (const Json::exception& error) {
    return fail(DiagnosticKind::BadFormat,
                fmt::format("{}: no {}: {}", name, what, json_mistake(error.what())));
  }
}

}  // namespace

std::string to_json(const TaskRecord& task) {
  return dump(Json{{"schema", kTasksSchema},
                   {"name", task.name},
                   {"family", task.family},
                   {"split", task.is_held_out ? "held_out" : task.is_for_rl ? "rl" : "train"},
                   {"unseen", task.is_unseen},
                   {"composition", task.composition},
                   {"median_example_microseconds", task.median_example},
                   {"fastest_example_microseconds", task.fastest_example},
                   {"time_kind", "estimated"},
                   {"prompt", task.prompt},
                   {"source", task.source}});
}

std::string to_json(const ExampleRecord& example) {
  return dump(Json{{"schema", kExamplesSchema},
                   {"task", example.task},
                   {"style", example.style},
                   {"microseconds", example.microseconds},
                   {"time_kind", "estimated"},
                   {"prompt", example.prompt},
                   {"completion", example.completion}});
}

Result<TaskRecord> task_from_json(std::string_view line, std::string_view name) {
  return parse<TaskRecord>(line, name, kTasksSchema, "task record", [](const Json& json, TaskRecord& task) {
    json.at("name").get_to(task.name);
    json.at("family").get_to(task.family);
    json.at("composition").get_to(task.composition);
    json.at("prompt").get_to(task.prompt);
    json.at("source").get_to(task.source);
    json.at("unseen").get_to(task.is_unseen);
    json.at("median_example_microseconds").get_to(task.median_example);
    json.at("fastest_example_microseconds").get_to(task.fastest_example);
    task.is_held_out = json.at("split").get<std::string>() == "held_out";
    task.is_for_rl = json.at("split").get<std::string>() == "rl";
  });
}

Result<ExampleRecord> example_from_json(std::string_view line, std::string_view name) {
  return parse<ExampleRecord>(line, name, kExamplesSchema, "example record",
                              [](const Json& json, ExampleRecord& example) {
                                json.at("task").get_to(example.task);
                                json.at("style").get_to(example.style);
                                json.at("microseconds").get_to(example.microseconds);
                                json.at("prompt").get_to(example.prompt);
                                json.at("completion").get_to(example.completion);
                              });
}

bool CompositionSplit::is_held_out(const std::string& composition, const std::string& family) {
  auto [place, is_new] = side_.try_emplace(composition, false);
  if (is_new) place->second = met_[family]++ % 5 == 1;
  return place->second;
}

bool CompositionSplit::hold_out_if_new(const std::string& composition) {
  return side_.try_emplace(composition, true).first->second;
}

bool CompositionSplit::train_on(const std::string& composition) {
  return !side_.try_emplace(composition, false).first->second;
}

std::string CompositionSplit::to_json() const { return Json{{"side", side_}, {"met", met_}}.dump(); }

Result<CompositionSplit> CompositionSplit::from_json(std::string_view text) {
  try {
    Json json = Json::parse(text);
    CompositionSplit split;
    json.at("side").get_to(split.side_);
    json.at("met").get_to(split.met_);
    return split;
  } catch (const Json::exception& error) {
    return fail(DiagnosticKind::BadFormat,
                fmt::format("the split of compositions: {}", json_mistake(error.what())));
  }
}

SplitCounts count_compositions(const std::vector<TaskRecord>& tasks) {
  std::set<std::string> training, held_out;
  for (const TaskRecord& task : tasks) (task.is_held_out ? held_out : training).insert(task.composition);
  SplitCounts counts{static_cast<int>(training.size()), static_cast<int>(held_out.size()), 0};
  for (const std::string& composition : held_out) counts.shared += training.count(composition);
  return counts;
}

}  // namespace tilewright::teach
