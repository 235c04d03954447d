#include "report/evaluation_record.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace tilewright::report {

using Json = nlohmann::ordered_json;

double EvaluationRecord::mean_reward() const {
  if (rewards.empty()) return 0;
  double sum = 0;
  for (double reward : rewards) sum += reward;
  return sum / static_cast<double>(rewards.size());
}

std::string to_json(const EvaluationRecord& record) {
  Json json{{"schema", kEvaluationSchema},
            {"evaluation", record.evaluation},
            {"task", record.task},
            {"family", record.family},
            {"composition", record.composition},
            {"unseen", record.is_unseen},
            {"samples", record.samples},
            {"correct", record.correct},
            {"rewards", record.rewards},
            {"statuses", record.statuses},
            {"median_example_microseconds", record.median_example},
            {"fastest_example_microseconds", record.fastest_example},
            {"correct_microseconds", record.correct_times},
            {"time_kind", "estimated"},
            {"fastest_text", record.fastest_text}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<EvaluationRecord> evaluation_from_json(std::string_view line, std::string_view name) {
  try {
    Json json = Json::parse(line);
    if (int schema = json.at("schema").get<int>(); schema != kEvaluationSchema) {
      return fail(DiagnosticKind::BadFormat,
                  fmt::format("{}: evaluations of schema {} are not read by this version", name, schema));
    }
    EvaluationRecord record;
    record.evaluation = json.at("evaluation").get<std::string>();
    record.task = json.at("task").get<std::string>();
    record.family = json.at("family").get<std::string>();
    record.composition = json.at("composition").get<std::string>();
    record.is_unseen = json.at("unseen").get<bool>();
    record.samples = json.at("samples").get<int>();
    record.correct = json.at("correct").get<int>();
    record.rewards = json.at("rewards").get<std::vector<double>>();
    record.statuses = json.at("statuses").get<std::map<std::string, int>>();
    record.median_example = json.at("median_example_microseconds").get<double>();
    record.fastest_example = json.at("fastest_example_microseconds").get<double>();
    record.correct_times = json.at("correct_microseconds").get<std::vector<double>>();
    record.fastest_text = json.at("fastest_text").get<std::string>();
    if (record.correct < 0 || record.correct > record.samples) {
      return fail(DiagnosticKind::BadFormat,
                  fmt::format("{}: {} of {} samples correct", name, record.correct, record.samples));
    }
    return record;
  } catch (const Json::exception& error) {
    return fail(DiagnosticKind::BadFormat,
                fmt::format("{}: no evaluation record: {}", name, json_mistake(error.what())));
  }
}

}  // namespace tilewright::report
