// One task run at one size after the other. All sizes share an interpreter, since making one costs more than a
// small task's run: each run is a module of its own there, and its random numbers follow seeds. Candidates
// never come near it.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "tasks/task.h"

namespace tilewright::tasks {

class TaskRuns {
 public:
  // Both outlive this.
  TaskRuns(SourceManager& sources, const TaskSource& task, const BudgetLimits& limits);

  const TaskSource& task() const { return task_; }

  struct Extent {
    int64_t elements = 0;  // of the largest input or parameter
    int rank = 0;          // the most dimensions of any
    uint64_t shapes = 0;   // equal where all of these have equal shapes
  };
  // At these sizes, without values and without forward; answers are kept.
  const Result<Extent>& extent(const Sizes& sizes);

  struct RunOptions {
    bool shapes_only = false;
    uint64_t seed = 1;  // of the model
  };
  // Calls `body` with the task loaded at these sizes. What fails after other sizes ran is tried
  // again in a new interpreter, so an error is the task's own.
  Result<void> at(const Sizes& sizes, const RunOptions& options,
                  const std::function<Result<void>(LoadedTask&)>& body);

 private:
  Result<void> run(const Sizes& sizes, const RunOptions& options,
                   const std::function<Result<void>(LoadedTask&)>& body);

  SourceManager& sources_;
  const TaskSource& task_;
  TaskOptions options_;
  std::optional<LoadedTask> loaded_;
  int runs_ = 0;  // of loaded_
  std::map<Sizes, Result<Extent>> extents_;
};

// The functions of task.h on runs that several of them share.
Result<Sizes> shrink(TaskRuns& runs, const TaskOptions& options);
Result<Sizes> vary(TaskRuns& runs, const Sizes& sizes, const TaskOptions& options, uint64_t seed);
Result<graph::Graph> capture(TaskRuns& runs, const Sizes& sizes, const TaskOptions& options);

// Parts of load(): an interpreter with the library, nothing run yet, and the file run in it as a module of
// this name, which no earlier run in the interpreter had.
LoadedTask open_task(SourceManager& sources, const TaskOptions& options);
Result<void> run_task(LoadedTask& loaded, SourceManager& sources, const TaskSource& task, const Sizes& sizes,
                      std::string module_name, uint64_t seed);

}  // namespace tilewright::tasks
