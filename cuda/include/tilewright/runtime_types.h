// The types and enumerators of the CUDA runtime API, names and numbers as CUDA's own.
#pragma once

#include "abi.h"

typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void* data);
typedef void (*cudaHostFn_t)(void* data);
#define CUDART_CB
#define CUDARTAPI

#define cudaStreamDefault 0
#define cudaStreamNonBlocking 1
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
#define cudaStreamTailLaunch ((cudaStream_t)3)
#define cudaStreamFireAndForget ((cudaStream_t)4)
#define cudaEventDefault 0
#define cudaEventBlockingSync 1
#define cudaEventDisableTiming 2
#define cudaEventInterprocess 4
#define cudaHostAllocDefault 0
#define cudaHostAllocPortable 1
#define cudaHostAllocMapped 2
#define cudaHostAllocWriteCombined 4
#define cudaHostRegisterDefault 0
#define cudaHostRegisterPortable 1
#define cudaHostRegisterMapped 2
#define cudaHostRegisterIoMemory 4
#define cudaHostRegisterReadOnly 8
#define cudaMemAttachSingle 4
#define cudaMemAttachGlobal 1
#define cudaMemAttachHost 2
#define cudaDeviceScheduleAuto 0
#define cudaDeviceScheduleSpin 1
#define cudaDeviceScheduleYield 2
#define cudaDeviceScheduleBlockingSync 4
#define cudaDeviceBlockingSync 4
#define cudaDeviceLmemResizeToMax 16
#define cudaPeerAccessDefault 0
#define cudaEventRecordDefault 0
#define cudaEventWaitDefault 0
#define cudaIpcMemLazyEnablePeerAccess 1
#define cudaOccupancyDefault 0
#define cudaDeviceMapHost 8
#define cudaCpuDeviceId (-1)
#define cudaInvalidDeviceId (-2)

typedef struct {
  char bytes[16];
} cudaUUID_t;
struct cudaDeviceProp {
  char name[256];
  cudaUUID_t uuid;
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment, texturePitchAlignment, surfaceAlignment;
  int maxTexture1D, maxTexture2D[2], maxTexture3D[3], maxTexture1DLayered[2], maxTexture2DLayered[3], maxTextureCubemap;
  int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount, unifiedAddressing;
  int memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID, hostNativeAtomicSupported;
  int singleToDoublePrecisionPerfRatio, pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported;
  int canUseHostPointerForRegisteredMem, cooperativeLaunch, cooperativeMultiDeviceLaunch;
  size_t sharedMemPerBlockOptin;
  int maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
  int hostRegisterSupported, memoryPoolsSupported, clusterLaunch;
};

enum cudaDeviceAttr {
#define TW_DEVICE_ATTRIBUTE(name, number, value) cudaDevAttr##name = number,
#include "device_attributes.def"
#undef TW_DEVICE_ATTRIBUTE
};
enum cudaComputeMode {
  cudaComputeModeDefault,
  cudaComputeModeExclusive,
  cudaComputeModeProhibited,
  cudaComputeModeExclusiveProcess
};
enum cudaDeviceP2PAttr {
  cudaDevP2PAttrPerformanceRank = 1,
  cudaDevP2PAttrAccessSupported,
  cudaDevP2PAttrNativeAtomicSupported,
  cudaDevP2PAttrCudaArrayAccessSupported
};

enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
enum cudaSharedMemConfig {
  cudaSharedMemBankSizeDefault,
  cudaSharedMemBankSizeFourByte,
  cudaSharedMemBankSizeEightByte
};
enum cudaLimit {
  cudaLimitStackSize,
  cudaLimitPrintfFifoSize,
  cudaLimitMallocHeapSize,
  cudaLimitDevRuntimeSyncDepth,
  cudaLimitDevRuntimePendingLaunchCount,
  cudaLimitMaxL2FetchGranularity,
  cudaLimitPersistingL2CacheSize
};
enum cudaMemoryAdvise {
  cudaMemAdviseSetReadMostly = 1,
  cudaMemAdviseUnsetReadMostly,
  cudaMemAdviseSetPreferredLocation,
  cudaMemAdviseUnsetPreferredLocation,
  cudaMemAdviseSetAccessedBy,
  cudaMemAdviseUnsetAccessedBy
};
enum cudaMemoryType {
  cudaMemoryTypeUnregistered,
  cudaMemoryTypeHost,
  cudaMemoryTypeDevice,
  cudaMemoryTypeManaged
};
struct cudaPointerAttributes {
  enum cudaMemoryType type;
  int device;
  void *devicePointer, *hostPointer;
};
struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes,
      preferredShmemCarveout;
};


