// Texture and surface objects, and what kernels read and write through them. Addressing and filtering as the CUDA C++
// Programming Guide has them (appendix "Texture Fetching"): a linear filter's weights are fixed-point numbers of 9 bits, 8 of
// them behind the point.
#include <immintrin.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "kernels/cuda/runtime/access.h"
#include "kernels/cuda/runtime/arrays.h"
#include "kernels/cuda/runtime/host_api.h"
#include "kernels/cuda/runtime/memory.h"

namespace tilewright::kernels::cuda {
namespace {

struct Texture {
  cudaResourceDesc resource{};
  cudaTextureDesc description{};
  cudaChannelFormatDesc format{};
  const char* base = nullptr;
  size_t width = 0, height = 1, depth = 1;  // elements
  size_t row = 0, slice = 0;                // bytes
  unsigned element_bytes = 0;
  bool is_alive = true;
};
struct Surface {
  cudaArray_t array = nullptr;
  bool is_alive = true;
};
std::vector<Texture> g_textures;
std::vector<Surface> g_surfaces;
constexpr unsigned long long kFirstHandle = 0x7e00000000000001ull;

template <class T>
T* object_of(std::vector<T>& objects, unsigned long long handle) {
  unsigned long long index = handle - kFirstHandle;
  return index < objects.size() && objects[index].is_alive ? &objects[index] : nullptr;
}

struct Value {
  float real[4] = {0, 0, 0, 0};
  unsigned bits[4] = {0, 0, 0, 0};  // of textures that give integers
};

bool gives_floats(const Texture& texture) {
  return texture.format.f == cudaChannelFormatKindFloat ||
         texture.description.readMode == cudaReadModeNormalizedFloat;
}

void decode(const Texture& texture, const char* at, Value& value) {
  int bits = texture.format.x, channels = static_cast<int>(texture.element_bytes) / (bits / 8);
  bool is_normalised = texture.description.readMode == cudaReadModeNormalizedFloat;
  for (int i = 0; i < channels; ++i, at += bits / 8) {
    uint32_t raw = 0;
    std::memcpy(&raw, at, static_cast<size_t>(bits / 8));
    if (texture.format.f == cudaChannelFormatKindFloat) {
      if (bits == 16)
        value.real[i] = _cvtsh_ss(static_cast<unsigned short>(raw));
      else
        std::memcpy(&value.real[i], &raw, 4);
    } else if (texture.format.f == cudaChannelFormatKindUnsigned) {
      value.bits[i] = raw;
      if (is_normalised) value.real[i] = static_cast<float>(raw / (std::exp2(bits) - 1));
    } else {
      int number = static_cast<int>(raw << (32 - bits)) >> (32 - bits);
      value.bits[i] = static_cast<unsigned>(number);
      if (is_normalised)
        value.real[i] = static_cast<float>(std::fmax(number / (std::exp2(bits - 1) - 1), -1.0));
    }
  }
}

// The texel that an index beyond the edge stands for; -1: the border. `size` in texels.
long wrapped(long index, size_t size, cudaTextureAddressMode mode) {
  auto n = static_cast<long>(size);
  switch (mode) {
    case cudaAddressModeBorder:
      return index < 0 || index >= n ? -1 : index;
    case cudaAddressModeWrap:
      return (index % n + n) % n;
    case cudaAddressModeMirror: {
      long twice = (index % (2 * n) + 2 * n) % (2 * n);
      return twice < n ? twice : 2 * n - 1 - twice;
    }
    case cudaAddressModeClamp:
      break;
  }
  return index < 0 ? 0 : index >= n ? n - 1 : index;
}

cudaTextureAddressMode mode_of(const Texture& texture, int dimension) {
  cudaTextureAddressMode mode = texture.description.addressMode[dimension];
  // Wrapping and mirroring are for normalised coordinates.
  bool needs_normalised = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
  return needs_normalised && texture.description.normalizedCoords == 0 ? cudaAddressModeClamp : mode;
}

Value read_texel(const Texture& texture, const long index[3], const void* place) {
  Value value;
  if (index[0] < 0 || index[1] < 0 || index[2] < 0) {
    std::memcpy(value.real, texture.description.borderColor, sizeof value.real);
    return value;
  }
  const char* at = texture.base + static_cast<size_t>(index[2]) * texture.slice +
                   static_cast<size_t>(index[1]) * texture.row + static_cast<size_t>(index[0]) * texture.element_bytes;
  range_access(false, reinterpret_cast<uintptr_t>(at), texture.element_bytes, place);
  decode(texture, at, value);
  return value;
}

// A coordinate as texels, the index before it and the weight of the one after.
struct Axis {
  long index[2] = {0, 0};
  float weight = 0;
};

Axis axis_of(const Texture& texture, int dimension, float coordinate, size_t size, bool is_linear) {
  cudaTextureAddressMode mode = mode_of(texture, dimension);
  double x = coordinate;
  if (texture.description.normalizedCoords != 0) x *= static_cast<double>(size);
  if (!(std::fabs(x) < 1e15)) x = x < 0 ? -1e15 : 1e15;
  Axis axis;
  if (!is_linear) {
    axis.index[0] = wrapped(static_cast<long>(std::floor(x)), size, mode);
    return axis;
  }
  x = std::floor((x - 0.5) * 256 + 0.5) / 256;
  auto before = static_cast<long>(std::floor(x));
  axis.weight = static_cast<float>(x - std::floor(x));
  axis.index[0] = wrapped(before, size, mode);
  axis.index[1] = wrapped(before + 1, size, mode);
  return axis;
}

void store(const Texture& texture, const Value& value, unsigned* texel) {
  std::memcpy(texel, gives_floats(texture) ? static_cast<const void*>(value.real) : value.bits, sizeof value.bits);
}

void sample(const Texture& texture, const float* position, int dimensions, long slice, unsigned* texel,
            const void* place) {
  bool is_linear = texture.description.filterMode == cudaFilterModeLinear;
  const size_t sizes[3] = {texture.width, texture.height, texture.depth};
  Axis axes[3];
  for (int i = 0; i < dimensions; ++i) axes[i] = axis_of(texture, i, position[i], sizes[i], is_linear);
  if (slice >= 0) axes[2].index[0] = slice;
  if (!is_linear) {
    const long index[3] = {axes[0].index[0], axes[1].index[0], axes[2].index[0]};
    return store(texture, read_texel(texture, index, place), texel);
  }
  Value sum;
  for (int corner = 0; corner < 1 << dimensions; ++corner) {
    float weight = 1;
    long index[3] = {axes[0].index[0], axes[1].index[0], axes[2].index[0]};
    for (int i = 0; i < dimensions; ++i) {
      int side = corner >> i & 1;
      index[i] = axes[i].index[side];
      weight *= side == 1 ? axes[i].weight : 1 - axes[i].weight;
    }
    if (weight == 0) continue;
    Value value = read_texel(texture, index, place);
    for (int i = 0; i < 4; ++i) sum.real[i] += weight * value.real[i];
  }
  store(texture, sum, texel);
}

// Which face of a cube a direction meets, and where on it, as coordinates from 0 to 1 (the guide's table).
int face_of(const float* direction, float position[2]) {
  float x = direction[0], y = direction[1], z = direction[2];
  float size_x = std::fabs(x), size_y = std::fabs(y), size_z = std::fabs(z), m, s, t;
  int face;
  if (size_x >= size_y && size_x >= size_z) {
    face = x >= 0 ? 0 : 1;
    m = size_x, s = x >= 0 ? -z : z, t = -y;
  } else if (size_y >= size_z) {
    face = y >= 0 ? 2 : 3;
    m = size_y, s = x, t = y >= 0 ? z : -z;
  } else {
    face = z >= 0 ? 4 : 5;
    m = size_z, s = z >= 0 ? x : -x, t = -y;
  }
  position[0] = (s / m + 1) / 2;
  position[1] = (t / m + 1) / 2;
  return face;
}

const Texture& texture_in_kernel(cudaTextureObject_t handle, const void* place) {
  Texture* texture = object_of(g_textures, handle);
  if (texture != nullptr && texture->resource.resType == cudaResourceTypeArray && !is_array(texture->resource.res.array.array))
    texture = nullptr;
  if (texture == nullptr) {
    bool was_one = handle - kFirstHandle < g_textures.size();
    record_fault(was_one ? FaultKind::UseAfterFree : FaultKind::OutOfBounds, place,
                 was_one ? "the texture that is read, or its array, has been destroyed"
                         : "what is read is no texture object");
    abort_launch(cudaErrorIllegalAddress);
  }
  return *texture;
}

cudaError_t set_resource(Texture& texture, const cudaResourceDesc& resource, const void* place) {
  switch (resource.resType) {
    case cudaResourceTypeArray: {
      cudaArray_t array = resource.res.array.array;
      if (!is_array(array))
        return fail_call(FaultKind::ApiError, cudaErrorInvalidResourceHandle, place,
                         "the texture's array is none (any more)");
      texture.format = array->format;
      texture.base = array->base;
      texture.width = array->width;
      texture.height = array->rows();
      texture.depth = array->slices();
      texture.row = array->row_bytes();
      break;
    }
    case cudaResourceTypeLinear:
      texture.format = resource.res.linear.desc;
      texture.base = static_cast<const char*>(resource.res.linear.devPtr);
      break;
    case cudaResourceTypePitch2D:
      texture.format = resource.res.pitch2D.desc;
      texture.base = static_cast<const char*>(resource.res.pitch2D.devPtr);
      texture.width = resource.res.pitch2D.width;
      texture.height = resource.res.pitch2D.height;
      texture.row = resource.res.pitch2D.pitchInBytes;
      break;
    case cudaResourceTypeMipmappedArray:
      return fail_call(FaultKind::Unsupported, cudaErrorNotSupported, place, "textures of mipmapped arrays");
  }
  texture.element_bytes = element_bytes(texture.format);
  if (texture.element_bytes == 0)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidChannelDescriptor, place,
                     "the texture's format has other channels than 1, 2 or 4 of 8, 16 or 32 bits");
  if (resource.resType == cudaResourceTypeLinear) {
    texture.width = resource.res.linear.sizeInBytes / texture.element_bytes;
    texture.row = resource.res.linear.sizeInBytes;
  }
  texture.slice = texture.row * texture.height;
  auto address = reinterpret_cast<uintptr_t>(texture.base);
  if (!is_device_side(address) || find_allocation(address) == 0)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidDevicePointer, place, "the texture's memory is not the device's");
  // Limits of every chip since compute capability 3.0.
  if (resource.resType != cudaResourceTypeArray && address % 512 != 0)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, place, "the texture's memory is not aligned to 512 bytes");
  if (resource.resType == cudaResourceTypePitch2D && texture.row % 32 != 0)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, place, "the texture's pitch is no multiple of 32 bytes");
  return cudaSuccess;
}

