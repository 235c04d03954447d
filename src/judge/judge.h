// The judge: request -> verdict, a function from value to value, and a pool of worker processes
// that runs it so that a crash (ours or the candidate's) is a verdict and not the end of the run.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "judge/verdict.h"

namespace tilewright::judge {

// Judges in this process (workers, tests). Keeps the last few tasks' oracles between calls.
class Judge {
 public:
  Judge();
  ~Judge();
  Verdict judge(const Request& request);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

struct PoolOptions {
  int workers = 2;
  std::string executable;         // started as `<executable> judge-worker`; empty: this program
  double wall_clock_limit = 120;  // seconds a request; last resort far above fuel
};

// Results come back in submission order whatever the number of workers. Requests of one task should be
// adjacent: each worker caches the task's oracle.
class JudgePool {
 public:
  explicit JudgePool(PoolOptions options);
  ~JudgePool();
  std::vector<Verdict> judge(const std::vector<Request>& requests,
                             const std::function<void(size_t done)>& progress = {});

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

// The worker's loop: length-prefixed request JSON on `input`, verdict JSON on `output`, until end of file.
int run_worker(int input, int output);

}  // namespace tilewright::judge
