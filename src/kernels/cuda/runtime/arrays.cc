#include "kernels/cuda/runtime/arrays.h"

#include <algorithm>
#include <vector>

#include "kernels/cuda/runtime/host_api.h"

namespace tilewright::kernels::cuda {
namespace {

std::vector<cudaArray*> g_arrays;

cudaError_t allocate_array(cudaArray_t* result, const cudaChannelFormatDesc* format, cudaExtent extent,
                           unsigned flags, const void* place, const char* function) {
  unsigned bytes = format == nullptr ? 0 : element_bytes(*format);
  if (result == nullptr || bytes == 0 || extent.width == 0)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, place,
                     "the array's format has other channels than 1, 2 or 4 of 8, 16 or 32 bits, or no element");
  if ((flags & cudaArrayCubemap) != 0 && (extent.width != extent.height || extent.depth % 6 != 0))
    return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, place,
                     "a cubemap's width and height are equal, and its depth is a multiple of 6");
  auto* array = new cudaArray;
  array->format = *format;
  array->width = extent.width;
  array->height = extent.height;
  array->depth = extent.depth;
  array->flags = flags;
  array->element_bytes = bytes;
  void* memory = nullptr;
  cudaError_t error =
      allocate_for(&memory, array->row_bytes() * array->rows() * array->slices(), 0, place, function);
  array->base = static_cast<char*>(memory);
  if (error != cudaSuccess) {
    delete array;
    return error;
  }
  g_arrays.push_back(array);
  *result = array;
  return cudaSuccess;
}

// One side of a copy in three dimensions: positions of arrays count in elements, of pointers in bytes.
struct Side {
  char* base = nullptr;
  size_t row = 0, slice = 0;  // bytes
};

bool is_inside(const cudaArray& array, size_t x_bytes, size_t y, size_t z, size_t width, size_t height, size_t depth) {
  return x_bytes + width <= array.row_bytes() && y + height <= array.rows() && z + depth <= array.slices();
}

Side side_of(const cudaArray& array, size_t x_bytes, size_t y, size_t z) {
  Side side;
  side.base = array.at(x_bytes, y, z);
  side.row = array.row_bytes();
  side.slice = array.row_bytes() * array.rows();
  return side;
}

cudaError_t copy_rows(const Side& to, const Side& from, size_t width, size_t height, size_t depth, cudaMemcpyKind kind,
                      cudaStream_t stream, bool is_async, const void* place) {
  bool is_one = to.row == width && from.row == width && to.slice == width * height && from.slice == width * height;
  if (is_one) return copy(to.base, from.base, width * height * depth, kind, stream, is_async, place);
  for (size_t z = 0; z < depth; ++z) {
    for (size_t y = 0; y < height; ++y) {
      cudaError_t error = copy(to.base + z * to.slice + y * to.row, from.base + z * from.slice + y * from.row, width,
                               kind, stream, is_async, place);
      if (error != cudaSuccess) return error;
    }
  }
  return cudaSuccess;
}

cudaError_t no_array(const void* place) {
  return fail_call(FaultKind::ApiError, cudaErrorInvalidResourceHandle, place, "the array of the call is none (any more)");
}
cudaError_t outside(const void* place) {
  return fail_call(FaultKind::OutOfBounds, cudaErrorInvalidValue, place, "out of bounds: the copy reaches beyond its array");
}

cudaError_t copy_to_array(cudaArray_t to, size_t x_bytes, size_t y, const void* from, size_t pitch, size_t width,
                          size_t height, cudaMemcpyKind kind, cudaStream_t stream, bool is_async, const void* place) {
  if (!is_array(to)) return no_array(place);
  if (!is_inside(*to, x_bytes, y, 0, width, height, 1)) return outside(place);
  if (width > pitch)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidPitchValue, place, "the copy's width exceeds its pitch");
  Side source;
  source.base = const_cast<char*>(static_cast<const char*>(from));
  source.row = pitch;
  source.slice = pitch * height;
  return copy_rows(side_of(*to, x_bytes, y, 0), source, width, height, 1, kind, stream, is_async, place);
}

