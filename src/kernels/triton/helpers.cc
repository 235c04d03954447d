// Offers, withdrawals and the end of helping threads; see helpers.h.
#include "kernels/triton/helpers.h"

#include <chrono>

namespace tilewright::kernels::triton {
namespace {

// Launches mostly follow each other closely, and waking a thread takes as long as a small launch.
constexpr std::chrono::microseconds kAwake{50};

}  // namespace

Helpers::~Helpers() {
  {
    std::lock_guard lock(mutex_);
    is_closing_ = true;
  }
  offered_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Helpers::share(size_t count, const std::function<void(size_t)>& work) {
  {
    std::lock_guard lock(mutex_);
    offers_.fetch_add(1, std::memory_order_release);
    work_ = &work;
    next_ = 1;
    end_ = count;
    while (threads_.size() + 1 < count) threads_.emplace_back([this] { serve(); });
  }
  offered_.notify_all();
  work(0);
  std::unique_lock lock(mutex_);
  end_ = next_;
  ended_.wait(lock, [this] { return running_ == 0; });
}

void Helpers::serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    offered_.wait(lock, [this] { return is_closing_ || next_ < end_; });
    if (is_closing_) return;
    size_t share = next_++;
    const std::function<void(size_t)>& work = *work_;
    ++running_;
    lock.unlock();
    work(share);
    lock.lock();
    if (--running_ == 0) ended_.notify_all();
    uint64_t seen = offers_.load(std::memory_order_relaxed);
    lock.unlock();
    auto deadline = std::chrono::steady_clock::now() + kAwake;
    while (offers_.load(std::memory_order_acquire) == seen && std::chrono::steady_clock::now() < deadline)
      __builtin_ia32_pause();
    lock.lock();
  }
}

}  // namespace tilewright::kernels::triton
