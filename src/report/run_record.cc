#include "report/run_record.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"

namespace tilewright::report {
namespace {

using Json = nlohmann::ordered_json;

// A whole number with thousands separated, another with four significant digits.
std::string number_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_number_float()) return fmt::format("{:.4g}", value.get<double>());
  if (!value.is_number()) return value.dump();
  std::string digits = std::to_string(value.get<int64_t>());
  for (int at = static_cast<int>(digits.size()) - 3; at > (digits[0] == '-' ? 1 : 0); at -= 3)
    digits.insert(at, ",");
  return digits;
}

std::string label_text(std::string key) {
  for (char& c : key) {
    if (c == '_') c = ' ';
  }
  return key;
}

std::vector<std::pair<std::string, std::string>> facts_of(const Json& object) {
  std::vector<std::pair<std::string, std::string>> facts;
  for (const auto& [key, value] : object.items()) {
    if (value.is_object()) {
      for (const auto& [inner, number] : value.items()) {
        facts.emplace_back(label_text(key) + ": " + label_text(inner), number_text(number));
      }
    } else {
      facts.emplace_back(label_text(key), number_text(value));
    }
  }
  return facts;
}

// Calls visit(line, number) for every complete line of a file that may be missing.
template <class Visit>
Result<void> each_line(const std::filesystem::path& path, Visit&& visit) {
  if (!std::filesystem::exists(path)) return {};
  auto text = read_file(path);
  if (!text) return tl::unexpected(text.error());
  size_t begin = 0, number = 1;
  while (true) {
    size_t end = text->find('\n', begin);
    if (end == std::string::npos) return {};  // the rest is a line that was cut short
    std::string_view line = std::string_view(*text).substr(begin, end - begin);
    if (Result<void> visited = visit(line, fmt::format("{}:{}", path.string(), number)); !visited)
      return visited;
    begin = end + 1;
    ++number;
  }
}

Result<void> read_state(const std::filesystem::path& folder, RunRecord& record) {
  std::filesystem::path path = folder / "state.json";
  auto text = read_file(path);
  if (!text) return tl::unexpected(text.error());
  try {
    Json json = Json::parse(*text);
    if (int schema = json.at("schema").get<int>(); schema != kStateSchema) {
      return fail(DiagnosticKind::BadFormat,
                  fmt::format("{}: schema {} is not read by this version", path.string(), schema));
    }
    record.configuration = json.at("configuration").get<std::string>();
    record.environment = facts_of(json.at("environment"));
    for (const Json& stage : json.at("stages")) {
      record.stages.push_back({stage.at("name").get<std::string>(), stage.at("seconds").get<double>(),
                               facts_of(stage.at("facts"))});
    }
  } catch (const Json::exception& error) {
    return fail(DiagnosticKind::BadFormat, fmt::format("{}: {}", path.string(), json_mistake(error.what())));
  }
  return {};
}

Result<void> read_metrics(const std::filesystem::path& folder, RunRecord& record) {
  return each_line(
      folder / "metrics.jsonl", [&](std::string_view line, const std::string& place) -> Result<void> {
        try {
          Json json = Json::parse(line);
          if (int schema = json.at("schema").get<int>(); schema != kMetricsSchema) {
            return fail(DiagnosticKind::BadFormat,
                        fmt::format("{}: schema {} is not read by this version", place, schema));
          }
          auto& stage = record.metrics[json.at("stage").get<std::string>()];
          double step = json.at("step").get<double>();
          for (const auto& [key, value] : json.items()) {
            if (key == "schema" || key == "stage" || key == "step" || !value.is_number()) continue;
            stage[key].emplace_back(step, value.get<double>());
          }
        } catch (const Json::exception& error) {
          return fail(DiagnosticKind::BadFormat, fmt::format("{}: {}", place, json_mistake(error.what())));
        }
        return {};
      });
}

// Samples of evaluations only; of each (evaluation, status) the first few, so that every kind of outcome
// shows.
constexpr int kSamplesShown = 3;

Result<void> read_samples(const std::filesystem::path& folder, RunRecord& record) {
  std::map<std::pair<std::string, std::string>, int> seen;
  return each_line(
      folder / "samples.jsonl", [&](std::string_view line, const std::string& place) -> Result<void> {
        if (line.find("\"stage\":\"evaluate") == std::string_view::npos) return {};
        try {
          Json json = Json::parse(line);
          SampleRecord sample{json.at("stage").get<std::string>(),
                              json.at("task").get<std::string>(),
                              json.at("status").get<std::string>(),
                              json.at("summary").get<std::string>(),
                              json.at("text").get<std::string>(),
                              json.at("reward").is_null() ? 0 : json["reward"].get<double>()};
          if (seen[{sample.stage, sample.status}]++ < kSamplesShown)
            record.samples.push_back(std::move(sample));
        } catch (const Json::exception& error) {
          return fail(DiagnosticKind::BadFormat, fmt::format("{}: {}", place, json_mistake(error.what())));
        }
        return {};
      });
}

}  // namespace

std::string to_json(const MetricLine& line) {
  Json json{{"schema", kMetricsSchema}, {"stage", line.stage}, {"step", line.step}};
  for (const auto& [name, value] : line.values)
    json[name] = std::isfinite(value) ? Json(value) : Json(nullptr);
  return json.dump();
}

std::vector<const EvaluationRecord*> RunRecord::evaluation(std::string_view name) const {
  std::vector<const EvaluationRecord*> result;
  for (const EvaluationRecord& record : evaluations) {
    if (record.evaluation == name) result.push_back(&record);
  }
  return result;
}

std::string RunRecord::fact(std::string_view stage, std::string_view label) const {
  for (const StageRecord& record : stages) {
    if (record.name != stage) continue;
    for (const auto& [key, value] : record.facts) {
      if (key == label) return value;
    }
  }
  return "";
}

Result<RunRecord> read_run(const std::filesystem::path& folder) {
  RunRecord record;
  auto recipe = read_file(folder / "recipe.toml");
  if (!recipe) return tl::unexpected(recipe.error());
  record.recipe = *recipe;
  for (auto reader : {read_state, read_metrics, read_samples}) {
    if (Result<void> done = reader(folder, record); !done) return tl::unexpected(done.error());
  }
  auto evaluations = each_line(folder / "evaluations.jsonl",
                               [&](std::string_view line, const std::string& place) -> Result<void> {
                                 auto evaluation = evaluation_from_json(line, place);
                                 if (!evaluation) return tl::unexpected(evaluation.error());
                                 record.evaluations.push_back(std::move(*evaluation));
                                 return {};
                               });
  if (!evaluations) return tl::unexpected(evaluations.error());
  return record;
}

}  // namespace tilewright::report