struct cudaIpcMemHandle_t {
  char reserved[64];
};
struct cudaIpcEventHandle_t {
  char reserved[64];
};

typedef struct CUmemPoolHandle_st* cudaMemPool_t;
enum cudaMemLocationType {
  cudaMemLocationTypeInvalid = 0,
  cudaMemLocationTypeDevice = 1,
  cudaMemLocationTypeHost = 2,
  cudaMemLocationTypeHostNuma = 3,
  cudaMemLocationTypeHostNumaCurrent = 4
};
struct cudaMemLocation {
  enum cudaMemLocationType type;
  int id;
};
enum cudaMemAllocationType {
  cudaMemAllocationTypeInvalid = 0,
  cudaMemAllocationTypePinned = 1,
  cudaMemAllocationTypeManaged = 2
};
enum cudaMemAllocationHandleType { cudaMemHandleTypeNone = 0, cudaMemHandleTypePosixFileDescriptor = 1 };
enum cudaMemAccessFlags {
  cudaMemAccessFlagsProtNone = 0,
  cudaMemAccessFlagsProtRead = 1,
  cudaMemAccessFlagsProtReadWrite = 3
};
struct cudaMemAccessDesc {
  struct cudaMemLocation location;
  enum cudaMemAccessFlags flags;
};
struct cudaMemPoolProps {
  enum cudaMemAllocationType allocType;
  enum cudaMemAllocationHandleType handleTypes;
  struct cudaMemLocation location;
  void* win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
};
enum cudaMemPoolAttr {
  cudaMemPoolReuseFollowEventDependencies = 1,
  cudaMemPoolReuseAllowOpportunistic,
  cudaMemPoolReuseAllowInternalDependencies,
  cudaMemPoolAttrReleaseThreshold,
  cudaMemPoolAttrReservedMemCurrent,
  cudaMemPoolAttrReservedMemHigh,
  cudaMemPoolAttrUsedMemCurrent,
  cudaMemPoolAttrUsedMemHigh
};

enum cudaAccessProperty { cudaAccessPropertyNormal, cudaAccessPropertyStreaming, cudaAccessPropertyPersisting };
struct cudaAccessPolicyWindow {
  void* base_ptr;
  size_t num_bytes;
  float hitRatio;
  enum cudaAccessProperty hitProp, missProp;
};
enum cudaLaunchAttributeID {
  cudaLaunchAttributeIgnore = 0,
  cudaLaunchAttributeAccessPolicyWindow = 1,
  cudaLaunchAttributeCooperative = 2,
  cudaLaunchAttributeSynchronizationPolicy = 3,
  cudaLaunchAttributeClusterDimension = 4,
  cudaLaunchAttributeClusterSchedulingPolicyPreference = 5,
  cudaLaunchAttributeProgrammaticStreamSerialization = 6,
  cudaLaunchAttributePriority = 8
};
union cudaLaunchAttributeValue {
  char pad[64];
  struct cudaAccessPolicyWindow accessPolicyWindow;
  int cooperative;
  struct {
    unsigned int x, y, z;
  } clusterDim;
  int programmaticStreamSerializationAllowed;
  int priority;
};
typedef struct cudaLaunchAttribute_st {
  enum cudaLaunchAttributeID id;
  union cudaLaunchAttributeValue val;
} cudaLaunchAttribute;
typedef struct cudaLaunchConfig_st {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute* attrs;
  unsigned int numAttrs;
} cudaLaunchConfig_t;
typedef enum cudaLaunchAttributeID cudaStreamAttrID;
typedef union cudaLaunchAttributeValue cudaStreamAttrValue;
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributePriority cudaLaunchAttributePriority
