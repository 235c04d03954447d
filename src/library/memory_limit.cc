#include "library/memory_limit.h"

#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>

#include <limits>
#include <mutex>

#include "library/context.h"

namespace tilewright::library {
namespace {

constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();
thread_local int64_t available_bytes = kUnlimited;

class AskingAllocator final : public c10::Allocator {
 public:
  explicit AskingAllocator(c10::Allocator* inner) : inner_(inner) {}
  c10::DataPtr allocate(size_t bytes) override {
    if (available_bytes != kUnlimited && static_cast<int64_t>(bytes) > available_bytes) {
      throw MemoryRefused("a tensor of " + std::to_string(bytes) + " bytes does not fit the memory budget (" +
                          std::to_string(available_bytes < 0 ? 0 : available_bytes) + " bytes left)");
    }
    return inner_->allocate(bytes);
  }
  c10::DeleterFnPtr raw_deleter() const override { return inner_->raw_deleter(); }
  bool is_simple_data_ptr(const c10::DataPtr& pointer) const override {
    return inner_->is_simple_data_ptr(pointer);
  }
  void copy_data(void* destination, const void* source, size_t count) const override {
    inner_->copy_data(destination, source, count);
  }

 private:
  c10::Allocator* inner_;
};

}  // namespace

MemoryLimit::MemoryLimit(const MemoryAccount& account) : previous_(available_bytes) {
  available_bytes = account.limit_bytes - account.live_bytes;
}

MemoryLimit::~MemoryLimit() { available_bytes = previous_; }

void install_memory_limit() {
  static std::once_flag once;
  std::call_once(once, [] {
    // The highest priority in use is 1 (mobile allocators); equal or higher replaces.
    c10::SetCPUAllocator(new AskingAllocator(c10::GetCPUAllocator()), 2);
  });
}

}  // namespace tilewright::library
