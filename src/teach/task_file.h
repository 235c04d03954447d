// From a task's source to what teaching needs of it: the prompt, the composition, and worked examples in
// several styles that the judge has yet to pass.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "teach/dataset.h"
#include "teach/language.h"

namespace tilewright::teach {

// The task files (*.py) of a folder, sorted. Error, after `prefix`: the folder cannot be read.
Result<std::vector<std::filesystem::path>> task_files(const std::filesystem::path& folder,
                                                      std::string_view prefix = {});
// Reads a task file: name and source are filled in; its family is "file". Errors carry places.
Result<TaskRecord> read_task_file(SourceManager& sources, const std::filesystem::path& path);
// The same with prompt and composition, which need the task's forward to be recorded (inputs shrunk to
// max_elements each).
Result<TaskRecord> record_task_file(SourceManager& sources, const std::filesystem::path& path,
                                    int64_t max_elements, const Language& language);

struct WorkOptions {
  int64_t max_elements = 65536;
  uint64_t seed = 0;
  int styles = 3;  // examples of a training task
  int pool = 3;    // they are drawn from the first so many of the stack's styles
  stack::Target target = stack::Target::Triton;
};

struct WorkedTask {
  TaskRecord record;                    // with prompt and composition
  std::vector<ExampleRecord> examples;  // distinct completions of every style, those of the pool first, in an
                                        // order drawn by seed and name
  size_t chosen = 0;                    // the first so many are for training
};

// Captures and compiles a task (name, family and source given). The error's message says why not, without
// names or numbers of the task, so that equal reasons can be counted.
Result<WorkedTask> work_task(TaskRecord record, const WorkOptions& options);

}  // namespace tilewright::teach
