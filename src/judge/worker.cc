// A worker's loop: requests in, verdicts out, one after the other.
#include <ATen/Parallel.h>

#include "base/diagnostic.h"
#include "judge/frame.h"
#include "judge/judge.h"

namespace tilewright::judge {
namespace {

Verdict refuse(const Diagnostic& diagnostic) {
  Verdict verdict;
  verdict.status = Status::Unsupported;
  verdict.summary = diagnostic.message;
  verdict.diagnostics.push_back(resolve(diagnostic, SourceManager()));
  return verdict;
}

}  // namespace

int run_worker(int input, int output) {
  at::set_num_threads(1);
  Judge judge;
  while (std::optional<std::string> text = read_frame(input)) {
    Result<Request> request = request_from_json(*text);
    Verdict verdict = request ? judge.judge(*request) : refuse(request.error());
    if (!write_frame(output, to_json(verdict))) return 1;
  }
  return 0;
}

}  // namespace tilewright::judge
