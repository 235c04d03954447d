// Names and texts of the CUDA runtime's errors, for both runtimes of ours: the checked one on the CPU and the worker's over
// the driver.
#pragma once

#include "tilewright/runtime_types.h"

namespace tilewright::kernels::cuda {

inline const char* error_text(cudaError_t error) {
  switch (error) {
#define TW_CUDA_ERROR(name, number, text) \
  case name:                              \
    return text;
#include "tilewright/errors.def"
#undef TW_CUDA_ERROR
  }
  return "unrecognized error code";
}

inline const char* error_name(cudaError_t error) {
  switch (error) {
#define TW_CUDA_ERROR(name, number, text) \
  case name:                              \
    return #name;
#include "tilewright/errors.def"
#undef TW_CUDA_ERROR
  }
  return "unrecognized error code";
}

}  // namespace tilewright::kernels::cuda
