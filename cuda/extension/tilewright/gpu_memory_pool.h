// Device memory for candidates on a GPU: blocks that were freed are given out again, as PyTorch's allocator does. cudaMalloc and
// cudaFree wait for the device, and their time would count as the candidate's.
#pragma once

#include <cuda_runtime.h>

#include <map>
#include <unordered_map>

namespace tilewright {

struct DevicePool {
  std::multimap<size_t, void*> free_blocks;
  std::unordered_map<void*, size_t> sizes;

  static DevicePool& get() {
    static DevicePool* pool = new DevicePool;  // outlives every tensor
    return *pool;
  }
};

// All work is in one order (the default stream and those that wait for it), so a block may be given out again at once.
inline cudaError_t pooled_allocate(void** pointer, size_t bytes) {
  DevicePool& pool = DevicePool::get();
  auto found = pool.free_blocks.find(bytes);
  if (found != pool.free_blocks.end()) {
    *pointer = found->second;
    pool.free_blocks.erase(found);
    return cudaSuccess;
  }
  cudaError_t error = cudaMalloc(pointer, bytes);
  if (error == cudaErrorMemoryAllocation && !pool.free_blocks.empty()) {
    cudaGetLastError();
    for (const auto& [size, block] : pool.free_blocks) {
      pool.sizes.erase(block);
      cudaFree(block);
    }
    pool.free_blocks.clear();
    error = cudaMalloc(pointer, bytes);
  }
  if (error == cudaSuccess && *pointer != nullptr) pool.sizes[*pointer] = bytes;
  return error;
}
inline cudaError_t pooled_release(void* pointer) {
  DevicePool& pool = DevicePool::get();
  auto size = pool.sizes.find(pointer);
  if (size == pool.sizes.end()) return cudaFree(pointer);
  pool.free_blocks.emplace(size->second, pointer);
  return cudaSuccess;
}

}  // namespace tilewright

#define cudaMalloc(pointer, bytes) ::tilewright::pooled_allocate((void**)(pointer), bytes)
#define cudaFree(pointer) ::tilewright::pooled_release(pointer)
