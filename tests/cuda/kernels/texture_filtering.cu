// Textures of arrays, linear and pitched memory: point and linear filters, the four address modes, normalised
// coordinates, normalised reads of bytes.
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

__global__ void sample_row(cudaTextureObject_t texture, float* out, int count, float begin, float step, float y) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) out[index] = tex2D<float>(texture, begin + step * index, y);
}

__global__ void fetch_reversed(cudaTextureObject_t texture, int4* out, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) out[index] = tex1Dfetch<int4>(texture, count - 1 - index);
}

__global__ void brightness(cudaTextureObject_t texture, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float4 colour = tex2D<float4>(texture, x + 0.5f, y + 0.5f);
  out[y * width + x] = colour.x + 2 * colour.y + 4 * colour.z + 8 * colour.w;
}

int main() {
  const int width = 8, height = 4, samples = 24;
  std::vector<float> image(width * height);
  for (int i = 0; i < width * height; ++i) image[i] = (float)(i % width * i % 11);
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &format, width, height));
  CHECK(cudaMemcpy2DToArray(array, 0, 0, image.data(), width * sizeof(float), width * sizeof(float), height,
                            cudaMemcpyHostToDevice));
  float* device_out;
  CHECK(cudaMalloc(&device_out, 64 * sizeof(float)));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  float sum = 0, out[64];
  for (int mode = 0; mode < 4; ++mode) {
    for (int is_linear = 0; is_linear < 2; ++is_linear) {
      cudaTextureDesc description = {};
      description.addressMode[0] = description.addressMode[1] = (cudaTextureAddressMode)mode;
      description.filterMode = is_linear ? cudaFilterModeLinear : cudaFilterModePoint;
      description.readMode = cudaReadModeElementType;
      description.normalizedCoords = 1;
      cudaTextureObject_t texture;
      CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
      // Steps of 1/16 in a width of 8: half texels, from beyond the left edge to beyond the right one.
      sample_row<<<1, 32>>>(texture, device_out, samples, -0.25f + 1.0f / 64, 1.0f / 16, 0.625f);
      CHECK(cudaGetLastError());
      CHECK(cudaMemcpy(out, device_out, samples * sizeof(float), cudaMemcpyDeviceToHost));
      CHECK(cudaDestroyTextureObject(texture));
      float part = 0;
      for (int i = 0; i < samples; ++i) part += out[i] * (i % 5 + 1);
      std::printf("mode %d linear %d: %.3f %.3f %.3f, %.3f\n", mode, is_linear, out[0], out[9], out[samples - 1], part);
      sum += part;
    }
  }
  CHECK(cudaFreeArray(array));

  int4 *device_rows, *device_reversed, rows[20], reversed[20];
  for (int i = 0; i < 20; ++i) rows[i] = make_int4(i, i * i, -i, i << 20);
  CHECK(cudaMalloc(&device_rows, sizeof rows));
  CHECK(cudaMalloc(&device_reversed, sizeof rows));
  CHECK(cudaMemcpy(device_rows, rows, sizeof rows, cudaMemcpyHostToDevice));
  resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = device_rows;
  resource.res.linear.desc = cudaCreateChannelDesc<int4>();
  resource.res.linear.sizeInBytes = sizeof rows;
  cudaTextureDesc plain = {};
  plain.readMode = cudaReadModeElementType;
  cudaTextureObject_t linear;
  CHECK(cudaCreateTextureObject(&linear, &resource, &plain, nullptr));
  fetch_reversed<<<1, 32>>>(linear, device_reversed, 20);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(reversed, device_reversed, sizeof rows, cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < 20; ++i) {
    int4 want = rows[19 - i];
    wrong += reversed[i].x != want.x || reversed[i].y != want.y || reversed[i].z != want.z || reversed[i].w != want.w;
  }
  CHECK(cudaDestroyTextureObject(linear));

  const int colours_wide = 6, colours_high = 5;
  std::vector<uchar4> colours(colours_wide * colours_high);
  for (int i = 0; i < colours_wide * colours_high; ++i)
    colours[i] = make_uchar4((unsigned char)(i * 7), (unsigned char)(255 - i), (unsigned char)(i * i), 51);
  uchar4* device_colours;
  size_t pitch;
  CHECK(cudaMallocPitch(&device_colours, &pitch, colours_wide * sizeof(uchar4), colours_high));
  CHECK(cudaMemcpy2D(device_colours, pitch, colours.data(), colours_wide * sizeof(uchar4), colours_wide * sizeof(uchar4),
                     colours_high, cudaMemcpyHostToDevice));
  resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = device_colours;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<uchar4>();
  resource.res.pitch2D.width = colours_wide;
  resource.res.pitch2D.height = colours_high;
  resource.res.pitch2D.pitchInBytes = pitch;
  plain.readMode = cudaReadModeNormalizedFloat;
  cudaTextureObject_t bytes;
  CHECK(cudaCreateTextureObject(&bytes, &resource, &plain, nullptr));
  brightness<<<dim3(1, 1), dim3(8, 8)>>>(bytes, device_out, colours_wide, colours_high);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out, device_out, colours_wide * colours_high * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < colours_wide * colours_high; ++i) {
    float want = (colours[i].x + 2 * colours[i].y + 4 * colours[i].z + 8 * colours[i].w) / 255.0f;
    wrong += !(out[i] - want < 1e-4f && want - out[i] < 1e-4f);
  }
  CHECK(cudaDestroyTextureObject(bytes));
  CHECK(cudaFree(device_colours));
  CHECK(cudaFree(device_rows));
  CHECK(cudaFree(device_reversed));
  CHECK(cudaFree(device_out));
  std::printf("%s sum %.3f\n", wrong ? "wrong" : "ok", sum);
  return wrong != 0;
}
