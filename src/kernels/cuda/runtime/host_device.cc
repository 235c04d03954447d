// The CUDA runtime API: devices, their properties, errors.
#include <cstdio>
#include <cstring>
#include <iterator>

#include "kernels/cuda/error_text.h"
#include "kernels/cuda/runtime/faults.h"
#include "kernels/cuda/runtime/graphs.h"
#include "kernels/cuda/runtime/host_api.h"
#include "kernels/cuda/runtime/image.h"
#include "kernels/cuda/runtime/memory.h"
#include "kernels/cuda/runtime/streams.h"
#include "tilewright/runtime_api.h"

using namespace tilewright::kernels::cuda;

namespace {

unsigned g_device_flags = 0;
// What cudaDeviceSetLimit asked for; the machine itself has its own limits.
size_t g_device_limits[16] = {1024, 1 << 20, 8 << 20, 2, 2048, 64, 0};

cudaError_t no_other_process(const void* place) {
  return fail_call(FaultKind::Unsupported, cudaErrorNotSupported, place,
                   "memory and events of other processes (cudaIpc...)");
}

}  // namespace

extern "C" {

cudaError_t cudaGetLastError() {
  mark_errors_handled();
  cudaError_t error = machine.last_error;
  machine.last_error = machine.sticky_error;
  return error;
}
cudaError_t cudaPeekAtLastError() {
  mark_errors_handled();
  return machine.last_error;
}
const char* cudaGetErrorString(cudaError_t error) { return error_text(error); }
const char* cudaGetErrorName(cudaError_t error) { return error_name(error); }

cudaError_t cudaDeviceSynchronize() {
  if (machine.in_kernel) {
    record_fault(FaultKind::Unsupported, TW_CALLER,
                 "cudaDeviceSynchronize inside a kernel (dynamic parallelism)");
    abort_launch(cudaErrorNotSupported);
  }
  if (cudaError_t error = refuse_while_capturing("cudaDeviceSynchronize", TW_CALLER); error != cudaSuccess)
    return error;
  synchronise_host_with_all();
  return machine.sticky_error;
}
cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
cudaError_t cudaDeviceReset() {
  for (uint32_t index = 1; index < machine.allocation_count; ++index) {
    if ((machine.allocations[index].flags & (kFreed | kShared | kSymbol | kRegistered)) == 0)
      free_allocation(index, image_offset(TW_CALLER));
  }
  machine.last_error = machine.sticky_error = cudaSuccess;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
  if (device == 0) return cudaSuccess;
  return fail_call(FaultKind::ApiError, cudaErrorInvalidDevice, TW_CALLER, "there is one device, number 0");
}
cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (device != 0)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidDevice, TW_CALLER,
                     "there is one device, number 0");
  const Limits& limits = machine.limits;
  cudaDeviceProp& p = *properties;
  std::memset(static_cast<void*>(&p), 0, sizeof p);
  std::snprintf(p.name, sizeof p.name, "%s", limits.name);
  auto ask = [](cudaDeviceAttr attribute) {
    int value = 0;
    cudaDeviceGetAttribute(&value, attribute, 0);
    return value;
  };
