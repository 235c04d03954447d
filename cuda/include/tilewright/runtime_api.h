// The CUDA runtime API, as far as programs with kernels of their own use it. Everything extern "C" lives in the runner.
#pragma once

#include "abi.h"
#include "runtime_types.h"

extern "C" {
cudaError_t cudaMalloc(void** pointer, size_t bytes);
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream);
cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned flags = cudaMemAttachGlobal);
cudaError_t cudaMallocHost(void** pointer, size_t bytes);
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned flags);
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height);
cudaError_t cudaFree(void* pointer);
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream);
cudaError_t cudaFreeHost(void* pointer);
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags);
cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister(void* pointer);
cudaError_t cudaMemcpy(void* destination, const void* source, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* destination, const void* source, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream = 0);
cudaError_t cudaMemcpy2D(void* destination, size_t destination_pitch, const void* source, size_t source_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* destination, size_t destination_pitch, const void* source, size_t source_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemset(void* pointer, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream = 0);
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = 0);
cudaError_t cudaMemcpyPeer(void* destination, int device, const void* source, int source_device, size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void* destination, int device, const void* source, int source_device, size_t bytes,
                                cudaStream_t stream = 0);
cudaError_t cudaHostGetFlags(unsigned* flags, void* host);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const struct cudaMemPoolProps* properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc* descriptions, size_t count);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes);
cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream);
cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes);
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device, cudaStream_t stream = 0);
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, enum cudaMemoryAdvise advice, int device);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer);

cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorString(cudaError_t error);
const char* cudaGetErrorName(cudaError_t error);

cudaError_t cudaDeviceSynchronize();
cudaError_t cudaThreadSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t* value, enum cudaLimit limit);
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDeviceGetP2PAttribute(int* value, enum cudaDeviceP2PAttr attribute, int device, int peer);
cudaError_t cudaDeviceGetPCIBusId(char* text, int bytes, int device);
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* properties);
cudaError_t cudaCtxResetPersistingL2Cache();
cudaError_t cudaThreadExit();
cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags);
cudaError_t cudaGetDeviceFlags(unsigned* flags);
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* pointer);
cudaError_t cudaIpcOpenMemHandle(void** pointer, cudaIpcMemHandle_t handle, unsigned flags);
cudaError_t cudaIpcCloseMemHandle(void* pointer);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event, cudaIpcEventHandle_t handle);
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaRuntimeGetVersion(int* version);
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest);

cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t bytes = 0, unsigned flags = cudaMemAttachSingle);
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, const cudaStreamAttrValue* value);
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, cudaStreamAttrValue* value);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data);
cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end);

cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();

// Behind the templates below.
cudaError_t tw_copy_symbol(void* symbol, size_t symbol_bytes, size_t offset, void* other, size_t bytes, int to_symbol,
                           int kind, cudaStream_t stream);
cudaError_t tw_symbol_address(void** pointer, const void* symbol);
cudaError_t tw_function_attribute(const void* function, int attribute, int value);
cudaError_t tw_function_attributes(cudaFuncAttributes* attributes, const void* function);
cudaError_t tw_begin_launch(const void* function, dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream,
                            int is_cooperative);
cudaError_t tw_occupancy(int* blocks, const void* function, int block_size, size_t shared_bytes);
}