int dimensions_of(int shape) {
  switch (shape) {
    case TwTexture1D:
    case TwTexture1DLayered:
      return 1;
    case TwTexture3D:
      return 3;
    default:
      return 2;
  }
}

}  // namespace
}  // namespace tilewright::kernels::cuda

using namespace tilewright::kernels::cuda;

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* handle, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description, const cudaResourceViewDesc* view) {
  if (view != nullptr)
    return fail_call(FaultKind::Unsupported, cudaErrorNotSupported, TW_CALLER, "textures with a resource view");
  Texture texture;
  texture.resource = *resource;
  texture.description = *description;
  cudaError_t error = set_resource(texture, *resource, TW_CALLER);
  if (error != cudaSuccess) return error;
  if (description->filterMode == cudaFilterModeLinear && !gives_floats(texture))
    return fail_call(FaultKind::ApiError, cudaErrorInvalidFilterSetting, TW_CALLER,
                     "a linear filter needs a texture of floats or cudaReadModeNormalizedFloat");
  if (description->readMode == cudaReadModeNormalizedFloat && texture.format.f != cudaChannelFormatKindFloat &&
      texture.format.x == 32)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidNormSetting, TW_CALLER,
                     "cudaReadModeNormalizedFloat is for integers of 8 or 16 bits");
  g_textures.push_back(texture);
  *handle = kFirstHandle + g_textures.size() - 1;
  return cudaSuccess;
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t handle) {
  if (handle == 0) return cudaSuccess;
  Texture* texture = object_of(g_textures, handle);
  if (texture == nullptr)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, TW_CALLER,
                     "cudaDestroyTextureObject of what is no texture (any more)");
  texture->is_alive = false;
  return cudaSuccess;
}
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t handle) {
  Texture* texture = object_of(g_textures, handle);
  if (texture == nullptr)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, TW_CALLER, "this is no texture (any more)");
  *resource = texture->resource;
  return cudaSuccess;
}
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* handle, const cudaResourceDesc* resource) {
  if (resource->resType != cudaResourceTypeArray || !is_array(resource->res.array.array))
    return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, TW_CALLER, "a surface needs an array");
  if ((resource->res.array.array->flags & cudaArraySurfaceLoadStore) == 0)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, TW_CALLER,
                     "the surface's array was made without cudaArraySurfaceLoadStore");
  g_surfaces.push_back({resource->res.array.array, true});
  *handle = kFirstHandle + g_surfaces.size() - 1;
  return cudaSuccess;
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t handle) {
  Surface* surface = object_of(g_surfaces, handle);
  if (surface == nullptr)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, TW_CALLER,
                     "cudaDestroySurfaceObject of what is no surface (any more)");
  surface->is_alive = false;
  return cudaSuccess;
}

