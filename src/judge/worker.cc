// A worker's loop: requests in, verdicts out, one after the other.
#include <ATen/Parallel.h>
#include <malloc.h>

#include <algorithm>
#include <optional>
#include <string_view>

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

int run_worker(int input, int output, const std::vector<WorkerService>& services,
               std::unique_ptr<kernels::cuda::Room> cuda) {
  at::set_num_threads(1);
  // Each request takes and gives back the same few megabytes: they are kept rather than mapped anew.
  constexpr int kKept = 512 << 20;
  ::mallopt(M_MMAP_THRESHOLD, 32 << 20);
  ::mallopt(M_TRIM_THRESHOLD, kKept);
  ::mallopt(M_TOP_PAD, 16 << 20);
  Judge judge(std::move(cuda));
  auto answer = [&](const std::string& text) {
    size_t end = std::min(text.find('\n'), text.size());
    for (const WorkerService& service : services) {
      if (service.name == std::string_view(text).substr(0, end))
        return service.serve(text.substr(std::min(end + 1, text.size())));
    }
    Result<Request> request = request_from_json(text);
    return to_json(request ? judge.judge(*request) : refuse(request.error()));
  };
  while (std::optional<std::string> text = read_frame(input)) {
    if (!write_frame(output, answer(*text))) return 1;
  }
  return 0;
}

}  // namespace tilewright::judge
