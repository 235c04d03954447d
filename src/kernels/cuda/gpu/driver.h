// The CUDA driver (libcuda.so.1), opened at run time, and what it says about the first GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/result.h"
#include "kernels/cuda/gpu/shared_library.h"

namespace tilewright::kernels::cuda::gpu {

struct Driver {
#define TW_DRIVER(name, symbol, parameters) int(*name) parameters = nullptr;
#include "kernels/cuda/gpu/driver_functions.def"
#undef TW_DRIVER

  // Unsupported, "no GPU driver found", where there is no driver or no GPU. Calls cuInit.
  static Result<Driver> open();
  // "CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was encountered"
  std::string describe(int error) const;
};

// Numbers of the driver's enumerations.
enum DeviceAttribute : int {
  kMultiprocessors = 16,
  kClockKilohertz = 13,
  kComputeMajor = 75,
  kComputeMinor = 76,
  kL2Bytes = 38,
};

struct Device {
  std::string name, driver;  // "NVIDIA H200", "580.159.04" (the version of CUDA where NVML is missing)
  int major = 0, minor = 0;  // compute capability
  int multiprocessors = 0;
  int64_t l2_bytes = 0, memory_bytes = 0;
  int clock_megahertz = 0;  // of the multiprocessors, when asked; 0: unknown
};

Result<Device> describe_device(const Driver& driver);
// The multiprocessors' clock now, by NVML; 0: NVML is missing.
int clock_megahertz();

}  // namespace tilewright::kernels::cuda::gpu
