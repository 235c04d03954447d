// The pool of judge workers. One loop in the caller's thread: hand out requests, wait on the pipes with a
// limit, collect verdicts, replace workers that died.
//
// Requests go out in groups of one task, since a worker keeps the oracles of the tasks it saw; a worker with
// nothing left turns to the calls of services, and without those takes single requests from the end of the
// longest group still waiting.
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <deque>
#include <fstream>
#include <map>
#include <optional>
#include <thread>
#include <utility>

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
constexpr size_t kVerdictsPerWorker = 8000;
// A request that took its worker down gets a second, fresh one before it is given up.
constexpr int kMostAttempts = 2;
// Deaths in a row, without one verdict between them, after which workers count as unable to run at all.
constexpr int kMostDeaths = 6;
constexpr size_t kKeptErrorBytes = 2000;

// Resident memory of a process; 0: unknown.
uint64_t resident_bytes(pid_t process) {
  std::ifstream statm(fmt::format("/proc/{}/statm", process));
  uint64_t pages = 0, resident = 0;
  if (!(statm >> pages >> resident)) return 0;
  return resident * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

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

// One request or call, and what became of it.
struct Item {
  std::string text;   // as sent
  std::string label;  // names it in messages
  bool is_call = false;
  int attempts = 0;
  std::optional<Verdict> verdict;             // of a request
  std::optional<Result<std::string>> answer;  // of a call

  bool is_done() const { return verdict || answer; }
};

struct Worker {
  std::optional<Subprocess> process;
  std::deque<size_t> group;      // items meant for it, not sent yet
  std::deque<size_t> in_flight;  // sent, oldest first
  std::string to_write, received, error_text;
  size_t served = 0;
  bool is_worn = false;          // holds too much memory: replaced before its next item
  Clock::time_point head_since;  // when the oldest request became the one being judged

  bool is_idle() const { return group.empty() && in_flight.empty(); }
};

}  // namespace

struct JudgePool::Implementation {
  PoolOptions options;
  std::vector<Worker> workers;
  int deaths = 0;

  std::map<size_t, Item> items;  // requests of judge() and calls not fetched by finish()
  size_t next_item = 0;
  std::deque<std::deque<size_t>> groups;  // requests not handed out
  std::deque<size_t> waiting_calls;
  std::vector<size_t> started_calls;  // in order, for finish()
  size_t requests_left = 0, calls_left = 0;
  size_t requests_done = 0;
  std::function<void(size_t)> progress;

  size_t add(std::string text, std::string label, bool is_call) {
    Item& item = items[next_item];
    item.text = std::move(text);
    item.label = std::move(label);
    item.is_call = is_call;
    return next_item++;
  }

  void finish_request(Item& item, Verdict verdict) {
    if (item.is_done()) return;
    item.verdict = std::move(verdict);
    --requests_left;
    ++requests_done;
    if (progress) progress(requests_done);
  }

  void finish_call(Item& item, Result<std::string> answer) {
    if (item.is_done()) return;
    item.answer = std::move(answer);
    --calls_left;
  }

  void give_up(Item& item, std::string summary, std::string message, const std::string& error_text) {
    if (!item.is_call)
      return finish_request(item, crashed(std::move(summary), std::move(message), error_text));
    Diagnostic diagnostic{DiagnosticKind::WorkerCrash, std::move(message), {}, {}};
    if (!error_text.empty()) diagnostic.notes.push_back({"the worker's last words: " + error_text, {}});
    finish_call(item, fail(std::move(diagnostic)));
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
    worker.is_worn = false;
    worker.received.clear();
    worker.to_write.clear();
    worker.error_text.clear();
    return true;
  }

