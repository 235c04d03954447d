// What an evaluation found for one held-out task; one JSON object a line in evaluations.jsonl.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tilewright::report {

inline constexpr int kEvaluationSchema = 1;

struct EvaluationRecord {
  std::string evaluation;  // "sft", "rl", "sft_continued", "nearest"
  std::string task, family, composition;
  bool is_unseen = false;        // constants and argument names that training never had
  int samples = 0, correct = 0;  // samples that our own tools could not judge are left out
  std::vector<double> rewards;   // of each judged sample
  std::map<std::string, int> statuses;
  // Estimated times on the run's chip, microseconds; 0: unknown.
  double median_example = 0, fastest_example = 0;  // of the task's worked examples
  std::vector<double> correct_times;               // of the correct samples
  std::string fastest_text;                        // the fastest correct sample

  double mean_reward() const;
};

std::string to_json(const EvaluationRecord& record);  // one line, without line end
Result<EvaluationRecord> evaluation_from_json(std::string_view line, std::string_view name);

}  // namespace tilewright::report
