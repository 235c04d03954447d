// The main job: tasks -> worked examples -> tokenizer -> SFT -> evaluation -> RL (and SFT continued, for
// comparison) -> evaluation -> report and checkpoints. teach.cc holds the list of stages.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "base/result.h"
#include "teach/grader.h"
#include "teach/options.h"
#include "teach/progress.h"
#include "teach/work_service.h"

namespace tilewright::teach {

// What a run is given beside its options; none of it changes the result.
struct TeachEnvironment {
  std::filesystem::path folder;
  JudgeFunction judge;
  ServiceFunctions services;  // of the same processes
  ProgressOptions progress;
  std::function<bool()> should_stop;  // asked between steps; true ends the run at the next one
  std::string version;                // of the program, for the report
};

struct TeachOutcome {
  bool is_stopped = false;  // ended by should_stop; the same command goes on
  std::string summary;      // lines for people
};

Result<TeachOutcome> teach(const TeachOptions& options, const TeachEnvironment& environment);

}  // namespace tilewright::teach
