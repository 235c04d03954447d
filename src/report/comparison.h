// What a run's evaluations say when set beside each other: scores with intervals, paired differences, and
// where the taught model's kernels beat the compiler's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/run_record.h"
#include "report/statistics.h"

namespace tilewright::report {

struct EvaluationLabel {
  std::string id, label;
};
// The evaluations a run can hold, in the order in which they are shown.
const std::vector<EvaluationLabel>& evaluation_labels();

struct Score {
  std::string id, label;
  int tasks = 0, samples = 0;  // samples: the fewest that a task was given
  Interval pass_at_1, reward;
  Interval seen, unseen;                                    // pass@1 of both halves
  std::vector<std::pair<int, Interval>> pass_at;            // k > 1
  std::vector<std::pair<std::string, Interval>> by_family;  // pass@1
};
std::vector<Score> scores(const RunRecord& record);
std::optional<Score> score(const RunRecord& record, const std::string& id);

// left - right over the tasks both were given.
struct Difference {
  std::string left, right;  // labels
  Interval reward, pass_at_1;
  double speed_ratio = 0;  // geometric mean over tasks both solve of (right's mean time / left's); 0: none
  int speed_tasks = 0;
};
std::optional<Difference> difference(const RunRecord& record, const std::string& left,
                                     const std::string& right);

// A held-out task on which a sample is faster than every worked example that the compiler has for it.
struct Win {
  std::string task, family, text;
  double best = 0, fastest_example = 0;  // microseconds, estimated
};
std::vector<Win> wins(const RunRecord& record, const std::string& id);  // largest gain first

}  // namespace tilewright::report
