// The stages of teach.cc: each reads what earlier ones left in the run folder, does its work in steps that
// can be interrupted, and leaves files and facts. A stage that ends early (kill, Ctrl-C) goes on at its last
// save.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "teach/dataset.h"
#include "teach/grader.h"
#include "teach/progress.h"
#include "teach/run_folder.h"
#include "teach/teach.h"

namespace tilewright::teach {

struct Teaching {
  const TeachOptions& options;
  const TeachEnvironment& environment;
  RunFolder& folder;
  Progress& progress;
  Grader grader;
  std::vector<TaskRecord> tasks;  // loaded by load_data()
  std::vector<ExampleRecord> examples;

  bool should_stop() const { return environment.should_stop && environment.should_stop(); }
  std::vector<const TaskRecord*> held_out() const;
  std::vector<const TaskRecord*> training() const;  // of SFT
  // The prompts of reinforcement learning: tasks kept for it, or where there are none the training tasks.
  std::vector<const TaskRecord*> reinforcement() const;
};

struct StageEnd {
  bool is_stopped = false;
  std::string facts = "{}";  // a JSON object, when finished
};

// tasks.jsonl and examples.jsonl into memory, once.
Result<void> load_data(Teaching& teaching);

Result<StageEnd> make_examples(Teaching& teaching);
Result<StageEnd> make_tokenizer(Teaching& teaching);        // checkpoints/start: tokenizer and fresh weights
Result<StageEnd> fine_tune(Teaching& teaching);             // checkpoints/sft
Result<StageEnd> reinforce(Teaching& teaching);             // checkpoints/rl
Result<StageEnd> continue_fine_tuning(Teaching& teaching);  // checkpoints/sft_continued
Result<StageEnd> evaluate_nearest(Teaching& teaching);
Result<StageEnd> evaluate_sft(Teaching& teaching);
Result<StageEnd> evaluate_rl(Teaching& teaching);
Result<StageEnd> evaluate_continued(Teaching& teaching);
Result<StageEnd> write_report(Teaching& teaching);

}  // namespace tilewright::teach
