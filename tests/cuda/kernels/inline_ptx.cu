// Inline PTX as it occurs in public kernels: special registers, loads and stores, arithmetic, approximations,
// predicates.
#include <cmath>
#include <cstdint>
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

__device__ __forceinline__ unsigned int lane_id() {
  unsigned int lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

__device__ __forceinline__ float4 load_streaming(const float4* address) {
  float4 value;
  asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(value.x), "=f"(value.y), "=f"(value.z), "=f"(value.w)
               : "l"(address));
  return value;
}

__device__ __forceinline__ void store_quad(float4* address, float4 value) {
  asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(address), "f"(value.x), "f"(value.y),
               "f"(value.z), "f"(value.w)
               : "memory");
}

__device__ __forceinline__ float exponential_of_two(float x) {
  float result;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}

__device__ __forceinline__ float reciprocal(float x) {
  float result;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}

__device__ __forceinline__ int load_shared(const int* pointer) {
  int value;
  uint32_t address = (uint32_t)__cvta_generic_to_shared(pointer);
  asm volatile("ld.shared.s32 %0, [%1];" : "=r"(value) : "r"(address));
  return value;
}

__device__ __forceinline__ uint32_t pick_bytes(uint32_t a, uint32_t b, uint32_t selector) {
  uint32_t result;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(selector));
  return result;
}

__device__ __forceinline__ uint32_t three_way(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t result;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(result) : "r"(a), "r"(b), "r"(c));  // a ^ b ^ c
  return result;
}

__device__ __forceinline__ uint32_t narrow_pair(float low, float high) {
  uint32_t result;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(result) : "f"(high), "f"(low));
  return result;
}

__global__ void kernel(const float4* in, float4* out, uint32_t* words, int count) {
  __shared__ int exchange[64];
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  exchange[threadIdx.x] = (int)threadIdx.x * 3;
  asm volatile("bar.sync 0;" ::: "memory");
  int neighbour = load_shared(&exchange[threadIdx.x ^ 1]);
  if (index < count) {
    float4 value = load_streaming(in + index);
    float fused;
    asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(fused) : "f"(value.x), "f"(2.0f), "f"(value.y));
    store_quad(out + index,
               make_float4(fused, exponential_of_two(value.z), reciprocal(value.w + 1.0f), (float)neighbour));
    uint32_t selected;
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.gt.s32 p, %1, 10;\n\t"
        "selp.b32 %0, 7, 8, p;\n\t"
        "}"
        : "=r"(selected)
        : "r"(index));
    words[4 * index] = selected + lane_id() * 16;
    words[4 * index + 1] = pick_bytes(0x33221100u, 0x77665544u, 0x6420u);
    words[4 * index + 2] = three_way(index, 0xff00ff00u, 0x12345678u);
    words[4 * index + 3] = narrow_pair(value.x, value.y);
  }
  asm volatile("membar.gl;" ::: "memory");
}

int main() {
  const int count = 150;
  std::vector<float4> in(count), out(count);
  std::vector<uint32_t> words(4 * count);
  for (int i = 0; i < count; ++i) in[i] = make_float4(i % 5, i % 3, i % 6 - 2, i % 4);
  float4 *device_in, *device_out;
  uint32_t* device_words;
  CHECK(cudaMalloc(&device_in, count * sizeof(float4)));
  CHECK(cudaMalloc(&device_out, count * sizeof(float4)));
  CHECK(cudaMalloc(&device_words, words.size() * sizeof(uint32_t)));
  CHECK(cudaMemcpy(device_in, in.data(), count * sizeof(float4), cudaMemcpyHostToDevice));
  kernel<<<(count + 63) / 64, 64>>>(device_in, device_out, device_words, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, count * sizeof(float4), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(words.data(), device_words, words.size() * sizeof(uint32_t), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    wrong += out[i].x != in[i].x * 2 + in[i].y || std::fabs(out[i].y - std::exp2(in[i].z)) > 1e-5f;
    wrong += std::fabs(out[i].z - 1.0f / (in[i].w + 1.0f)) > 1e-6f || out[i].w != (i % 64 ^ 1) * 3;
    wrong += words[4 * i] != (i > 10 ? 7u : 8u) + i % 32 * 16 || words[4 * i + 1] != 0x66442200u;
    wrong += words[4 * i + 2] != ((uint32_t)i ^ 0xff00ff00u ^ 0x12345678u);
    const uint32_t halves[5] = {0x0000, 0x3c00, 0x4000, 0x4200, 0x4400};
    wrong += words[4 * i + 3] != (halves[i % 3] << 16 | halves[i % 5]);
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  CHECK(cudaFree(device_words));
  std::printf("%s word %08x\n", wrong ? "wrong" : "ok", words[4 * 40 + 2]);
  return wrong != 0;
}
