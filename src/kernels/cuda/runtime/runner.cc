// tilewright_cuda_runner: reads requests from its standard input, forks a process for each run of a compiled
// program, and writes what became of it to its standard output. Links no torch; everything a run needs is
// mapped before the first fork.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/cuda/runtime/access.h"
#include "kernels/cuda/runtime/calls.h"
#include "kernels/cuda/runtime/contain.h"
#include "kernels/cuda/runtime/faults.h"
#include "kernels/cuda/runtime/fibers.h"
#include "kernels/cuda/runtime/image.h"
#include "kernels/cuda/runtime/machine.h"
#include "kernels/cuda/runtime/memory.h"
#include "kernels/cuda/runtime/scheduler.h"
#include "kernels/cuda/wire.h"

namespace tilewright::kernels::cuda {
namespace {

bool read_all(int descriptor, void* data, size_t bytes) {
  auto* at = static_cast<char*>(data);
  while (bytes > 0) {
    ssize_t got = ::read(descriptor, at, bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    bytes -= static_cast<size_t>(got);
  }
  return true;
}

bool write_all(int descriptor, const void* data, size_t bytes) {
  const auto* at = static_cast<const char*>(data);
  while (bytes > 0) {
    ssize_t put = ::write(descriptor, at, bytes);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    at += put;
    bytes -= static_cast<size_t>(put);
  }
  return true;
}

void at_end() {
  machine.report->has_finished = 1;
  machine.report->last_error = static_cast<uint32_t>(machine.last_error);
  std::fflush(nullptr);
}

// Where only a few blocks touch memory, a chip's whole memory may be asked for.
constexpr uint64_t kSampledDeviceBytes = uint64_t{80} << 30;

// What every run of a request gets.
struct Program {
  int image = -1;
  std::vector<char*> arguments;
  std::vector<char> calls;
};

struct Run {
  RunPlan plan;
  pid_t process = -1;
  int output = -1;
  RunReport* report = nullptr;
  ResultArea* results = nullptr;
  std::string text;
  bool was_killed = false;
};

[[noreturn]] void run_program(const RunRequest& request, const Run& run, const Program& program) {
  int image = program.image;
  const char* error = load_image(image);
  ::close(image);
  if (error != nullptr) {
    record_fault(FaultKind::Unsupported, nullptr, "the compiled program does not load: %s", error);
    ::_exit(3);
  }
  install_signal_handlers();
  std::setvbuf(stdout, nullptr, _IOFBF, 1 << 16);
  begin_memory_limit(request.host_bytes);
  limit_process(request.processor_milliseconds);
  auto main_function = reinterpret_cast<int (*)(int, char**)>(find_symbol("main"));
  bool has_calls = run.plan.calls > 0;
  if (main_function == nullptr && !has_calls) {
    record_fault(FaultKind::Unsupported, nullptr, "the program has no main function");
    ::_exit(3);
  }
  if (request.may_read_files != 0) allow_threads();
  machine.report->is_sandboxed = close_sandbox(request.may_read_files != 0) ? 1 : 0;
  std::atexit(at_end);
  errno = 0;
  run_constructors();
  if (has_calls) {
    run_calls(program.calls.data(), program.calls.size(), run.plan.first_call, run.plan.calls, run.results,
              request.result_bytes);
    at_end();
    // Destructors of statics have nothing to add.
    ::_exit(0);
  }
  int status = main_function(static_cast<int>(program.arguments.size()) - 1,
                             const_cast<char**>(program.arguments.data()));
  if (status == 0) report_leaks();
  std::exit(status);
}

// Memory that a run leaves its report and results in. Runs that start later do not see it.
void* share(uint64_t bytes) {
  void* shared =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return shared == MAP_FAILED ? nullptr : shared;
}

bool start(Run& run, const RunRequest& request, const Program& program) {
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0) return false;
  run.report = static_cast<RunReport*>(share(sizeof(RunReport)));
  if (run.plan.calls > 0) run.results = static_cast<ResultArea*>(share(request.result_bytes));
  if (run.report == nullptr || (run.plan.calls > 0 && run.results == nullptr)) return false;
  run.process = ::fork();
  if (run.process == 0) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    int nothing = ::open("/dev/null", O_RDONLY);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(pipe[1], STDOUT_FILENO);
    ::dup2(pipe[1], STDERR_FILENO);
    // Whatever the runner has open or was started with (a log, the other run's pipe) is not the program's.
    auto image = static_cast<unsigned>(program.image);
    if (image > 3) ::close_range(3, image - 1, 0);
    ::close_range(std::max(image + 1, 3u), ~0u, 0);
    machine.report = run.report;
    machine.limits = request.limits;
    machine.is_reversed = run.plan.is_reversed != 0;
    machine.skips_kernels = run.plan.skips_kernels != 0;
    machine.sampled_blocks = run.plan.sampled_blocks;
    machine.counts = request.counts != 0 && !machine.is_reversed && !machine.skips_kernels;
    if (machine.sampled_blocks != 0) machine.limits.device_bytes = kSampledDeviceBytes;
    machine.all_fuel = request.fuel;
    machine.clock_rate = run.plan.clock_rate;
    // What a call computes has to be its own work each time.
    machine.skips_repeats = run.plan.calls == 0 && !machine.skips_kernels && machine.sampled_blocks == 0;
    fuel() = static_cast<int64_t>(request.fuel);
    run_program(request, run, program);
  }
  ::close(pipe[1]);
  ::madvise(run.report, sizeof(RunReport), MADV_DONTFORK);
  if (run.results != nullptr) ::madvise(run.results, request.result_bytes, MADV_DONTFORK);
  run.output = pipe[0];
  return run.process > 0;
}

// Takes output until all runs have closed theirs, the wall clock runs out, or one writes too much.
void collect(std::vector<Run>& runs, const RunRequest& request) {
  auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(request.wall_milliseconds);
  for (;;) {
    std::vector<pollfd> waiting;
    for (Run& run : runs) {
      if (run.output >= 0) waiting.push_back({run.output, POLLIN, 0});
    }
    if (waiting.empty()) return;
    auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now())
            .count();
    int ready = ::poll(waiting.data(), waiting.size(), static_cast<int>(left < 0 ? 0 : left));
    for (Run& run : runs) {
      if (run.output < 0) continue;
      bool is_late = ready == 0, is_over = false, has_ended = false;
      for (const pollfd& entry : waiting) {
        if (entry.fd != run.output || entry.revents == 0) continue;
        char buffer[65536];
        ssize_t got = ::read(run.output, buffer, sizeof buffer);
        if (got > 0) run.text.append(buffer, static_cast<size_t>(got));
        has_ended = got == 0;
        is_over = run.text.size() > request.output_bytes;
      }
      if (is_over || is_late) {
        run.was_killed = true;
        FaultRecord& fault =
            run.report
                ->faults[run.report->fault_count < kMaxFaults ? run.report->fault_count++ : kMaxFaults - 1];
        std::memset(&fault, 0, sizeof fault);
        std::memset(fault.places, 0xff, sizeof fault.places);
        fault.other_place = fault.launch_place = kNoPlace;
        fault.kind = is_over ? FaultKind::OutputLimit : FaultKind::TimeLimit;
        std::snprintf(
            fault.message, sizeof fault.message,
            is_over ? "the program prints more than %lu bytes" : "the program did not end in %lu ms",
            is_over ? request.output_bytes : uint64_t{request.wall_milliseconds});
        ::kill(-run.process, SIGKILL);
        ::kill(run.process, SIGKILL);
      }
      if (is_over || is_late || has_ended) {
        ::close(run.output);
        run.output = -1;
      }
    }
  }
}

