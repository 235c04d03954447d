// Element types as PyTorch numbers them, which is how calls name them.
#pragma once

#include <cstdint>
#include <optional>

#include "base/dtype.h"

namespace tilewright::kernels::cuda {

// Empty for types that tensors of extensions cannot have.
std::optional<int32_t> number_of(DType dtype);
std::optional<DType> dtype_of(int32_t number);

}  // namespace tilewright::kernels::cuda
