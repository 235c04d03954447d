// Offers, withdrawals and the end of helping threads; see helpers.h.
#include "kernels/triton/helpers.h"

namespace tilewright::kernels::triton {

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
  }
}

}  // namespace tilewright::kernels::triton
