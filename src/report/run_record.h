// A run folder as a plain value: what report.html is made from.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "report/evaluation_record.h"

namespace tilewright::report {

inline constexpr int kStateSchema = 1;
inline constexpr int kMetricsSchema = 1;

// One line of metrics.jsonl.
struct MetricLine {
  std::string stage;
  int64_t step = 0;
  std::vector<std::pair<std::string, double>> values;
};
std::string to_json(const MetricLine& line);

// What a finished stage says of itself, in state.json.
struct StageRecord {
  std::string name;
  double seconds = 0;                                      // measured, over all starts of the run
  std::vector<std::pair<std::string, std::string>> facts;  // label and value
};

struct SampleRecord {
  std::string stage, task, status, summary, text;
  double reward = 0;
};

using Points = std::vector<std::pair<double, double>>;

struct RunRecord {
  std::string recipe;         // recipe.toml
  std::string configuration;  // its hash
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<StageRecord> stages;                               // finished ones, in order
  std::map<std::string, std::map<std::string, Points>> metrics;  // stage -> name -> (step, value)
  std::vector<EvaluationRecord> evaluations;
  std::vector<SampleRecord> samples;  // a few of each evaluation

  std::vector<const EvaluationRecord*> evaluation(std::string_view name) const;  // by task order
  std::string fact(std::string_view stage, std::string_view label) const;        // "": not there
};

Result<RunRecord> read_run(const std::filesystem::path& folder);

}  // namespace tilewright::report