void tw_texture(cudaTextureObject_t handle, int shape, const float* position, int layer, unsigned* texel) {
  const void* place = TW_CALLER;
  const Texture& texture = texture_in_kernel(handle, place);
  if (shape == TwTextureFetch) {
    int index;
    std::memcpy(&index, position, sizeof index);
    std::memset(texel, 0, 4 * sizeof *texel);
    if (index < 0 || static_cast<size_t>(index) >= texture.width) return;
    const long at[3] = {index, 0, 0};
    return store(texture, read_texel(texture, at, place), texel);
  }
  long last = static_cast<long>(texture.depth) - 1, slice = -1;
  float on_face[2];
  if (shape == TwTextureCubemap || shape == TwTextureCubemapLayered) {
    slice = face_of(position, on_face) + (shape == TwTextureCubemapLayered ? 6l * layer : 0);
    Texture normalised = texture;
    normalised.description.normalizedCoords = 1;
    for (auto& mode : normalised.description.addressMode) mode = cudaAddressModeClamp;
    return sample(normalised, on_face, 2, slice < 0 ? 0 : slice > last ? last : slice, texel, place);
  }
  if (shape == TwTexture1DLayered || shape == TwTexture2DLayered)
    slice = layer < 0 ? 0 : layer > last ? last : layer;
  sample(texture, position, dimensions_of(shape), slice, texel, place);
}

