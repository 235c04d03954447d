#include "kernels/cuda/element_types.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tilewright::kernels::cuda {
namespace {

constexpr std::array<std::pair<DType, int32_t>, 15> kNumbers = {{{DType::UInt8, 0},
                                                                 {DType::Int8, 1},
                                                                 {DType::Int16, 2},
                                                                 {DType::Int32, 3},
                                                                 {DType::Int64, 4},
                                                                 {DType::Float16, 5},
                                                                 {DType::Float32, 6},
                                                                 {DType::Float64, 7},
                                                                 {DType::Bool, 11},
                                                                 {DType::BFloat16, 15},
                                                                 {DType::Float8E5M2, 23},
                                                                 {DType::Float8E4M3FN, 24},
                                                                 {DType::UInt16, 27},
                                                                 {DType::UInt32, 28},
                                                                 {DType::UInt64, 29}}};

}  // namespace

std::optional<int32_t> number_of(DType dtype) {
  auto found = std::find_if(kNumbers.begin(), kNumbers.end(), [&](const auto& entry) { return entry.first == dtype; });
  return found == kNumbers.end() ? std::nullopt : std::optional(found->second);
}

std::optional<DType> dtype_of(int32_t number) {
  auto found = std::find_if(kNumbers.begin(), kNumbers.end(), [&](const auto& entry) { return entry.second == number; });
  return found == kNumbers.end() ? std::nullopt : std::optional(found->first);
}

}  // namespace tilewright::kernels::cuda
