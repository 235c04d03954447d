// Inline PTX that touches memory: cache operators, vectors, bytes, atomics and reductions, acquire and
// release, cp.async forms.
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

__device__ void loads_and_stores(const int* in, int* out, int index) {
  int a, b, c;
  asm volatile("ld.global.ca.s32 %0, [%1];" : "=r"(a) : "l"(in + index));
  asm volatile("ld.global.cg.s32 %0, [%1+4];" : "=r"(b) : "l"(in + index));
  asm volatile("ld.global.cs.s32 %0, [%1];" : "=r"(c) : "l"(in + index + 2));
  asm volatile("st.global.cs.s32 [%0], %1;" ::"l"(out + index), "r"(a + 10 * b + 100 * c) : "memory");
  asm volatile("prefetch.global.L2 [%0];" ::"l"(in + index));
}

__device__ void narrow_forms(const unsigned char* bytes, unsigned short* shorts, int index) {
  unsigned int byte;
  asm volatile("ld.global.u8 %0, [%1];" : "=r"(byte) : "l"(bytes + index));
  asm volatile("st.global.u16 [%0], %1;" ::"l"(shorts + index), "h"((unsigned short)(byte * 3)) : "memory");
}

__device__ void atomics(unsigned int* counters, unsigned long long* total, int index) {
  unsigned int old;
  asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(counters), "r"(1u) : "memory");
  asm volatile("red.global.add.u32 [%0], %1;" ::"l"(counters + 1), "r"(2u) : "memory");
  asm volatile("red.global.max.u32 [%0], %1;" ::"l"(counters + 2), "r"(old) : "memory");
  asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;"
               : "=r"(old)
               : "l"(counters + 3), "r"(0u), "r"(77u)
               : "memory");
  asm volatile("red.global.add.u64 [%0], %1;" ::"l"(total), "l"((unsigned long long)index) : "memory");
  asm volatile("atom.global.exch.b32 %0, [%1], %2;" : "=r"(old) : "l"(counters + 4), "r"(5u) : "memory");
}

__global__ void memory_forms(const int* in, int* out, const unsigned char* bytes, unsigned short* shorts,
                             unsigned int* counters, unsigned long long* total, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) return;
  loads_and_stores(in, out, index);
  narrow_forms(bytes, shorts, index);
  atomics(counters, total, index);
}

// Sixteen, eight and four bytes a copy; a source size of nothing fills with zeros.
__global__ void copies(const int4* quads, const int2* pairs, const int* singles, int* sums, int valid) {
  __shared__ __align__(16) int4 staged_quads[32];
  __shared__ __align__(16) int2 staged_pairs[32];
  __shared__ __align__(16) int staged_singles[32];
  int lane = threadIdx.x, bytes = lane < valid ? 16 : 0;
  asm volatile(
      "cp.async.cg.shared.global.L2::128B [%0], [%1], %2, %3;" ::"r"(shared_address(&staged_quads[lane])),
      "l"(quads + lane), "n"(16), "r"(bytes));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(shared_address(&staged_pairs[lane])),
               "l"(pairs + lane));
  asm volatile("cp.async.commit_group;");
  asm volatile(
      "cp.async.ca.shared.global.L2::128B [%0], [%1], %2;" ::"r"(shared_address(&staged_singles[lane])),
      "l"(singles + lane), "n"(4));
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncwarp();
  int4 quad;
  asm volatile("ld.shared.v4.s32 {%0, %1, %2, %3}, [%4];"
               : "=r"(quad.x), "=r"(quad.y), "=r"(quad.z), "=r"(quad.w)
               : "r"(shared_address(&staged_quads[31 - lane])));
  int2 pair = staged_pairs[lane ^ 1];
  asm volatile("st.shared.s32 [%0], %1;" ::"r"(shared_address(&staged_singles[lane])),
               "r"(staged_singles[lane] + quad.x + quad.w + pair.y)
               : "memory");
  sums[lane] = staged_singles[lane];
}

// Block 1 waits for block 0 by acquire and release at the scope of the device.
__global__ void hand_over(int* flag, int* message, int* received) {
  if (blockIdx.x == 0) {
    *message = 123;
    asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
  } else {
    int seen = 0;
    while (seen == 0) asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    *received = *message;
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
  }
}

template <typename T>
T* upload(const std::vector<T>& values) {
  T* pointer = nullptr;
  if (cudaMalloc(&pointer, values.size() * sizeof(T)) != cudaSuccess) return nullptr;
  cudaError_t error = cudaMemcpy(pointer, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return error == cudaSuccess ? pointer : nullptr;
}

int main() {
  const int count = 100;
  std::vector<int> in(count + 2), out(count), quads(128), pairs(64), singles(32), sums(32), mail(3);
  std::vector<unsigned char> bytes(count);
  std::vector<unsigned short> shorts(count);
  std::vector<unsigned int> counters(5);
  std::vector<unsigned long long> total(1);
  for (int i = 0; i < count + 2; ++i) in[i] = i * 7 % 13;
  for (int i = 0; i < count; ++i) bytes[i] = (unsigned char)(i * 5);
  for (int i = 0; i < 128; ++i) quads[i] = i;
  for (int i = 0; i < 64; ++i) pairs[i] = i * 2;
  for (int i = 0; i < 32; ++i) singles[i] = i * 1000;
  int *device_in = upload(in), *device_out = upload(out), *device_quads = upload(quads),
      *device_pairs = upload(pairs);
  int *device_singles = upload(singles), *device_sums = upload(sums), *device_mail = upload(mail);
  unsigned char* device_bytes = upload(bytes);
  unsigned short* device_shorts = upload(shorts);
  unsigned int* device_counters = upload(counters);
  unsigned long long* device_total = upload(total);
  memory_forms<<<2, 64>>>(device_in, device_out, device_bytes, device_shorts, device_counters, device_total,
                          count);
  copies<<<1, 32>>>((const int4*)device_quads, (const int2*)device_pairs, device_singles, device_sums, 20);
  hand_over<<<2, 1>>>(device_mail, device_mail + 1, device_mail + 2);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, count * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(shorts.data(), device_shorts, count * sizeof(short), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(counters.data(), device_counters, 5 * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(total.data(), device_total, sizeof(total[0]), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(sums.data(), device_sums, 32 * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(mail.data(), device_mail, 3 * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = mail[2] != 123 || total[0] != count * (count - 1) / 2;
  wrong += counters[0] != count || counters[1] != 2 * count || counters[2] != count - 1;
  wrong += counters[3] != 77 || counters[4] != 5;
  for (int i = 0; i < count; ++i) {
    wrong += out[i] != in[i] + 10 * in[i + 1] + 100 * in[i + 2];
    wrong += shorts[i] != bytes[i] * 3;
  }
  for (int lane = 0; lane < 32; ++lane) {
    int quad = 31 - lane;
    int expected =
        lane * 1000 + (quad < 20 ? quads[4 * quad] + quads[4 * quad + 3] : 0) + pairs[2 * (lane ^ 1) + 1];
    wrong += sums[lane] != expected;
  }
  for (int* pointer :
       {device_in, device_out, device_quads, device_pairs, device_singles, device_sums, device_mail})
    CHECK(cudaFree(pointer));
  CHECK(cudaFree(device_bytes));
  CHECK(cudaFree(device_shorts));
  CHECK(cudaFree(device_counters));
  CHECK(cudaFree(device_total));
  std::printf("%s last %d sum %d\n", wrong ? "wrong" : "ok", out.back(), sums[31]);
  return wrong != 0;
}
