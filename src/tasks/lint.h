// Whether a task can tell a right kernel from a wrong one. Published task sets hold some that cannot:
// constant outputs, inputs without influence, outputs below any absolute tolerance.
#pragma once

#include <vector>

#include "tasks/task.h"

namespace tilewright::tasks {

struct LintFinding {
  enum class Kind : uint8_t {
    ConstantOutput,    // the same value in every element and for other inputs
    UnusedInput,       // an input that changes nothing
    NegligibleOutput,  // below 1e-4 everywhere: zeros pass KernelBench's tolerance
    NonFiniteOutput,   // infinities or NaN for the task's own inputs
  };
  Kind kind;
  std::string message;
};

// Runs the task a few times at these sizes. Empty: nothing found. An error: the task does not run.
Result<std::vector<LintFinding>> lint(SourceManager& sources, const TaskSource& task, const Sizes& sizes,
                                      const TaskOptions& options);

}  // namespace tilewright::tasks
