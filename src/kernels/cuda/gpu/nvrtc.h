// NVRTC, opened at run time: device code -> a cubin for one architecture.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "kernels/cuda/gpu/shared_library.h"

namespace tilewright::kernels::cuda::gpu {

struct DeviceCode {
  std::string cubin;                         // empty: refused, see log
  std::string log;                           // what NVRTC said, in its words
  std::map<std::string, std::string> names;  // of the expressions asked for -> in the cubin
};

class Nvrtc {
 public:
  // The first of `libraries` that opens; Unsupported where none does.
  static Result<Nvrtc> open(const std::vector<std::filesystem::path>& libraries);
  // `expressions`: kernels and addresses of variables as C++ writes them: "axpy<float>", "&counter".
  // A diagnostic only where the library itself fails.
  Result<DeviceCode> compile(const std::string& name, const std::string& text,
                             const std::vector<std::string>& options,
                             const std::vector<std::string>& expressions) const;
  std::string version() const { return version_; }

 private:
  using Program = void*;
  int (*create_)(Program*, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
  int (*destroy_)(Program*) = nullptr;
  int (*compile_)(Program, int, const char* const*) = nullptr;
  int (*add_name_)(Program, const char*) = nullptr;
  int (*lowered_name_)(Program, const char*, const char**) = nullptr;
  int (*log_size_)(Program, size_t*) = nullptr;
  int (*log_)(Program, char*) = nullptr;
  int (*cubin_size_)(Program, size_t*) = nullptr;
  int (*cubin_)(Program, char*) = nullptr;
  const char* (*error_text_)(int) = nullptr;
  std::string version_;
};

}  // namespace tilewright::kernels::cuda::gpu
