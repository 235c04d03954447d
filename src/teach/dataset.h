// The run's tasks and worked examples as they are kept in tasks.jsonl and examples.jsonl, and the split of
// compositions into those trained on and those held out.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tilewright::teach {

inline constexpr int kTasksSchema = 1;
inline constexpr int kExamplesSchema = 1;

struct TaskRecord {
  std::string name, family, source, composition, prompt;
  bool is_held_out = false;
  bool is_for_rl = false;  // prompts of reinforcement learning; SFT has no example of it
  bool is_unseen = false;  // constants and argument names that training never has
  // Estimated times of the worked examples, microseconds; 0: none.
  double median_example = 0, fastest_example = 0;
};

struct ExampleRecord {
  std::string task, prompt, completion, style;
  double microseconds = 0;  // estimated
};

std::string to_json(const TaskRecord& task);  // one line, without line end
std::string to_json(const ExampleRecord& example);
Result<TaskRecord> task_from_json(std::string_view line, std::string_view name);
Result<ExampleRecord> example_from_json(std::string_view line, std::string_view name);

// Assigns compositions as they turn up: in each family every fifth new one, from the second on, is held out.
// A composition keeps its side for good, whatever family shows it.
class CompositionSplit {
 public:
  bool is_held_out(const std::string& composition, const std::string& family);
  // Of a task with unseen constants: a composition that training has not met and will not meet.
  bool hold_out_if_new(const std::string& composition);
  // Of a task that must be trained on; false: its composition is held out already.
  bool train_on(const std::string& composition);

  std::string to_json() const;
  static Result<CompositionSplit> from_json(std::string_view text);

 private:
  std::map<std::string, bool> side_;
  std::map<std::string, int> met_;  // new compositions by family
};

struct SplitCounts {
  int training_compositions = 0, held_out_compositions = 0, shared = 0;
};
SplitCounts count_compositions(const std::vector<TaskRecord>& tasks);

}  // namespace tilewright::teach
