#include "kernels/cuda/gpu/worker/serve.h"

#include <dlfcn.h>

#include "base/json_reader.h"
#include "kernels/cuda/gpu/worker/device_arguments.h"
#include "kernels/cuda/gpu/worker/session.h"

namespace tilewright::kernels::cuda::gpu {
namespace {

using nlohmann::json;

constexpr int kWarmUp = 5;
constexpr int kWaitedRepetitions = 5;
constexpr int kMostRepetitions = 10000;

Message error_message(std::string text, int number = 0) {
  return {{{"error", std::move(text)}, {"number", number}}, {}};
}
Message driver_error(int number) { return error_message(Session::get().driver.describe(number), number); }

const TwFunction* first_function() {
  using First = const TwFunction* (*)();
  auto first = reinterpret_cast<First>(::dlsym(Session::get().image(), "tilewright_first_function"));
  return first == nullptr ? nullptr : first();
}

const TwFunction* find_function(const std::string& name) {
  for (const TwFunction* function = first_function(); function != nullptr; function = function->next) {
    if (name == function->name) return function;
  }
  return nullptr;
}

Message list_functions() {
  json names = json::array();
  for (const TwFunction* function = first_function(); function != nullptr; function = function->next)
    names.push_back(function->name);
  return {{{"functions", std::move(names)}}, {}};
}

// A function and its arguments on the device.
class Call {
 public:
  explicit Call(const Message& request)
      : arguments_(Session::get().driver), function_(find_function(request.head.value("function", ""))) {
    if (function_ == nullptr) {
      refusal_ = error_message("the candidate has no such function");
      return;
    }
    auto values = request.head.find("arguments");
    for (size_t i = 0; values != request.head.end() && i < values->size(); ++i) {
      Result<GpuValue> value = value_from_json((*values)[i], request.bytes);
      if (!value) {
        refusal_ = error_message(value.error().message);
        return;
      }
      if (int error = arguments_.add(*value); error != 0) {
        refusal_ = driver_error(error);
        return;
      }
    }
  }
  const std::optional<Message>& refusal() const { return refusal_; }

  // Calls once; the result is released by `release`. Empty: it went well, as far as the host knows.
  std::optional<Message> invoke() {
    function_->invoke(function_, arguments_.data(), nullptr, arguments_.size(), &result_, &outcome_);
    if (outcome_.has_failed == 0) return std::nullopt;
    // A kernel's fault is why, where there is one.
    if (int error = Session::get().driver.context_synchronize(); error != 0) return driver_error(error);
    return error_message(outcome_.message);
  }
  void release() { function_->release(&result_); }
  const TwValue& result() const { return result_; }

 private:
  DeviceArguments arguments_;
  const TwFunction* function_;
  TwValue result_ = {};
  TwOutcome outcome_ = {};
  std::optional<Message> refusal_;
};

Message call_once(const Message& request) {
  Call call(request);
  if (call.refusal()) return *call.refusal();
  if (auto failed = call.invoke()) return *failed;
  const Driver& driver = Session::get().driver;
  if (int error = driver.context_synchronize(); error != 0) return driver_error(error);
  Result<GpuValue> value = read_result(driver, call.result());
  call.release();
  if (!value) {
    Message refused = error_message(value.error().message);
    refused.head["is_unsupported"] = true;
    return refused;
  }
  Message answer;
  answer.head["result"] = value_to_json(*value, answer.bytes);
  return answer;
}

// Repetitions of one call with a cold cache. The buffer's filling gives the host time to queue the call, so that
// the time between the events is the device's alone.
class Stopwatch {
 public:
  explicit Stopwatch(const Driver& driver) : driver_(driver) {
    int l2_bytes = 0;
    note(driver_.device_attribute(&l2_bytes, kL2Bytes, Session::get().device));
    flushed_bytes_ = 2 * static_cast<size_t>(std::max(l2_bytes, 16 << 20));
    note(driver_.allocate(&buffer_, flushed_bytes_));
  }
  ~Stopwatch() { driver_.release(buffer_); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  std::optional<Message> run(Call& call, int repetitions, bool waits) {
    std::vector<std::pair<void*, void*>> events(static_cast<size_t>(repetitions));
    for (auto& [begin, end] : events) {
      note(driver_.event_create(&begin, 0));
      note(driver_.event_create(&end, 0));
      note(driver_.fill_async(buffer_, static_cast<unsigned char>(++rounds_), flushed_bytes_, nullptr));
      note(driver_.event_record(begin, nullptr));
      if (auto failed = call.invoke()) return failed;
      if (waits) note(driver_.context_synchronize());
      note(driver_.event_record(end, nullptr));
      call.release();
      if (error_ != 0) return driver_error(error_);
    }
    clock_ = clock_megahertz();
    note(driver_.context_synchronize());
    times_.clear();
    for (auto& [begin, end] : events) {
      float milliseconds = 0;
      note(driver_.event_elapsed(&milliseconds, begin, end));
      times_.push_back(milliseconds * 1000.0);
      driver_.event_destroy(begin);
      driver_.event_destroy(end);
    }
    if (error_ != 0) return driver_error(error_);
    return std::nullopt;
  }
  const std::vector<double>& times() const { return times_; }
  int clock() const { return clock_; }

 private:
  void note(int error) {
    if (error_ == 0) error_ = error;
  }

  const Driver& driver_;
  size_t flushed_bytes_ = 0;
  uint64_t buffer_ = 0;
  int rounds_ = 0, error_ = 0, clock_ = 0;
  std::vector<double> times_;
};

Message time_calls(const Message& request) {
  int repetitions = std::clamp(request.head.value("repetitions", 0), 1, kMostRepetitions);
  Call call(request);
  if (call.refusal()) return *call.refusal();
  Stopwatch stopwatch(Session::get().driver);
  if (auto failed = stopwatch.run(call, kWarmUp, false)) return *failed;
  if (auto failed = stopwatch.run(call, repetitions, false)) return *failed;
  Message answer{{{"microseconds", stopwatch.times()}, {"clock_megahertz", stopwatch.clock()}}, {}};
  if (auto failed = stopwatch.run(call, kWaitedRepetitions, true)) return *failed;
  answer.head["waited_microseconds"] = stopwatch.times();
  return answer;
}

Message answer_to(const Message& request) {
  std::string what = request.head.value("do", "");
  if (what == "functions") return list_functions();
  if (what == "call") return call_once(request);
  if (what == "time") return time_calls(request);
  return error_message("no such request");
}

}  // namespace

int serve(int input, int output) {
  while (std::optional<Message> request = read_message(input, -1)) {
    if (!write_message(output, answer_to(*request), -1)) return 1;
  }
  return 0;
}

}  // namespace tilewright::kernels::cuda::gpu