cudaError_t copy_from_array(void* to, size_t pitch, cudaArray_const_t from, size_t x_bytes, size_t y, size_t width,
                            size_t height, cudaMemcpyKind kind, cudaStream_t stream, bool is_async, const void* place) {
  if (!is_array(from)) return no_array(place);
  if (!is_inside(*from, x_bytes, y, 0, width, height, 1)) return outside(place);
  if (width > pitch)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidPitchValue, place, "the copy's width exceeds its pitch");
  Side target;
  target.base = static_cast<char*>(to);
  target.row = pitch;
  target.slice = pitch * height;
  return copy_rows(target, side_of(*from, x_bytes, y, 0), width, height, 1, kind, stream, is_async, place);
}

// Bytes that go on from a position over the ends of rows.
cudaError_t copy_run(cudaArray_const_t array, size_t x_bytes, size_t y, size_t bytes, char*& at, const void* place) {
  if (!is_array(array)) return no_array(place);
  size_t begin = y * array->row_bytes() + x_bytes;
  if (begin + bytes > array->row_bytes() * array->rows()) return outside(place);
  at = array->base + begin;
  return cudaSuccess;
}

cudaError_t copy_3d(const cudaMemcpy3DParms& parameters, cudaStream_t stream, bool is_async, const void* place) {
  unsigned element = 1;  // bytes; extents count elements where an array takes part
  for (cudaArray_t array : {parameters.srcArray, parameters.dstArray}) {
    if (array == nullptr) continue;
    if (!is_array(array)) return no_array(place);
    element = array->element_bytes;
  }
  size_t width = parameters.extent.width * element, height = parameters.extent.height, depth = parameters.extent.depth;
  auto side = [&](cudaArray_t array, const cudaPos& position, const cudaPitchedPtr& pointer, Side& result) {
    if (array != nullptr) {
      size_t x_bytes = position.x * array->element_bytes;
      if (!is_inside(*array, x_bytes, position.y, position.z, width, height, depth)) return outside(place);
      result = side_of(*array, x_bytes, position.y, position.z);
      return cudaSuccess;
    }
    if (pointer.pitch < width)
      return fail_call(FaultKind::ApiError, cudaErrorInvalidPitchValue, place, "the copy's width exceeds a pitch");
    result.row = pointer.pitch;
    result.slice = pointer.pitch * (pointer.ysize == 0 ? height : pointer.ysize);
    result.base = static_cast<char*>(pointer.ptr) + position.z * result.slice + position.y * result.row + position.x;
    return cudaSuccess;
  };
  Side to, from;
  cudaError_t error = side(parameters.dstArray, parameters.dstPos, parameters.dstPtr, to);
  if (error == cudaSuccess) error = side(parameters.srcArray, parameters.srcPos, parameters.srcPtr, from);
  if (error != cudaSuccess) return error;
  return copy_rows(to, from, width, height, depth, parameters.kind, stream, is_async, place);
}

}  // namespace

bool is_array(cudaArray_const_t array) {
  return std::find(g_arrays.begin(), g_arrays.end(), array) != g_arrays.end() && array->is_alive;
}

unsigned element_bytes(const cudaChannelFormatDesc& format) {
  int channels = format.w != 0 ? 4 : format.z != 0 ? 3 : format.y != 0 ? 2 : 1;
  bool is_even = (channels < 2 || format.y == format.x) && (channels < 4 || (format.z == format.x && format.w == format.x));
  bool is_known = (format.x == 8 || format.x == 16 || format.x == 32) && channels != 3 && is_even &&
                  !(format.f == cudaChannelFormatKindFloat && format.x == 8) && format.f != cudaChannelFormatKindNone;
  return is_known ? static_cast<unsigned>(format.x / 8 * channels) : 0;
}

}  // namespace tilewright::kernels::cuda

