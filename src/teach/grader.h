// Completions of tasks to verdicts, in order; equal completions of one task are judged once.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "judge/verdict.h"
#include "teach/dataset.h"
#include "teach/language.h"
#include "teach/options.h"

namespace tilewright::teach {

// A judge pool's judge(), or a stand-in in tests.
using JudgeFunction = std::function<std::vector<judge::Verdict>(
    const std::vector<judge::Request>& requests, const std::function<void(size_t done)>& progress)>;

struct Submission {
  const TaskRecord* task = nullptr;
  std::string text;  // the candidate file
};

class Grader {
 public:
  // Of candidates in the options' language, which is one (validate).
  Grader(JudgeFunction judge, const TeachOptions& options);

  // Verdicts in the order of the submissions; those of one task should be adjacent.
  std::vector<judge::Verdict> grade(const std::vector<Submission>& submissions,
                                    const std::function<void(size_t done, size_t total)>& progress = {});
  int64_t verdicts() const { return verdicts_; }  // judged so far, without repetitions
  double seconds() const { return seconds_; }     // spent judging

 private:
  JudgeFunction judge_;
  const Language& language_;
  judge::JudgeOptions options_;
  int64_t verdicts_ = 0;
  double seconds_ = 0;
};

}  // namespace tilewright::teach