inline cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation location, unsigned,
                                        cudaStream_t stream = 0) {
  return cudaMemPrefetchAsync(pointer, bytes, location.id, stream);
}
inline cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, enum cudaMemoryAdvise advice, cudaMemLocation location) {
  return cudaMemAdvise(pointer, bytes, advice, location.id);
}
template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)(void*)pointer, bytes, pool, stream);
}
template <class T>
inline cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)(void*)pointer, bytes, pool, stream);
}
template <class T>
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer, size_t bytes = 0,
                                            unsigned flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, (void*)pointer, bytes, flags);
}
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) { return cudaEventCreateWithFlags(event, flags); }
template <class T>
inline cudaError_t cudaMalloc(T** pointer, size_t bytes) {
  return cudaMalloc((void**)(void*)pointer, bytes);
}
template <class T>
inline cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync((void**)(void*)pointer, bytes, stream);
}
template <class T>
inline cudaError_t cudaMallocManaged(T** pointer, size_t bytes, unsigned flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void**)(void*)pointer, bytes, flags);
}
template <class T>
inline cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned flags = 0) {
  return cudaHostAlloc((void**)(void*)pointer, bytes, flags);
}
template <class T>
inline cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned flags) {
  return cudaHostAlloc((void**)(void*)pointer, bytes, flags);
}
template <class T>
inline cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned flags) {
  return cudaHostGetDevicePointer((void**)(void*)device, host, flags);
}
template <class T>
inline cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
  return cudaMallocPitch((void**)(void*)pointer, pitch, width, height);
}
template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* source, size_t bytes, size_t offset = 0,
                                      enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return tw_copy_symbol((void*)&symbol, sizeof(T), offset, (void*)source, bytes, 1, kind, 0);
}
template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* source, size_t bytes, size_t offset,
                                           enum cudaMemcpyKind kind, cudaStream_t stream = 0) {
  return tw_copy_symbol((void*)&symbol, sizeof(T), offset, (void*)source, bytes, 1, kind, stream);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void* destination, const T& symbol, size_t bytes, size_t offset = 0,
                                        enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return tw_copy_symbol((void*)&symbol, sizeof(T), offset, destination, bytes, 0, kind, 0);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void* destination, const T& symbol, size_t bytes, size_t offset,
                                             enum cudaMemcpyKind kind, cudaStream_t stream = 0) {
  return tw_copy_symbol((void*)&symbol, sizeof(T), offset, destination, bytes, 0, kind, stream);
}
template <class P, class T>
inline cudaError_t cudaGetSymbolAddress(P** pointer, const T& symbol) {
  return tw_symbol_address((void**)(void*)pointer, (const void*)&symbol);
}
template <class T>
inline cudaError_t cudaGetSymbolSize(size_t* bytes, const T&) {
  *bytes = sizeof(T);
  return cudaSuccess;
}
template <class F>
inline cudaError_t cudaFuncSetAttribute(F* function, enum cudaFuncAttribute attribute, int value) {
  return tw_function_attribute((const void*)function, attribute, value);
}
template <class F>
inline cudaError_t cudaFuncSetCacheConfig(F*, enum cudaFuncCache) {
  return cudaSuccess;
}
template <class F>
inline cudaError_t cudaFuncSetSharedMemConfig(F*, enum cudaSharedMemConfig) {
  return cudaSuccess;
}
template <class F>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, F* function) {
  return tw_function_attributes(attributes, (const void*)function);
}
template <class F>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, F* function, int block_size,
                                                                 size_t shared_bytes) {
  return tw_occupancy(blocks, (const void*)function, block_size, shared_bytes);
}
template <class F>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, F* function, int block_size,
                                                                          size_t shared_bytes, unsigned) {
  return tw_occupancy(blocks, (const void*)function, block_size, shared_bytes);
}
template <class F>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size, F* function,
                                                      size_t shared_bytes = 0, int limit = 0) {
  int size = limit > 0 && limit < 1024 ? limit / 32 * 32 : 1024, blocks = 0, processors = 0;
  cudaError_t error = tw_occupancy(&blocks, (const void*)function, size, shared_bytes);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  *grid_size = blocks * processors;
  *block_size = size;
  return error;
}

namespace tilewright {
template <class... P, size_t... I>
inline void call_with(void (*function)(P...), void** arguments, std::index_sequence<I...>) {
  function(*static_cast<std::remove_reference_t<P>*>(arguments[I])...);
}
template <class... P>
inline cudaError_t launch_with(void (*function)(P...), dim3 grid, dim3 block, void** arguments, size_t shared_bytes,
                               cudaStream_t stream, int is_cooperative) {
  cudaError_t error =
      tw_begin_launch((const void*)function, grid, block, shared_bytes, stream, is_cooperative);
  if (error != cudaSuccess) return error;
  call_with(function, arguments, std::index_sequence_for<P...>());
  return cudaPeekAtLastError();
}
}  // namespace tilewright

template <class... P>
inline __attribute__((always_inline)) cudaError_t cudaLaunchKernel(void (*function)(P...), dim3 grid, dim3 block,
                                                                   void** arguments, size_t shared_bytes = 0,
                                                                   cudaStream_t stream = 0) {
  return tilewright::launch_with(function, grid, block, arguments, shared_bytes, stream, 0);
}
template <class... P>
inline __attribute__((always_inline)) cudaError_t cudaLaunchCooperativeKernel(void (*function)(P...), dim3 grid,
                                                                              dim3 block, void** arguments,
                                                                              size_t shared_bytes = 0,
                                                                              cudaStream_t stream = 0) {
  return tilewright::launch_with(function, grid, block, arguments, shared_bytes, stream, 1);
}

#include "graphs.h"
