// From a task's source to what teaching needs of it: the prompt, the composition, and worked examples in
// several styles that the judge has yet to pass.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/source.h"
#include "teach/dataset.h"

namespace tilewright::teach {

// Reads a task file: name, source and prompt are filled in; its family is "file". Errors carry places.
Result<TaskRecord> read_task_file(SourceManager& sources, const std::filesystem::path& path);

struct WorkOptions {
  int64_t max_elements = 65536;
  uint64_t seed = 0;
  int styles = 3;  // examples of a training task
};

struct WorkedTask {
  TaskRecord record;  // with prompt and composition
  std::vector<ExampleRecord>
      examples;       // distinct completions of every style, in an order drawn by seed and name
  size_t chosen = 0;  // the first so many are for training
};

// Captures and compiles a task (name, family and source given). The error's message says why not, without
// names or numbers of the task, so that equal reasons can be counted.
Result<WorkedTask> work_task(TaskRecord record, const WorkOptions& options);

}  // namespace tilewright::teach
