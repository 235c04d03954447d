// The pool of judge workers. One loop in the caller's thread: hand out requests, wait on the pipes with a
// limit, collect verdicts, replace workers that died.
//
// Requests go out in groups of one task, since a worker keeps the oracles of the tasks it saw; a worker with
// nothing left takes single requests from the end of the longest group still waiting.
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <deque>
#include <optional>

#include "base/data_files.h"
#include "base/subprocess.h"
#include "judge/frame.h"
#include "judge/judge.h"

namespace tilewright::judge {
namespace {

using Clock = std::chrono::steady_clock;

// Requests a worker holds at once: the second keeps it busy while the first one's verdict travels.
constexpr size_t kInFlight = 2;
// A worker is replaced after this many verdicts: reference cycles of the scripts it ran stay in its memory.
constexpr size_t kVerdictsPerWorker = 2000;
// A request that took its worker down gets a second, fresh one before it is given up.
constexpr int kMostAttempts = 2;
// Deaths in a row, without one verdict between them, after which workers count as unable to run at all.
constexpr int kMostDeaths = 6;
constexpr size_t kKeptErrorBytes = 2000;

Verdict crashed(std::string summary, std::string message, std::string error_text) {
  Verdict verdict;
  verdict.status = Status::Unsupported;
  verdict.summary = std::move(summary);
  ResolvedDiagnostic diagnostic;
  diagnostic.kind = spelling(DiagnosticKind::WorkerCrash);
  diagnostic.severity = spelling(Severity::Error);
  diagnostic.message = std::move(message);
  while (!error_text.empty() && error_text.back() == '\n') error_text.pop_back();
  if (!error_text.empty()) {
    ResolvedDiagnostic note;
    note.kind = diagnostic.kind;
    note.severity = spelling(Severity::Note);
    note.message = "the worker's last words: " + error_text;
    diagnostic.notes.push_back(std::move(note));
  }
  verdict.diagnostics.push_back(std::move(diagnostic));
  return verdict;
}

struct Worker {
  std::optional<Subprocess> process;
  std::deque<size_t> group;      // requests meant for it, not sent yet
  std::deque<size_t> in_flight;  // sent, oldest first
  std::string to_write, received, error_text;
  size_t served = 0;
  Clock::time_point head_since;  // when the oldest request became the one being judged

  bool is_idle() const { return group.empty() && in_flight.empty(); }
};

}  // namespace

struct JudgePool::Implementation {
  PoolOptions options;
  std::vector<Worker> workers;
  int deaths = 0;

  // One call of judge().
  const std::vector<Request>* requests = nullptr;
  std::vector<std::optional<Verdict>> verdicts;
  std::vector<int> attempts;
  std::deque<std::deque<size_t>> groups;
  size_t done = 0;
  std::function<void(size_t)> progress;

  void finish(size_t index, Verdict verdict) {
    if (verdicts[index]) return;
    verdicts[index] = std::move(verdict);
    ++done;
    if (progress) progress(done);
  }

  void make_groups() {
    groups.clear();
    for (size_t i = 0; i < requests->size(); ++i) {
      bool is_same_task = i > 0 && (*requests)[i].task_source == (*requests)[i - 1].task_source;
      if (!is_same_task) groups.emplace_back();
      groups.back().push_back(i);
    }
  }

  bool start(Worker& worker) {
    SubprocessOptions child;
    child.arguments = {options.executable.empty() ? executable_path().string() : options.executable,
                       "judge-worker"};
    child.environment = {{"OMP_NUM_THREADS", "1"}, {"MKL_NUM_THREADS", "1"}};
    Result<Subprocess> started = Subprocess::start(child);
    if (!started) {
      worker.error_text = started.error().message;
      return false;
    }
    worker.process = std::move(*started);
    worker.served = 0;
    worker.received.clear();
    worker.to_write.clear();
    worker.error_text.clear();
    return true;
  }

  // More work for a worker: its own group, the next group, or one request of somebody's waiting group.
  void refill(Worker& worker) {
    if (!worker.group.empty()) return;
    if (!groups.empty()) {
      worker.group = std::move(groups.front());
      groups.pop_front();
      return;
    }
    auto longest = std::max_element(workers.begin(), workers.end(), [](const Worker& a, const Worker& b) {
      return a.group.size() < b.group.size();
    });
    if (worker.in_flight.empty() && longest != workers.end() && !longest->group.empty()) {
      worker.group.push_back(longest->group.back());
      longest->group.pop_back();
    }
  }

  void hand_out(Worker& worker) {
    while (worker.in_flight.size() < kInFlight) {
      if (worker.process && worker.served + worker.in_flight.size() >= kVerdictsPerWorker) {
        if (!worker.in_flight.empty()) return;
        worker.process.reset();
      }
      refill(worker);
      if (worker.group.empty()) return;
      if (!worker.process && !start(worker)) return bury(worker, "cannot be started");
      size_t index = worker.group.front();
      worker.group.pop_front();
      if (worker.in_flight.empty()) worker.head_since = Clock::now();
      worker.in_flight.push_back(index);
      worker.to_write += frame(to_json((*requests)[index]));
    }
  }

  void give_up_everything(const std::string& error_text) {
    for (size_t i = 0; i < verdicts.size(); ++i) {
      if (!verdicts[i])
        finish(i, crashed("judge workers cannot run", "judge workers end before their first verdict",
                          error_text));
    }
    groups.clear();
    for (Worker& worker : workers) {
      worker.group.clear();
      worker.in_flight.clear();
      worker.process.reset();
    }
  }

