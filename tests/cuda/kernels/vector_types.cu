// Built-in vector types of many element types and lengths, with the operators that CUDA leaves to the
// program.
#include <cmath>
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

__host__ __device__ inline float3 operator+(float3 a, float3 b) {
  return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
__host__ __device__ inline float3 operator*(float s, float3 v) {
  return make_float3(s * v.x, s * v.y, s * v.z);
}
__host__ __device__ inline float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__host__ __device__ inline float3 cross(float3 a, float3 b) {
  return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

struct Outputs {
  float3 direction;
  double2 pair;
  int4 integers;
  ushort4 shorts;
  longlong2 longs;
};

__host__ __device__ inline Outputs compute(float3 a, float3 b, uchar4 bytes) {
  Outputs out;
  out.direction = 2.0f * cross(a, b) + dot(a, b) * a;
  out.pair = make_double2(a.x * 0.5, b.y * 0.25);
  out.integers = make_int4(bytes.x + 1, -bytes.y, bytes.z * bytes.w, bytes.x - bytes.w);
  out.shorts = make_ushort4(bytes.x * 200, bytes.y * 200, bytes.z * 200, bytes.w * 200);
  out.longs = make_longlong2((long long)bytes.x << 40, -(long long)bytes.y);
  return out;
}

__global__ void kernel(const float3* first, const float3* second, const uchar4* bytes, Outputs* out,
                       int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) out[index] = compute(first[index], second[index], bytes[index]);
}

int main() {
  const int count = 333;
  std::vector<float3> first(count), second(count);
  std::vector<uchar4> bytes(count);
  std::vector<Outputs> out(count);
  for (int i = 0; i < count; ++i) {
    first[i] = make_float3(i % 7, i % 5 - 2, i % 3);
    second[i] = make_float3(i % 4, i % 11 - 5, 1);
    bytes[i] = make_uchar4(i % 256, i * 3 % 256, i * 5 % 256, i * 7 % 256);
  }
  float3 *device_first, *device_second;
  uchar4* device_bytes;
  Outputs* device_out;
  CHECK(cudaMalloc(&device_first, count * sizeof(float3)));
  CHECK(cudaMalloc(&device_second, count * sizeof(float3)));
  CHECK(cudaMalloc(&device_bytes, count * sizeof(uchar4)));
  CHECK(cudaMalloc(&device_out, count * sizeof(Outputs)));
  CHECK(cudaMemcpy(device_first, first.data(), count * sizeof(float3), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_second, second.data(), count * sizeof(float3), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_bytes, bytes.data(), count * sizeof(uchar4), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(device_out, 0, count * sizeof(Outputs)));  // the copy back takes the padding along
  kernel<<<(count + 63) / 64, 64>>>(device_first, device_second, device_bytes, device_out, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, count * sizeof(Outputs), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    Outputs expected = compute(first[i], second[i], bytes[i]);
    wrong += std::fabs(out[i].direction.x - expected.direction.x) > 1e-3f;
    wrong += std::fabs(out[i].direction.y - expected.direction.y) > 1e-3f;
    wrong += out[i].pair.x != expected.pair.x || out[i].pair.y != expected.pair.y;
    wrong += out[i].integers.z != expected.integers.z || out[i].integers.w != expected.integers.w;
    wrong += out[i].shorts.w != expected.shorts.w || out[i].longs.x != expected.longs.x;
  }
  CHECK(cudaFree(device_first));
  CHECK(cudaFree(device_second));
  CHECK(cudaFree(device_bytes));
  CHECK(cudaFree(device_out));
  std::printf("%s direction %.1f %.1f %.1f\n", wrong ? "wrong" : "ok", out[9].direction.x, out[9].direction.y,
              out[9].direction.z);
  return wrong != 0;
}
