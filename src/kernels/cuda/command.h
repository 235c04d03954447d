// Running a short-lived helper program to its end.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace tilewright::kernels::cuda {

struct CommandResult {
  std::string ending;  // "exit code 0"
  std::string output, error;
  bool was_killed = false;  // it took too long
  bool is_good() const { return ending == "exit code 0"; }
};

// Kept output is capped at 4 MB each; `milliseconds` ends the program and what it started.
Result<CommandResult> run_command(const std::vector<std::string>& arguments, int milliseconds);
// The first of `names` that PATH has; empty: none.
std::string find_program(const std::vector<std::string>& names);

}  // namespace tilewright::kernels::cuda
