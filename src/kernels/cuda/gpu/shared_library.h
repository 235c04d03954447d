// A shared library opened at run time.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace tilewright::kernels::cuda::gpu {

class SharedLibrary {
 public:
  // The first of `names` that opens. `what` begins the message where none does: "no GPU driver found".
  static Result<SharedLibrary> open(const std::vector<std::filesystem::path>& names, const std::string& what);
  // Null: the library has no such function.
  void* find(const char* symbol) const;
  template <class Function>
  bool find(const char* symbol, Function*& function) const {
    function = reinterpret_cast<Function*>(find(symbol));
    return function != nullptr;
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  // Never closed: drivers leave threads and exit handlers behind.
  void* handle_ = nullptr;
  std::filesystem::path path_;
};

}  // namespace tilewright::kernels::cuda::gpu