void tw_texture_gather(cudaTextureObject_t handle, const float* position, int channel, unsigned* texels) {
  const void* place = TW_CALLER;
  const Texture& texture = texture_in_kernel(handle, place);
  Axis x = axis_of(texture, 0, position[0], texture.width, true), y = axis_of(texture, 1, position[1], texture.height, true);
  // Counter-clockwise from the lower left one.
  const int order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
  for (int i = 0; i < 4; ++i) {
    const long index[3] = {x.index[order[i][0]], y.index[order[i][1]], 0};
    unsigned texel[4];
    store(texture, read_texel(texture, index, place), texel);
    texels[i] = texel[channel & 3];
  }
}

void tw_surface(cudaSurfaceObject_t handle, int shape, int x, int y, int z, void* value, unsigned bytes, int is_write,
                int boundary) {
  const void* place = TW_CALLER;
  Surface* surface = object_of(g_surfaces, handle);
  if (surface == nullptr || !is_array(surface->array)) {
    record_fault(FaultKind::UseAfterFree, place, "what is accessed is no surface object (any more)");
    abort_launch(cudaErrorIllegalAddress);
  }
  const cudaArray& array = *surface->array;
  long limits[3] = {static_cast<long>(array.row_bytes()) - static_cast<long>(bytes), static_cast<long>(array.rows()) - 1,
                    static_cast<long>(array.slices()) - 1};
  long at[3] = {x, y, z};
  bool is_inside = true;
  for (int i = 0; i < 3; ++i) is_inside &= at[i] >= 0 && at[i] <= limits[i];
  if (!is_inside && boundary == cudaBoundaryModeTrap) {
    record_fault(FaultKind::OutOfBounds, place,
                 "out of bounds: this %s a surface of %zu bytes x %zu x %zu at byte %d of row %d, slice %d (the first "
                 "coordinate counts bytes)",
                 is_write != 0 ? "writes" : "reads", array.row_bytes(), array.rows(), array.slices(), x, y, z);
    abort_launch(cudaErrorIllegalAddress);
  }
  (void)shape;
  if (!is_inside && boundary == cudaBoundaryModeZero) {
    if (is_write == 0) std::memset(value, 0, bytes);
    return;
  }
  for (int i = 0; i < 3; ++i) at[i] = at[i] < 0 ? 0 : at[i] > limits[i] ? limits[i] : at[i];
  if (at[0] % bytes != 0) {
    record_fault(FaultKind::Misaligned, place, "misaligned: a surface's first coordinate counts bytes; %ld is no multiple of %u",
                 at[0], bytes);
    abort_launch(cudaErrorMisalignedAddress);
  }
  char* element = array.at(static_cast<size_t>(at[0]), static_cast<size_t>(at[1]), static_cast<size_t>(at[2]));
  range_access(is_write != 0, reinterpret_cast<uintptr_t>(element), bytes, place);
  std::memcpy(is_write != 0 ? element : static_cast<char*>(value), is_write != 0 ? value : element, bytes);
}

}  // extern "C"
