// The judge: request -> verdict, a function from value to value, and a pool of worker processes
// that runs it so that a crash (ours or the candidate's) is a verdict and not the end of the run.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "judge/verdict.h"
#include "kernels/cuda/room.h"

namespace tilewright::judge {

// Judges in this process (workers, tests). Keeps the last few tasks' oracles between calls.
class Judge {
 public:
  // `cuda`: for CUDA candidates; null: started when the first arrives.
  explicit Judge(std::unique_ptr<kernels::cuda::Room> cuda = nullptr);
  ~Judge();
  Verdict judge(const Request& request);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

struct PoolOptions {
  int workers = 2;                // 0: one a core
  std::string executable;         // started as `<executable> judge-worker`; empty: this program
  double wall_clock_limit = 120;  // seconds a request; last resort far above fuel
  // A worker that holds more resident memory than this after an answer is replaced: reference cycles that a
  // candidate's script dropped stay with the worker, and could add up to all of the machine's memory.
  uint64_t most_worker_bytes = uint64_t{3} << 29;
};

// Work beside judging that a worker does for another room: text in, text out, whatever they mean. Both sides
// know it by its name.
struct WorkerService {
  std::string name;
  std::function<std::string(const std::string& text)> serve;
};
struct ServiceCall {
  std::string service;
  std::string text;
  std::string label;  // names the work in messages
};

// Results come back in submission order whatever the number of workers. Requests of one task should be
// adjacent: each worker caches the task's oracle.
class JudgePool {
 public:
  explicit JudgePool(PoolOptions options);
  ~JudgePool();
  std::vector<Verdict> judge(const std::vector<Request>& requests,
                             const std::function<void(size_t done)>& progress = {});
  // Hands calls to the workers, which turn to them whenever no request waits, also during judge(). At once.
  void start(std::vector<ServiceCall> calls);
  // Waits for all calls started since the last finish(): their answers in order, or WorkerCrash.
  std::vector<Result<std::string>> finish();

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

// The worker's loop: length-prefixed request JSON on `input`, verdict JSON on `output`, until end of file; a
// service's call is its name, a line feed and the text.
int run_worker(int input, int output, const std::vector<WorkerService>& services = {},
               std::unique_ptr<kernels::cuda::Room> cuda = nullptr);

}  // namespace tilewright::judge
