#include "kernels/cuda/runner_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "base/data_files.h"

namespace tilewright::kernels::cuda {
bool write_all(int descriptor, const void* data, size_t bytes) {
  const auto* at = static_cast<const char*>(data);
  while (bytes > 0) {
    ssize_t put = ::write(descriptor, at, bytes);
    if (put > 0) {
      at += put;
      bytes -= static_cast<size_t>(put);
      continue;
    }
    if (put < 0 && errno == EAGAIN) {
      pollfd waiting{descriptor, POLLOUT, 0};
      ::poll(&waiting, 1, 10000);
    } else if (!(put < 0 && errno == EINTR)) {
      return false;
    }
  }
  return true;
}

bool read_all(int descriptor, void* data, size_t bytes, int milliseconds) {
  auto* at = static_cast<char*>(data);
  while (bytes > 0) {
    ssize_t got = ::read(descriptor, at, bytes);
    if (got > 0) {
      at += got;
      bytes -= static_cast<size_t>(got);
      continue;
    }
    if (got < 0 && errno == EAGAIN) {
      pollfd waiting{descriptor, POLLIN, 0};
      if (::poll(&waiting, 1, milliseconds) <= 0) return false;
    } else if (!(got < 0 && errno == EINTR)) {
      return false;
    }
  }
  return true;
}

Result<void> RunnerProcess::start() {
  std::filesystem::path runner = runner_;
  if (runner.empty()) {
    std::optional<std::filesystem::path> found = find_data_file("tilewright_cuda_runner");
    if (!found)
      return fail(DiagnosticKind::FileNotFound,
                  "tilewright_cuda_runner, which belongs beside the program, is missing");
    runner = *found;
  }
  Result<Subprocess> process = Subprocess::start({.arguments = {runner.string()}, .environment = {}});
  if (!process) return fail(process.error());
  process_ = std::make_unique<Subprocess>(std::move(*process));
  return {};
}

bool RunnerProcess::exchange(const RunRequest& request, const std::string& image,
                             const std::string& arguments, const std::string& calls,
                             std::vector<RunOutcome>& outcomes) {
  outcomes.clear();
  if (!write_all(process_->input(), &request, sizeof request) ||
      !write_all(process_->input(), image.data(), image.size()) ||
      !write_all(process_->input(), arguments.data(), arguments.size()) ||
      !write_all(process_->input(), calls.data(), calls.size()))
    return false;
  int patience = static_cast<int>(request.wall_milliseconds) + 10000;
  for (uint32_t i = 0; i < request.run_count; ++i) {
    RunOutcome outcome;
    outcome.report = std::make_unique<RunReport>();
    if (!read_all(process_->output(), &outcome.reply, sizeof outcome.reply, patience) ||
        outcome.reply.version != kWireVersion || outcome.reply.result_bytes > request.result_bytes ||
        !read_all(process_->output(), outcome.report.get(), sizeof(RunReport), patience))
      return false;
    clean_report(*outcome.report);
    constexpr uint64_t kMostOutput = 64 << 20;
    if (outcome.reply.output_bytes > request.output_bytes + kMostOutput) return false;
    outcome.output.resize(outcome.reply.output_bytes);
    if (!read_all(process_->output(), outcome.output.data(), outcome.output.size(), patience)) return false;
    outcome.results.resize(outcome.reply.result_bytes);
    if (!read_all(process_->output(), outcome.results.data(), outcome.results.size(), patience)) return false;
    outcomes.push_back(std::move(outcome));
  }
  return true;
}

Result<std::vector<RunOutcome>> RunnerProcess::run(const RunRequest& request, const std::string& image,
                                                   const std::vector<std::string>& arguments,
                                                   const std::string& calls) {
  RunRequest sent = request;
  std::string joined;
  for (const std::string& argument : arguments) joined += argument + '\0';
  sent.image_bytes = image.size();
  sent.argument_bytes = joined.size();
  sent.call_bytes = calls.size();
  std::vector<RunOutcome> outcomes;
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (process_ == nullptr) {
      if (auto started = start(); !started) return fail(started.error());
    }
    if (exchange(sent, image, joined, calls, outcomes)) return outcomes;
    process_.reset();
  }
  return fail(DiagnosticKind::WorkerCrash, "the process that runs CUDA programs does not answer");
}

}  // namespace tilewright::kernels::cuda
