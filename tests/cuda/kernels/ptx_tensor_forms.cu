// mma.sync of four kinds (bf16, tf32, int8, half sums), ldmatrix x1, x2 and transposed, stmatrix: checked
// through the lane layouts.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

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

__device__ __forceinline__ uint32_t shared_address(const void* pointer) {
  return (uint32_t)__cvta_generic_to_shared(pointer);
}

// C is 16x8; lane l holds rows l/4 and l/4+8, columns l%4*2 and l%4*2+1.
template <typename T>
__device__ void store(T* c, const T (&sums)[4]) {
  int lane = threadIdx.x;
  for (int i = 0; i < 4; ++i) c[(lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = sums[i];
}

template <typename T>
__device__ uint32_t pack(T low, T high) {
  return (uint32_t) * reinterpret_cast<const uint16_t*>(&low) |
         (uint32_t) * reinterpret_cast<const uint16_t*>(&high) << 16;
}

// A is 16x16 row-major, B 16x8 stored by columns.
__global__ void multiply_bfloat(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) {
  int row = threadIdx.x / 4, column = threadIdx.x % 4 * 2;
  uint32_t fragment_a[4], fragment_b[2];
  for (int i = 0; i < 4; ++i) {
    const __nv_bfloat16* place = a + (row + i % 2 * 8) * 16 + column + i / 2 * 8;
    fragment_a[i] = pack(place[0], place[1]);
  }
  for (int i = 0; i < 2; ++i)
    fragment_b[i] = pack(b[row * 16 + column + i * 8], b[row * 16 + column + i * 8 + 1]);
  float sums[4] = {0, 0, 0, 0};
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
      : "r"(fragment_a[0]), "r"(fragment_a[1]), "r"(fragment_a[2]), "r"(fragment_a[3]), "r"(fragment_b[0]),
        "r"(fragment_b[1]));
  store(c, sums);
}

// A is 16x8, B 8x8 stored by columns; values have few bits, so tf32 is exact.
__global__ void multiply_tensor_float(const float* a, const float* b, float* c) {
  int row = threadIdx.x / 4, column = threadIdx.x % 4;
  uint32_t fragment_a[4], fragment_b[2];
  for (int i = 0; i < 4; ++i) fragment_a[i] = __float_as_uint(a[(row + i % 2 * 8) * 8 + column + i / 2 * 4]);
  for (int i = 0; i < 2; ++i) fragment_b[i] = __float_as_uint(b[row * 8 + column + i * 4]);
  float sums[4];
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%10,%11,%12,%13};"
      : "=f"(sums[0]), "=f"(sums[1]), "=f"(sums[2]), "=f"(sums[3])
      : "r"(fragment_a[0]), "r"(fragment_a[1]), "r"(fragment_a[2]), "r"(fragment_a[3]), "r"(fragment_b[0]),
        "r"(fragment_b[1]), "f"(1.0f), "f"(1.0f), "f"(1.0f), "f"(1.0f));
  store(c, sums);
}

// A is 16x32 bytes, B 32x8 stored by columns.
__global__ void multiply_bytes(const int8_t* a, const int8_t* b, int* c) {
  int row = threadIdx.x / 4, column = threadIdx.x % 4 * 4;
  uint32_t fragment_a[4], fragment_b[2];
  for (int i = 0; i < 4; ++i)
    fragment_a[i] = *reinterpret_cast<const uint32_t*>(a + (row + i % 2 * 8) * 32 + column + i / 2 * 16);
  for (int i = 0; i < 2; ++i)
    fragment_b[i] = *reinterpret_cast<const uint32_t*>(b + row * 32 + column + i * 16);
  int sums[4] = {0, 0, 0, 0};
  asm volatile(
      "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
      : "r"(fragment_a[0]), "r"(fragment_a[1]), "r"(fragment_a[2]), "r"(fragment_a[3]), "r"(fragment_b[0]),
        "r"(fragment_b[1]));
  store(c, sums);
}

