// Training state as safetensors bytes: named float tensors and a few whole numbers. For .cc files of
// torch rooms.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tilewright::tune {

// Tensors are float32.
std::string save_tensors(const std::map<std::string, at::Tensor>& tensors,
                         const std::map<std::string, std::string>& metadata);

// Copies the stored values into `tensors` in place. The file must hold exactly these tensors at these
// shapes, and the metadata `expected`; otherwise nothing is changed (RunMismatch, BadFormat). Gives the
// metadata named in `numbers`.
Result<std::map<std::string, int64_t>> load_tensors(const std::map<std::string, at::Tensor>& tensors,
                                                    const std::map<std::string, std::string>& expected,
                                                    const std::vector<std::string>& numbers,
                                                    std::string_view bytes, std::string_view name);

}  // namespace tilewright::tune
