// Arguments and outputs of CUDA candidates: the oracle's values as calls, results as tensors.
#pragma once

#include <vector>

#include "judge/oracle.h"
#include "judge/outputs.h"
#include "kernels/cuda/calls.h"

namespace tilewright::judge {

// forward(inputs, state); views into the trial's tensors. Unsupported for values that C++ functions cannot take.
Result<kernels::cuda::Call> call_of(const Variant& variant, const Trial& trial);

struct CudaOutputs {
  std::vector<const kernels::cuda::ResultTensor*> tensors;  // in order, tuples and lists flattened
  std::vector<OutputForm> forms;                            // of those whose type is known
  bool is_single = true;
  bool has_unknown_type = false;
};
CudaOutputs outputs_of(const kernels::cuda::ResultValue& value);
library::HostTensor host_tensor(const kernels::cuda::ResultTensor& tensor, const OutputForm& form);

}  // namespace tilewright::judge