// Half sums; A by ldmatrix x1 four times, B by a transposed x2, the result through stmatrix.
__global__ void multiply_half(const half* a, const half* b, half* c) {
  __shared__ __align__(16) half tile_a[16][16];
  __shared__ __align__(16) half tile_b[16][8];
  __shared__ __align__(16) half tile_c[16][8];
  int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32) tile_a[i / 16][i % 16] = a[i];
  for (int i = lane; i < 128; i += 32) tile_b[i / 8][i % 8] = b[i];
  __syncwarp();
  uint32_t fragment_a[4], fragment_b[2], sums[2] = {0, 0};
  for (int i = 0; i < 4; ++i)
    asm volatile("ldmatrix.sync.aligned.x1.m8n8.shared.b16 {%0}, [%1];"
                 : "=r"(fragment_a[i])
                 : "r"(shared_address(&tile_a[lane % 8 + i % 2 * 8][i / 2 * 8])));
  asm volatile("ldmatrix.sync.aligned.x2.trans.m8n8.shared.b16 {%0, %1}, [%2];"
               : "=r"(fragment_b[0]), "=r"(fragment_b[1])
               : "r"(shared_address(&tile_b[lane % 16][0])));
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"
      : "=r"(sums[0]), "=r"(sums[1])
      : "r"(fragment_a[0]), "r"(fragment_a[1]), "r"(fragment_a[2]), "r"(fragment_a[3]), "r"(fragment_b[0]),
        "r"(fragment_b[1]), "r"(sums[0]), "r"(sums[1]));
  asm volatile(
      "stmatrix.sync.aligned.x2.m8n8.shared.b16 [%0], {%1, %2};" ::"r"(shared_address(&tile_c[lane % 16][0])),
      "r"(sums[0]), "r"(sums[1])
      : "memory");
  __syncwarp();
  for (int i = lane; i < 128; i += 32) c[i] = tile_c[i / 8][i % 8];
}

template <typename In, typename Out, typename Kernel>
int wrong_products(Kernel kernel, int depth, bool is_b_by_columns, float begin, Out* first) {
  std::vector<In> a(16 * depth), b(8 * depth);
  std::vector<Out> c(16 * 8);
  for (int i = 0; i < 16 * depth; ++i) a[i] = In(float(i * 7 % 9 - 4));
  for (int i = 0; i < 8 * depth; ++i) b[i] = In(float(i * 5 % 7 - 3));
  In *device_a, *device_b;
  Out* device_c;
  CHECK(cudaMalloc(&device_a, a.size() * sizeof(In)));
  CHECK(cudaMalloc(&device_b, b.size() * sizeof(In)));
  CHECK(cudaMalloc(&device_c, c.size() * sizeof(Out)));
  CHECK(cudaMemcpy(device_a, a.data(), a.size() * sizeof(In), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_b, b.data(), b.size() * sizeof(In), cudaMemcpyHostToDevice));
  kernel<<<1, 32>>>(device_a, device_b, device_c);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(c.data(), device_c, c.size() * sizeof(Out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_c));
  int wrong = 0;
  for (int row = 0; row < 16; ++row)
    for (int column = 0; column < 8; ++column) {
      float sum = begin;
      for (int i = 0; i < depth; ++i)
        sum += (float)a[row * depth + i] * (float)b[is_b_by_columns ? column * depth + i : i * 8 + column];
      wrong += (float)c[row * 8 + column] != sum;
    }
  *first = c[0];
  return wrong;
}

int main() {
  float first_bfloat, first_tensor_float;
  int first_byte;
  half first_half;
  int wrong = wrong_products<__nv_bfloat16, float>(multiply_bfloat, 16, true, 0, &first_bfloat);
  wrong += wrong_products<float, float>(multiply_tensor_float, 8, true, 1, &first_tensor_float);
  wrong += wrong_products<int8_t, int>(multiply_bytes, 32, true, 0, &first_byte);
  wrong += wrong_products<half, half>(multiply_half, 16, false, 0, &first_half);
  std::printf("%s %.1f %.1f %d %.1f\n", wrong ? "wrong" : "ok", first_bfloat, first_tensor_float, first_byte,
              __half2float(first_half));
  return wrong != 0;
}