bool reply(Run& run, const RunRequest& request) {
  RunReply answer;
  rusage usage{};
  // It has closed its output and is about to end; if it does not, it is ended.
  for (int step = 0; ::wait4(run.process, &answer.wait_status, WNOHANG, &usage) == 0; ++step) {
    if (step == 200) ::kill(-run.process, SIGKILL);
    ::usleep(step < 20 ? 50 : 5000);
  }
  answer.was_killed = run.was_killed ? 1 : 0;
  answer.is_sandboxed = run.report->is_sandboxed;
  answer.output_bytes = run.text.size();
  if (run.results != nullptr)
    answer.result_bytes = std::min<uint64_t>(run.results->used, request.result_bytes - sizeof(ResultArea));
  answer.processor_microseconds =
      static_cast<uint64_t>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 +
      static_cast<uint64_t>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  bool is_sent = write_all(STDOUT_FILENO, &answer, sizeof answer) &&
                 write_all(STDOUT_FILENO, run.report, sizeof(RunReport)) &&
                 write_all(STDOUT_FILENO, run.text.data(), run.text.size());
  if (run.results != nullptr) {
    is_sent = is_sent && write_all(STDOUT_FILENO, run.results->data, answer.result_bytes);
    ::munmap(run.results, request.result_bytes);
  }
  ::munmap(run.report, sizeof(RunReport));
  return is_sent;
}

bool serve() {
  RunRequest request;
  if (!read_all(STDIN_FILENO, &request, sizeof request) || request.version != kWireVersion) return false;
  if (request.image_bytes > (256u << 20) || request.argument_bytes > (1u << 20) ||
      request.call_bytes > (uint64_t{8} << 30) || request.run_count == 0 || request.run_count > kMaxRuns ||
      request.result_bytes < sizeof(ResultArea))
    return false;
  std::vector<char> bytes(request.image_bytes), texts(request.argument_bytes);
  Program program;
  program.calls.resize(request.call_bytes);
  if (!read_all(STDIN_FILENO, bytes.data(), bytes.size()) ||
      !read_all(STDIN_FILENO, texts.data(), texts.size()) ||
      !read_all(STDIN_FILENO, program.calls.data(), program.calls.size()))
    return false;
  program.image = ::memfd_create("candidate", MFD_CLOEXEC);
  if (program.image < 0 || !write_all(program.image, bytes.data(), bytes.size())) return false;
  for (size_t at = 0; at < texts.size(); at += std::strlen(&texts[at]) + 1)
    program.arguments.push_back(&texts[at]);
  program.arguments.push_back(nullptr);
  std::vector<Run> runs(request.run_count);
  for (size_t i = 0; i < runs.size(); ++i) {
    runs[i].plan = request.runs[i];
    if (!start(runs[i], request, program)) return false;
  }
  ::close(program.image);
  collect(runs, request);
  bool is_sent = true;
  for (Run& run : runs) is_sent = reply(run, request) && is_sent;
  return is_sent;
}

}  // namespace
}  // namespace tilewright::kernels::cuda

int main() {
  using namespace tilewright::kernels::cuda;
  ::signal(SIGPIPE, SIG_IGN);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  enter_namespaces();
  map_arena();
  map_stacks();
  install_hooks();
  while (serve()) {
  }
  return 0;
}
