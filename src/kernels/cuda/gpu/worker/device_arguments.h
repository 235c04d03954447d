// Arguments of a candidate's function in the device's memory, and its results back in ours.
#pragma once

#include <deque>
#include <vector>

#include "kernels/cuda/gpu/candidate.h"
#include "kernels/cuda/gpu/driver.h"
#include "tilewright/extension_abi.h"

namespace tilewright::kernels::cuda::gpu {

// Owns the memory of the tensors.
class DeviceArguments {
 public:
  explicit DeviceArguments(const Driver& driver) : driver_(driver) {}
  ~DeviceArguments();
  DeviceArguments(const DeviceArguments&) = delete;
  DeviceArguments& operator=(const DeviceArguments&) = delete;

  // The driver's error number; 0: all is there.
  int add(const GpuValue& value);
  const TwValue* data() const { return values_.data(); }
  size_t size() const { return values_.size(); }

 private:
  int fill(const GpuValue& value, TwValue& to);

  const Driver& driver_;
  std::vector<TwValue> values_;
  std::vector<uint64_t> memory_;
  std::deque<std::vector<TwValue>> lists_;
  std::deque<std::string> texts_;
};

// Contiguous copies of the tensors of a result. Unsupported: an element type that no dtype stands for.
Result<GpuValue> read_result(const Driver& driver, const TwValue& result);

}  // namespace tilewright::kernels::cuda::gpu