#define TW_ASK(member, attribute) \
  p.member = static_cast<decltype(p.member + 0)>(ask(cudaDevAttr##attribute))
  TW_ASK(sharedMemPerBlock, MaxSharedMemoryPerBlock);
  TW_ASK(regsPerBlock, MaxRegistersPerBlock);
  TW_ASK(warpSize, WarpSize);
  TW_ASK(memPitch, MaxPitch);
  TW_ASK(maxThreadsPerBlock, MaxThreadsPerBlock);
  TW_ASK(maxThreadsDim[0], MaxBlockDimX);
  TW_ASK(maxThreadsDim[1], MaxBlockDimY);
  TW_ASK(maxThreadsDim[2], MaxBlockDimZ);
  TW_ASK(maxGridSize[0], MaxGridDimX);
  TW_ASK(maxGridSize[1], MaxGridDimY);
  TW_ASK(maxGridSize[2], MaxGridDimZ);
  TW_ASK(clockRate, ClockRate);
  TW_ASK(totalConstMem, TotalConstantMemory);
  TW_ASK(major, ComputeCapabilityMajor);
  TW_ASK(minor, ComputeCapabilityMinor);
  TW_ASK(textureAlignment, TextureAlignment);
  TW_ASK(texturePitchAlignment, TexturePitchAlignment);
  TW_ASK(surfaceAlignment, SurfaceAlignment);
  TW_ASK(deviceOverlap, GpuOverlap);
  TW_ASK(multiProcessorCount, MultiProcessorCount);
  TW_ASK(integrated, Integrated);
  TW_ASK(canMapHostMemory, CanMapHostMemory);
  TW_ASK(computeMode, ComputeMode);
  TW_ASK(maxTexture1D, MaxTexture1DWidth);
  TW_ASK(maxTexture2D[0], MaxTexture2DWidth);
  TW_ASK(maxTexture2D[1], MaxTexture2DHeight);
  TW_ASK(maxTexture3D[0], MaxTexture3DWidth);
  TW_ASK(maxTexture3D[1], MaxTexture3DHeight);
  TW_ASK(maxTexture3D[2], MaxTexture3DDepth);
  TW_ASK(maxTexture1DLayered[0], MaxTexture1DLayeredWidth);
  TW_ASK(maxTexture1DLayered[1], MaxTexture1DLayeredLayers);
  TW_ASK(maxTexture2DLayered[0], MaxTexture2DLayeredWidth);
  TW_ASK(maxTexture2DLayered[1], MaxTexture2DLayeredHeight);
  TW_ASK(maxTexture2DLayered[2], MaxTexture2DLayeredLayers);
  TW_ASK(maxTextureCubemap, MaxTextureCubemapWidth);
  TW_ASK(concurrentKernels, ConcurrentKernels);
  TW_ASK(ECCEnabled, EccEnabled);
  TW_ASK(asyncEngineCount, AsyncEngineCount);
  TW_ASK(unifiedAddressing, UnifiedAddressing);
  TW_ASK(memoryClockRate, MemoryClockRate);
  TW_ASK(memoryBusWidth, GlobalMemoryBusWidth);
  TW_ASK(l2CacheSize, L2CacheSize);
  TW_ASK(persistingL2CacheMaxSize, MaxPersistingL2CacheSize);
  TW_ASK(maxThreadsPerMultiProcessor, MaxThreadsPerMultiProcessor);
  TW_ASK(streamPrioritiesSupported, StreamPrioritiesSupported);
  TW_ASK(globalL1CacheSupported, GlobalL1CacheSupported);
  TW_ASK(localL1CacheSupported, LocalL1CacheSupported);
  TW_ASK(sharedMemPerMultiprocessor, MaxSharedMemoryPerMultiprocessor);
  TW_ASK(regsPerMultiprocessor, MaxRegistersPerMultiprocessor);
  TW_ASK(managedMemory, ManagedMemory);
  TW_ASK(hostNativeAtomicSupported, HostNativeAtomicSupported);
  TW_ASK(singleToDoublePrecisionPerfRatio, SingleToDoublePrecisionPerfRatio);
  TW_ASK(concurrentManagedAccess, ConcurrentManagedAccess);
  TW_ASK(computePreemptionSupported, ComputePreemptionSupported);
  TW_ASK(canUseHostPointerForRegisteredMem, CanUseHostPointerForRegisteredMem);
  TW_ASK(cooperativeLaunch, CooperativeLaunch);
  TW_ASK(sharedMemPerBlockOptin, MaxSharedMemoryPerBlockOptin);
  TW_ASK(maxBlocksPerMultiProcessor, MaxBlocksPerMultiprocessor);
  TW_ASK(accessPolicyMaxWindowSize, MaxAccessPolicyWindowSize);
  TW_ASK(reservedSharedMemPerBlock, ReservedSharedMemoryPerBlock);
  TW_ASK(hostRegisterSupported, HostRegisterSupported);
  TW_ASK(memoryPoolsSupported, MemoryPoolsSupported);
  TW_ASK(clusterLaunch, ClusterLaunch);
#undef TW_ASK
  p.totalGlobalMem = limits.device_bytes;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attribute, int device) {
  if (device != 0)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidDevice, TW_CALLER,
                     "there is one device, number 0");
  const Limits& limits = machine.limits;
  switch (attribute) {
#define TW_DEVICE_ATTRIBUTE(name, number, answer) \
  case cudaDevAttr##name:                         \
    *value = static_cast<int>(answer);            \
    return cudaSuccess;
#include "tilewright/device_attributes.def"
#undef TW_DEVICE_ATTRIBUTE
  }
  return fail_call(FaultKind::Unsupported, cudaErrorInvalidValue, TW_CALLER,
                   "this attribute of cudaDeviceGetAttribute");
}
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig) { return cudaSuccess; }
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
  if (static_cast<unsigned>(limit) >= std::size(g_device_limits))
    return fail_call(FaultKind::ApiError, cudaErrorUnsupportedLimit, TW_CALLER, "there is no such limit");
  g_device_limits[limit] = value;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetLimit(size_t* value, enum cudaLimit limit) {
  if (static_cast<unsigned>(limit) >= std::size(g_device_limits))
    return fail_call(FaultKind::ApiError, cudaErrorUnsupportedLimit, TW_CALLER, "there is no such limit");
  *value = g_device_limits[limit];
  return cudaSuccess;
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
  *can = 0;
  return cudaSuccess;
}
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) {
  return fail_call(FaultKind::ApiError, cudaErrorInvalidDevice, TW_CALLER, "there is one device, without a peer");
}
cudaError_t cudaDeviceDisablePeerAccess(int) {
  return fail_call(FaultKind::ApiError, cudaErrorPeerAccessNotEnabled, TW_CALLER,
                   "there is one device, without a peer");
}
cudaError_t cudaDeviceGetP2PAttribute(int* value, enum cudaDeviceP2PAttr, int, int) {
  *value = 0;
  return fail_call(FaultKind::ApiError, cudaErrorInvalidDevice, TW_CALLER, "there is one device, without a peer");
}
cudaError_t cudaDeviceGetPCIBusId(char* text, int bytes, int) {
  std::snprintf(text, static_cast<size_t>(bytes), "0000:00:00.0");
  return cudaSuccess;
}
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }
cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
cudaError_t cudaInitDevice(int, unsigned, unsigned) { return cudaSuccess; }
cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  *flags = g_device_flags;
  return cudaSuccess;
}
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t*, void*) { return no_other_process(TW_CALLER); }
cudaError_t cudaIpcOpenMemHandle(void**, cudaIpcMemHandle_t, unsigned) { return no_other_process(TW_CALLER); }
cudaError_t cudaIpcCloseMemHandle(void*) { return no_other_process(TW_CALLER); }
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t*, cudaEvent_t) { return no_other_process(TW_CALLER); }
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t*, cudaIpcEventHandle_t) { return no_other_process(TW_CALLER); }
cudaError_t cudaSetDeviceFlags(unsigned flags) {
  g_device_flags = flags;
  return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* version) {
  *version = 13000;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = 13000;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = 0;
  *greatest = -5;
  return cudaSuccess;
}
cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }

}  // extern "C"
