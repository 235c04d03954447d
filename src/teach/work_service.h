// Making worked tasks (task_file.h) in the judge's worker processes: requests and answers as text, so that
// they cross process boundaries and a task that takes its process down costs only itself.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "judge/judge.h"
#include "teach/task_file.h"

namespace tilewright::teach {

// What a worker process must be given (judge::run_worker).
judge::WorkerService work_service();

// judge::JudgePool's start() and finish(), or a stand-in in tests.
struct ServiceFunctions {
  std::function<void(std::vector<judge::ServiceCall>)> start;
  std::function<std::vector<Result<std::string>>()> finish;
};
ServiceFunctions services_of(judge::JudgePool& pool);

// Tasks to be worked, in order: started now, fetched later.
class Workshop {
 public:
  explicit Workshop(ServiceFunctions services) : services_(std::move(services)) {}

  void start(const std::vector<TaskRecord>& tasks, const WorkOptions& options);
  std::vector<Result<WorkedTask>> finish() const;

 private:
  ServiceFunctions services_;
};

}  // namespace tilewright::teach
