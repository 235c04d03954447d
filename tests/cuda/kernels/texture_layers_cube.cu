// Textures in three dimensions, of layers and of a cube's faces; an array that a surface writes and a texture
// reads in the next launch.
#include <cstdio>
#include <vector>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t error = (call);                                  \
    if (error != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
      return 1;                                                  \
    }                                                            \
  } while (0)

__global__ void fill_surface(cudaSurfaceObject_t surface, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) surf2Dwrite(x * 10.0f + y, surface, x * (int)sizeof(float), y);
}

__global__ void mirror_surface(cudaSurfaceObject_t surface, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  // One column beyond the left edge: clamped to the first.
  float left;
  surf2Dread(&left, surface, (x - 1) * (int)sizeof(float), y, cudaBoundaryModeClamp);
  out[y * width + x] = surf2Dread<float>(surface, (width - 1 - x) * (int)sizeof(float), y) - left;
}

__global__ void sample_volume(cudaTextureObject_t texture, float* out) {
  int index = threadIdx.x;
  out[index] = tex3D<float>(texture, 0.5f + index * 0.25f, 1.0f, 1.25f);
}

__global__ void sample_layers(cudaTextureObject_t texture, float* out, int layers) {
  int index = threadIdx.x;
  out[index] = tex2DLayered<float>(texture, 0.5f + index % 4, 0.5f, index % (layers + 1));
}

__global__ void sample_cube(cudaTextureObject_t texture, float* out) {
  const float directions[8][3] = {{1, 0.2f, -0.3f}, {-1, 0.1f, 0.4f}, {0.2f, 1, 0.3f},  {0.3f, -2, 0.1f},
                                  {0.1f, 0.2f, 1},  {0.4f, 0.1f, -3}, {0.5f, 0.4f, 0.3f}, {-0.2f, 0.3f, -0.1f}};
  int index = threadIdx.x;
  out[index] = texCubemap<float>(texture, directions[index][0], directions[index][1], directions[index][2]);
}

int make_texture(cudaTextureObject_t* texture, cudaArray_t array, cudaTextureFilterMode filter, int is_normalised) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  for (cudaTextureAddressMode& mode : description.addressMode) mode = cudaAddressModeClamp;
  description.filterMode = filter;
  description.readMode = cudaReadModeElementType;
  description.normalizedCoords = is_normalised;
  CHECK(cudaCreateTextureObject(texture, &resource, &description, nullptr));
  return 0;
}

int fill(cudaArray_t array, std::vector<float>& values, int width, int height, int depth) {
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(values.data(), width * sizeof(float), width, height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(width, height, depth);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
  return 0;
}

int main() {
  const int size = 4, faces = 6;
  cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  float *device_out, out[64], sum = 0;
  CHECK(cudaMalloc(&device_out, sizeof out));
  std::vector<float> values(size * size * faces);
  for (size_t i = 0; i < values.size(); ++i) values[i] = (float)(i * i % 37);

  cudaArray_t volume, layers, cube, plane;
  cudaTextureObject_t texture;
  CHECK(cudaMalloc3DArray(&volume, &format, make_cudaExtent(size, size, 3)));
  if (fill(volume, values, size, size, 3) || make_texture(&texture, volume, cudaFilterModeLinear, 0)) return 1;
  sample_volume<<<1, 16>>>(texture, device_out);
  CHECK(cudaMemcpy(out, device_out, 16 * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; ++i) sum += out[i] * (i + 1);
  std::printf("volume %.3f %.3f\n", out[3], sum);
  CHECK(cudaDestroyTextureObject(texture));

  CHECK(cudaMalloc3DArray(&layers, &format, make_cudaExtent(size, size, faces), cudaArrayLayered));
  if (fill(layers, values, size, size, faces) || make_texture(&texture, layers, cudaFilterModePoint, 0)) return 1;
  sample_layers<<<1, 28>>>(texture, device_out, faces);
  CHECK(cudaMemcpy(out, device_out, 28 * sizeof(float), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < 28; ++i) {
    int layer = i % (faces + 1) < faces ? i % (faces + 1) : faces - 1;
    wrong += out[i] != values[layer * size * size + i % 4];
  }
  CHECK(cudaDestroyTextureObject(texture));

  CHECK(cudaMalloc3DArray(&cube, &format, make_cudaExtent(size, size, faces), cudaArrayCubemap));
  if (fill(cube, values, size, size, faces) || make_texture(&texture, cube, cudaFilterModePoint, 1)) return 1;
  sample_cube<<<1, 8>>>(texture, device_out);
  CHECK(cudaMemcpy(out, device_out, 8 * sizeof(float), cudaMemcpyDeviceToHost));
  std::printf("cube");
  for (int i = 0; i < 8; ++i) std::printf(" %.0f", out[i]);
  std::printf("\n");
  CHECK(cudaDestroyTextureObject(texture));

  const int width = 10, height = 6;
  CHECK(cudaMallocArray(&plane, &format, width, height, cudaArraySurfaceLoadStore));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = plane;
  cudaSurfaceObject_t surface;
  CHECK(cudaCreateSurfaceObject(&surface, &resource));
  dim3 block(8, 8), grid((width + 7) / 8, (height + 7) / 8);
  fill_surface<<<grid, block>>>(surface, width, height);
  mirror_surface<<<grid, block>>>(surface, device_out, width, height);
  CHECK(cudaMemcpy(out, device_out, width * height * sizeof(float), cudaMemcpyDeviceToHost));
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x)
      wrong += out[y * width + x] != (width - 1 - x) * 10.0f - (x > 0 ? x - 1 : 0) * 10.0f;
  }
  CHECK(cudaDestroySurfaceObject(surface));
  for (cudaArray_t array : {volume, layers, cube, plane}) CHECK(cudaFreeArray(array));
  CHECK(cudaFree(device_out));
  std::printf("%s\n", wrong ? "wrong" : "ok");
  return wrong != 0;
}