  // More work for a worker: its own group, the next group, a call, or one item of somebody's waiting group.
  void refill(Worker& worker) {
    if (!worker.group.empty()) return;
    if (!groups.empty()) {
      worker.group = std::move(groups.front());
      groups.pop_front();
      return;
    }
    if (!waiting_calls.empty()) {
      worker.group.push_back(waiting_calls.front());
      waiting_calls.pop_front();
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
      bool is_worn = worker.is_worn || worker.served + worker.in_flight.size() >= kVerdictsPerWorker;
      if (worker.process && is_worn) {
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
      worker.to_write += frame(items.at(index).text);
    }
  }

  void give_up_everything(const std::string& error_text) {
    for (auto& [index, item] : items) {
      if (!item.is_done())
        give_up(item, "judge workers cannot run", "judge workers end before their first verdict", error_text);
    }
    waiting_calls.clear();
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
    if (!waiting.empty()) {
      Item& item = items.at(waiting.front());
      if (++item.attempts >= kMostAttempts) {
        waiting.pop_front();
        give_up(item, fmt::format("the judge's worker ended: {}", how),
                fmt::format("{} {} took down {} workers, the last by {}",
                            item.is_call ? "work on" : "judging", item.label, kMostAttempts, how),
                last_words);
      }
    }
    worker.group.insert(worker.group.begin(), waiting.begin(), waiting.end());
    if (++deaths >= kMostDeaths) give_up_everything(last_words.empty() ? how : last_words);
  }

  // A last resort far above the fuel: something is stuck that counts no steps.
  void bury_stuck(Worker& worker) {
    items.at(worker.in_flight.front()).attempts = kMostAttempts;
    worker.process->kill();
    bury(worker, fmt::format("the limit of {} s without a verdict", options.wall_clock_limit));
  }

  bool take_reply(Item& item, std::string text) {
    if (item.is_call) {
      finish_call(item, std::move(text));
      return true;
    }
    Result<Verdict> verdict = verdict_from_json(text);
    if (verdict) finish_request(item, std::move(*verdict));
    return verdict.has_value();
  }

  void read_replies(Worker& worker) {
    char buffer[65536];
    ssize_t count;
    bool has_ended = false;
    while ((count = ::read(worker.process->output(), buffer, sizeof buffer)) > 0) {
      worker.received.append(buffer, static_cast<size_t>(count));
    }
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) has_ended = true;
    bool is_broken = false;
    while (std::optional<std::string> text = take_frame(worker.received, is_broken)) {
      if (worker.in_flight.empty() || !take_reply(items.at(worker.in_flight.front()), std::move(*text))) {
        is_broken = true;
        break;
      }
      worker.in_flight.pop_front();
      ++worker.served;
      worker.is_worn = worker.is_worn || resident_bytes(worker.process->id()) > options.most_worker_bytes;
      worker.head_since = Clock::now();
      deaths = 0;
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
      if (worker.process && waits[3 * i].revents) read_replies(worker);
      bool is_late =
          !worker.in_flight.empty() &&
          std::chrono::duration<double>(now - worker.head_since).count() > options.wall_clock_limit;
      if (worker.process && is_late) bury_stuck(worker);
    }
  }

  void hand_out() {
    for (Worker& worker : workers) hand_out(worker);
  }

  // Until `left` (one of the counters) is zero.
  void run(const size_t& left) {
    while (left > 0) {
      hand_out();
      if (left > 0) wait_and_serve();
    }
    hand_out();  // calls go on while the caller works
    write_waiting();
  }

  void write_waiting() {
    for (Worker& worker : workers) {
      if (worker.process && !worker.to_write.empty()) write_requests(worker);
    }
  }
};

JudgePool::JudgePool(PoolOptions options) : implementation_(std::make_unique<Implementation>()) {
  // Writing to a worker that just died must be an error code, not the end of this process.
  ::signal(SIGPIPE, SIG_IGN);
  unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  implementation_->workers.resize(options.workers > 0 ? static_cast<size_t>(options.workers) : cores);
  implementation_->options = std::move(options);
}

JudgePool::~JudgePool() = default;

std::vector<Verdict> JudgePool::judge(const std::vector<Request>& requests,
                                      const std::function<void(size_t)>& progress) {
  Implementation& pool = *implementation_;
  pool.deaths = 0;
  pool.progress = progress;
  pool.requests_left = requests.size();
  pool.requests_done = 0;
  std::vector<size_t> indices;
  for (size_t i = 0; i < requests.size(); ++i) {
    bool is_same_task = i > 0 && requests[i].task_source == requests[i - 1].task_source;
    if (!is_same_task) pool.groups.emplace_back();
    indices.push_back(pool.add(to_json(requests[i]), requests[i].candidate_name, false));
    pool.groups.back().push_back(indices.back());
  }
  pool.run(pool.requests_left);
  pool.progress = nullptr;
  std::vector<Verdict> verdicts;
  for (size_t index : indices) verdicts.push_back(std::move(*pool.items.extract(index).mapped().verdict));
  return verdicts;
}

void JudgePool::start(std::vector<ServiceCall> calls) {
  Implementation& pool = *implementation_;
  pool.calls_left += calls.size();
  for (ServiceCall& call : calls) {
    size_t index = pool.add(call.service + "\n" + call.text, std::move(call.label), true);
    pool.started_calls.push_back(index);
    pool.waiting_calls.push_back(index);
  }
  pool.hand_out();
  pool.write_waiting();
}

std::vector<Result<std::string>> JudgePool::finish() {
  Implementation& pool = *implementation_;
  pool.deaths = 0;
  pool.run(pool.calls_left);
  std::vector<Result<std::string>> answers;
  for (size_t index : std::exchange(pool.started_calls, {}))
    answers.push_back(std::move(*pool.items.extract(index).mapped().answer));
  return answers;
}

}  // namespace tilewright::judge
