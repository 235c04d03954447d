// Threads that help with a launch. They sleep between launches that are not close to each other; one that the system has not scheduled by the
// time the work is done is not waited for.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tilewright::kernels::triton {

class Helpers {
 public:
  Helpers() = default;
  Helpers(const Helpers&) = delete;
  ~Helpers();

  // Runs work(0) here and work(1) ... work(count - 1) on helpers, each at most once: returns when work(0) and
  // those that have begun have ended. `work` must not throw.
  void share(size_t count, const std::function<void(size_t)>& work);

 private:
  void serve();

  std::mutex mutex_;
  std::condition_variable offered_, ended_;
  const std::function<void(size_t)>* work_ = nullptr;
  size_t next_ = 0, end_ = 0;  // shares that nobody has begun
  size_t running_ = 0;
  std::atomic<uint64_t> offers_ = 0;  // so far
  bool is_closing_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace tilewright::kernels::triton
