// Values of scripts as arguments of extensions, and results back.
#pragma once

#include <vector>

#include "kernels/cuda/calls.h"
#include "kernels/memory/region.h"
#include "script/interpreter.h"

namespace tilewright::library {

// One call being made: the tensors that its storages belong to.
class InlineCall {
 public:
  InlineCall(script::Interpreter& interpreter, std::string function);
  void add(const script::Value& value, std::string keyword);
  const kernels::cuda::Call& call() const { return call_; }
  // Writes what the call left in its storages back to the tensors and makes its result.
  script::Value finish(const kernels::cuda::CallResult& result);

 private:
  kernels::cuda::CallValue convert(const script::Value& value);
  kernels::cuda::CallValue convert_tensor(const script::Value& value);
  script::Value result_of(const kernels::cuda::ResultValue& value);
  script::Value tensor_of(const kernels::cuda::ResultTensor& tensor);

  script::Interpreter& interpreter_;
  kernels::cuda::Call call_;
  std::vector<std::shared_ptr<kernels::memory::Region>> regions_;  // of each storage
  std::vector<script::Value> tensors_;                             // one that uses each storage
  std::vector<std::string> unwritten_;                             // kept for call_
};

}  // namespace tilewright::library
