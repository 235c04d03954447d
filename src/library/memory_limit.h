// Stops tensor allocations before they are made: the CPU allocator that libtorch uses asks here, on
// threads where a limit is in force.
#pragma once

#include <cstdint>
#include <exception>
#include <string>

namespace tilewright::library {

struct MemoryAccount;

// Thrown out of an allocation that would exceed the budget.
class MemoryRefused : public std::exception {
 public:
  explicit MemoryRefused(std::string message) : message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

// While alive, single allocations on this thread that do not fit what the account has left are refused.
class MemoryLimit {
 public:
  explicit MemoryLimit(const MemoryAccount& account);
  ~MemoryLimit();
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  int64_t previous_;
};

// Puts the asking allocator in front of libtorch's own; once a process.
void install_memory_limit();

}  // namespace tilewright::library
