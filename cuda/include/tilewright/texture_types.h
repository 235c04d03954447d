// Arrays, textures and surfaces: types, and the functions of the runner. Names and numbers as CUDA's own.
#pragma once

#include "abi.h"

enum cudaChannelFormatKind {
  cudaChannelFormatKindSigned,
  cudaChannelFormatKindUnsigned,
  cudaChannelFormatKindFloat,
  cudaChannelFormatKindNone
};
struct cudaChannelFormatDesc {
  int x, y, z, w;  // bits of each channel
  enum cudaChannelFormatKind f;
};
typedef struct cudaArray* cudaArray_t;
typedef const struct cudaArray* cudaArray_const_t;
typedef struct cudaMipmappedArray* cudaMipmappedArray_t;
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

#define cudaArrayDefault 0
#define cudaArrayLayered 1
#define cudaArraySurfaceLoadStore 2
#define cudaArrayCubemap 4
#define cudaArrayTextureGather 8

struct cudaExtent {
  size_t width, height, depth;
};
struct cudaPos {
  size_t x, y, z;
};
struct cudaPitchedPtr {
  void* ptr;
  size_t pitch, xsize, ysize;
};
struct cudaMemcpy3DParms {
  cudaArray_t srcArray;
  struct cudaPos srcPos;
  struct cudaPitchedPtr srcPtr;
  cudaArray_t dstArray;
  struct cudaPos dstPos;
  struct cudaPitchedPtr dstPtr;
  struct cudaExtent extent;
  enum cudaMemcpyKind kind;
};

enum cudaResourceType {
  cudaResourceTypeArray,
  cudaResourceTypeMipmappedArray,
  cudaResourceTypeLinear,
  cudaResourceTypePitch2D
};
struct cudaResourceDesc {
  enum cudaResourceType resType;
  union {
    struct {
      cudaArray_t array;
    } array;
    struct {
      cudaMipmappedArray_t mipmap;
    } mipmap;
    struct {
      void* devPtr;
      struct cudaChannelFormatDesc desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void* devPtr;
      struct cudaChannelFormatDesc desc;
      size_t width, height, pitchInBytes;
    } pitch2D;
    struct {
      int reserved[32];
    } reserved;
  } res;
  unsigned int flags;
};
struct cudaResourceViewDesc {
  int format;
  size_t width, height, depth;
  unsigned int firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer;
};
enum cudaTextureAddressMode { cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder };
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
struct cudaTextureDesc {
  enum cudaTextureAddressMode addressMode[3];
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization, seamlessCubemap;
};
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
enum cudaSurfaceFormatMode { cudaFormatModeForced, cudaFormatModeAuto };

// How a kernel addresses a texture or surface.
enum TwTextureShape {
  TwTextureFetch,  // of linear memory, by index
  TwTexture1D,
  TwTexture2D,
  TwTexture3D,
  TwTexture1DLayered,
  TwTexture2DLayered,
  TwTextureCubemap,
  TwTextureCubemapLayered
};

extern "C" {
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width, size_t height = 0,
                            unsigned flags = 0);
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                              unsigned flags = 0);
cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags, cudaArray_t array);
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array);
cudaError_t cudaMemcpyToArray(cudaArray_t destination, size_t x_bytes, size_t y, const void* source, size_t bytes,
                              enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void* destination, cudaArray_const_t source, size_t x_bytes, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t destination, size_t x_bytes, size_t y, const void* source, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t destination, size_t x_bytes, size_t y, const void* source, size_t pitch,
                                     size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy2DFromArray(void* destination, size_t pitch, cudaArray_const_t source, size_t x_bytes, size_t y,
                                  size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void* destination, size_t pitch, cudaArray_const_t source, size_t x_bytes, size_t y,
                                       size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t destination, size_t to_x_bytes, size_t to_y, cudaArray_const_t source,
                                     size_t x_bytes, size_t y, size_t width, size_t height,
                                     enum cudaMemcpyKind kind = cudaMemcpyDeviceToDevice);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream = 0);
cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent);

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description, const cudaResourceViewDesc* view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);

// Fetches a texel: four channels of 32 bits, floats as their bits, integers extended by their sign. `position` has x, y, z;
// `layer` counts for the layered shapes. tw_texture_gather: one channel of the four texels that a linear filter would use.
void tw_texture(cudaTextureObject_t texture, int shape, const float* position, int layer, unsigned* texel);
void tw_texture_gather(cudaTextureObject_t texture, const float* position, int channel, unsigned* texels);
// Copies an element of a surface (x in bytes) to or from `value`.
void tw_surface(cudaSurfaceObject_t surface, int shape, int x, int y, int z, void* value, unsigned bytes, int is_write,
                int boundary);
}
