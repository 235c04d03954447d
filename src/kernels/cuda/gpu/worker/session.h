// One candidate's state on the GPU: the driver's context, the loaded image with its symbols, the device code that NVRTC
// compiled for it. The functions of the CUDA runtime (runtime_*.cc) work on it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "kernels/cuda/gpu/driver.h"
#include "tilewright/runtime_api.h"

namespace tilewright::kernels::cuda::gpu {

class Session {
 public:
  // Opens the driver and makes the first device's primary context current. Called once.
  static Result<void> start();
  static Session& get();

  // Loads a shared object. `device_code` and `names` as host_build.h writes them; empty: the image brings its own.
  Result<void> load(const std::string& image, const std::string& device_code, const std::string& names);
  void* image() const { return image_; }

  // The device's function or variable behind an address of the image; null and 0: there is none.
  void* function_at(const void* address);
  uint64_t variable_at(const void* address, size_t* bytes);
  // The name of the image's function around an address, for messages.
  std::string name_at(const void* address) const;

  // Notes an error for cudaGetLastError.
  cudaError_t remember(int error);

  Driver driver;
  int device = 0;
  cudaError_t last_error = cudaSuccess;

 private:
  struct Symbol {
    uint64_t offset = 0, bytes = 0;
    std::string name;
  };
  Result<void> read_symbols(const std::string& image);
  const Symbol* symbol_at(const void* address) const;

  void* image_ = nullptr;
  uint64_t base_ = 0;
  std::vector<Symbol> symbols_;               // by offset
  std::map<std::string, std::string> names_;  // of the image -> of the device code
  void* module_ = nullptr;
  std::map<std::string, void*> functions_;
};

}  // namespace tilewright::kernels::cuda::gpu
