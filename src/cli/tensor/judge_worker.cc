// tilewright judge-worker: the process behind a pool's pipes (judge/judge_pool.cc). It shuts itself in before
// the first request and keeps standard output for verdicts alone.
#include <unistd.h>

#include "base/sandbox.h"
#include "cli/commands.h"
#include "judge/judge.h"
#include "teach/work_service.h"

namespace tilewright::cli {

int command_judge_worker(const Arguments&) {
  int verdicts = ::dup(STDOUT_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  // Libraries open what they need on first use; later the process may only read.
  judge::Judge warm_up;
  judge::Request request;
  request.candidate_name = "warm-up";
  request.candidate_source =
      "import torch\nimport triton\nimport triton.language as tl\ntorch.zeros(2) + 1\n";
  warm_up.judge(request);
  // It starts compilers, which this process may not do any more. Without it CUDA candidates are unsupported.
  auto cuda = kernels::cuda::Room::start();
  enter_sandbox();
  return judge::run_worker(STDIN_FILENO, verdicts, {teach::work_service()}, cuda ? std::move(*cuda) : nullptr);
}

}  // namespace tilewright::cli
