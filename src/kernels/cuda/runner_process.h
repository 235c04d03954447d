// The other end of runtime/runner.cc: one runner that forks a process for each run.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/subprocess.h"
#include "kernels/cuda/wire.h"

namespace tilewright::kernels::cuda {

// Whole messages over a pipe whose end may be non-blocking; false: the other side is gone, or silent for too long.
bool write_all(int descriptor, const void* data, size_t bytes);
bool read_all(int descriptor, void* data, size_t bytes, int milliseconds);

struct RunOutcome {
  RunReply reply;
  std::unique_ptr<RunReport> report;
  std::string output;
  std::string results;  // of its calls, encoded
};

class RunnerProcess {
 public:
  // `runner`: the executable; empty: beside the program.
  explicit RunnerProcess(std::filesystem::path runner) : runner_(std::move(runner)) {}
  // One outcome for each run of the request. A runner that died is started again once.
  Result<std::vector<RunOutcome>> run(const RunRequest& request, const std::string& image,
                                      const std::vector<std::string>& arguments, const std::string& calls = {});

 private:
  Result<void> start();
  bool exchange(const RunRequest& request, const std::string& image, const std::string& arguments,
                const std::string& calls, std::vector<RunOutcome>& outcomes);

  std::filesystem::path runner_;
  std::unique_ptr<Subprocess> process_;
};

}  // namespace tilewright::kernels::cuda
