// Running calls of an extension's functions: arguments into device memory, results out of it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilewright::kernels::cuda {

// The results of one run, in memory that the runner shares with the candidate's process.
struct ResultArea {
  uint64_t used;  // bytes of `data` that hold whole results
  char data[];
};

// Makes the calls [first, first + count) of `bytes` (../calls.h) until one fails or a fault is found.
void run_calls(const char* bytes, size_t size, uint32_t first, uint32_t count, ResultArea* area, uint64_t capacity);

}  // namespace tilewright::kernels::cuda