  // A worker is gone: the request it was at is tried again or given up, the others wait for the next worker.
  void bury(Worker& worker, const std::string& how) {
    worker.process.reset();
    worker.to_write.clear();
    worker.received.clear();
    std::string last_words = std::move(worker.error_text);
    worker.error_text.clear();
    std::deque<size_t> waiting = std::move(worker.in_flight);
    worker.in_flight.clear();
    if (!waiting.empty() && ++attempts[waiting.front()] >= kMostAttempts) {
      size_t index = waiting.front();
      waiting.pop_front();
      finish(index, crashed(fmt::format("the judge's worker ended: {}", how),
                            fmt::format("judging {} took down {} workers, the last by {}",
                                        (*requests)[index].candidate_name, kMostAttempts, how),
                            last_words));
    }
    worker.group.insert(worker.group.begin(), waiting.begin(), waiting.end());
    if (++deaths >= kMostDeaths) give_up_everything(last_words.empty() ? how : last_words);
  }

  // A last resort far above the fuel: something is stuck that counts no steps.
  void bury_stuck(Worker& worker) {
    size_t index = worker.in_flight.front();
    attempts[index] = kMostAttempts;
    worker.process->kill();
    bury(worker, fmt::format("the limit of {} s without a verdict", options.wall_clock_limit));
  }

  void read_verdicts(Worker& worker) {
    char buffer[65536];
    ssize_t count;
    bool has_ended = false;
    while ((count = ::read(worker.process->output(), buffer, sizeof buffer)) > 0) {
      worker.received.append(buffer, static_cast<size_t>(count));
    }
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) has_ended = true;
    bool is_broken = false;
    while (std::optional<std::string> text = take_frame(worker.received, is_broken)) {
      Result<Verdict> verdict = verdict_from_json(*text);
      if (!verdict || worker.in_flight.empty()) {
        is_broken = true;
        break;
      }
      size_t index = worker.in_flight.front();
      worker.in_flight.pop_front();
      ++worker.served;
      worker.head_since = Clock::now();
      deaths = 0;
      finish(index, std::move(*verdict));
    }
    if (is_broken) {
      worker.process->kill();
      return bury(worker, "a message that is no verdict");
    }
    if (has_ended) {
      read_error_text(worker);
      std::string how = worker.process->wait();
      bury(worker, how);
    }
  }

  void read_error_text(Worker& worker) {
    char buffer[4096];
    ssize_t count;
    while ((count = ::read(worker.process->error(), buffer, sizeof buffer)) > 0) {
      worker.error_text.append(buffer, static_cast<size_t>(count));
    }
    if (worker.error_text.size() > kKeptErrorBytes) {
      worker.error_text.erase(0, worker.error_text.size() - kKeptErrorBytes);
    }
  }

  void write_requests(Worker& worker) {
    ssize_t count = ::write(worker.process->input(), worker.to_write.data(), worker.to_write.size());
    if (count > 0) worker.to_write.erase(0, static_cast<size_t>(count));
    // A broken pipe shows as the end of its output.
    if (count < 0 && errno == EPIPE) worker.to_write.clear();
  }

  // Waits until a pipe is ready or the nearest limit has passed.
  void wait_and_serve() {
    std::vector<pollfd> waits;
    std::vector<Worker*> owners;
    Clock::time_point now = Clock::now();
    double nearest = options.wall_clock_limit;
    for (Worker& worker : workers) {
      if (!worker.process) continue;
      waits.push_back({worker.process->output(), POLLIN, 0});
      waits.push_back({worker.process->error(), POLLIN, 0});
      waits.push_back({worker.to_write.empty() ? -1 : worker.process->input(), POLLOUT, 0});
      owners.push_back(&worker);
      if (!worker.in_flight.empty()) {
        nearest = std::min(nearest, options.wall_clock_limit -
                                        std::chrono::duration<double>(now - worker.head_since).count());
      }
    }
    if (owners.empty()) return;  // none could be started: hand_out() tries again or gives up
    int milliseconds = std::max(0, static_cast<int>(nearest * 1000) + 1);
    ::poll(waits.data(), waits.size(), milliseconds);
    now = Clock::now();
    for (size_t i = 0; i < owners.size(); ++i) {
      Worker& worker = *owners[i];
      if (worker.process && waits[3 * i + 2].revents) write_requests(worker);
      if (worker.process && waits[3 * i + 1].revents) read_error_text(worker);
      if (worker.process && waits[3 * i].revents) read_verdicts(worker);
      bool is_late =
          !worker.in_flight.empty() &&
          std::chrono::duration<double>(now - worker.head_since).count() > options.wall_clock_limit;
      if (worker.process && is_late) bury_stuck(worker);
    }
  }

  std::vector<Verdict> run() {
    make_groups();
    while (done < requests->size()) {
      for (Worker& worker : workers) hand_out(worker);
      if (done < requests->size()) wait_and_serve();
    }
    std::vector<Verdict> results;
    for (std::optional<Verdict>& verdict : verdicts) results.push_back(std::move(*verdict));
    return results;
  }
};

JudgePool::JudgePool(PoolOptions options) : implementation_(std::make_unique<Implementation>()) {
  // Writing to a worker that just died must be an error code, not the end of this process.
  ::signal(SIGPIPE, SIG_IGN);
  implementation_->workers.resize(static_cast<size_t>(std::max(1, options.workers)));
  implementation_->options = std::move(options);
}

JudgePool::~JudgePool() = default;

std::vector<Verdict> JudgePool::judge(const std::vector<Request>& requests,
                                      const std::function<void(size_t)>& progress) {
  Implementation& pool = *implementation_;
  pool.requests = &requests;
  pool.verdicts.assign(requests.size(), std::nullopt);
  pool.attempts.assign(requests.size(), 0);
  pool.done = 0;
  pool.deaths = 0;
  pool.progress = progress;
  return pool.run();
}

}  // namespace tilewright::judge