using namespace tilewright::kernels::cuda;

extern "C" {

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width, size_t height,
                            unsigned flags) {
  return allocate_array(array, format, {width, height, 0}, flags, TW_CALLER, "cudaMallocArray");
}
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent, unsigned flags) {
  return allocate_array(array, format, extent, flags, TW_CALLER, "cudaMalloc3DArray");
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
  *pointer = {nullptr, (extent.width + 511) / 512 * 512, extent.width, extent.height};
  return allocate_for(&pointer->ptr, pointer->pitch * extent.height * extent.depth, 0, TW_CALLER, "cudaMalloc3D");
}
cudaError_t cudaFreeArray(cudaArray_t array) {
  if (array == nullptr) return cudaSuccess;
  if (!is_array(array)) return no_array(TW_CALLER);
  array->is_alive = false;
  return release(array->base, TW_CALLER, "cudaFreeArray");
}
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags, cudaArray_t array) {
  if (!is_array(array)) return no_array(TW_CALLER);
  if (format != nullptr) *format = array->format;
  if (extent != nullptr) *extent = {array->width, array->height, array->depth};
  if (flags != nullptr) *flags = array->flags;
  return cudaSuccess;
}
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  if (!is_array(array)) return no_array(TW_CALLER);
  *format = array->format;
  return cudaSuccess;
}
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x_bytes, size_t y, const void* from, size_t bytes,
                              enum cudaMemcpyKind kind) {
  char* at = nullptr;
  cudaError_t error = copy_run(to, x_bytes, y, bytes, at, TW_CALLER);
  return error != cudaSuccess ? error : copy(at, from, bytes, kind, nullptr, false, TW_CALLER);
}
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x_bytes, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind) {
  char* at = nullptr;
  cudaError_t error = copy_run(from, x_bytes, y, bytes, at, TW_CALLER);
  return error != cudaSuccess ? error : copy(to, at, bytes, kind, nullptr, false, TW_CALLER);
}
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x_bytes, size_t y, const void* from, size_t pitch, size_t width,
                                size_t height, enum cudaMemcpyKind kind) {
  return copy_to_array(to, x_bytes, y, from, pitch, width, height, kind, nullptr, false, TW_CALLER);
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x_bytes, size_t y, const void* from, size_t pitch,
                                     size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_to_array(to, x_bytes, y, from, pitch, width, height, kind, stream, true, TW_CALLER);
}
cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x_bytes, size_t y, size_t width,
                                  size_t height, enum cudaMemcpyKind kind) {
  return copy_from_array(to, pitch, from, x_bytes, y, width, height, kind, nullptr, false, TW_CALLER);
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x_bytes, size_t y,
                                       size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_from_array(to, pitch, from, x_bytes, y, width, height, kind, stream, true, TW_CALLER);
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x_bytes, size_t to_y, cudaArray_const_t from,
                                     size_t x_bytes, size_t y, size_t width, size_t height, enum cudaMemcpyKind kind) {
  if (!is_array(to) || !is_array(from)) return no_array(TW_CALLER);
  if (!is_inside(*to, to_x_bytes, to_y, 0, width, height, 1) || !is_inside(*from, x_bytes, y, 0, width, height, 1))
    return outside(TW_CALLER);
  return copy_rows(side_of(*to, to_x_bytes, to_y, 0), side_of(*from, x_bytes, y, 0), width, height, 1, kind, nullptr,
                   false, TW_CALLER);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) { return copy_3d(*parameters, nullptr, false, TW_CALLER); }
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  return copy_3d(*parameters, stream, true, TW_CALLER);
}
cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent) {
  for (size_t row = 0; row < extent.height * extent.depth; ++row) {
    size_t z = row / extent.height, y = row % extent.height;
    cudaError_t error = set_bytes(static_cast<char*>(pointer.ptr) + (z * pointer.ysize + y) * pointer.pitch, value,
                                  extent.width, nullptr, false, TW_CALLER);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

}  // extern "C"
