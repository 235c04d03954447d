// Shared memory declared in every way: structures, several in one line, volatile, aligned, typedefs, in
// helpers and templates, dynamic memory of several types behind one name.
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

typedef float Row[8];

// Dynamic shared memory of a template's type: one declaration would clash between instantiations.
template <typename T>
struct SharedMemory {
  __device__ operator T*() {
    extern __shared__ __align__(8) unsigned char dynamic_memory[];
    return reinterpret_cast<T*>(dynamic_memory);
  }
};

template <typename T>
__device__ T exchange(T value) {
  __shared__ T slots[64];  // its own for each T
  slots[threadIdx.x] = value;
  __syncthreads();
  T other = slots[63 - threadIdx.x];
  __syncthreads();
  return other;
}

template <typename T, int kSize>
__global__ void reverse(const T* in, T* out) {
  T* memory = SharedMemory<T>();
  __shared__ struct {
    int order[kSize];
    float unused;
  } table;
  table.order[threadIdx.x] = kSize - 1 - threadIdx.x;
  memory[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] =
      exchange(memory[table.order[threadIdx.x]]) + exchange(T(1)) + (T)exchange(threadIdx.x / 100);
}

__global__ void many(int* out) {
  __shared__ int first[64], second[64][3], single;
  __shared__ __align__(16) float4 quads[64];
  volatile __shared__ int flags[64];
  __shared__ Row rows[4];
  static __shared__ unsigned char bytes[64];
  __shared__ union {
    int as_int[64];
    float as_float[64];
  } either;
  int thread = threadIdx.x;
  first[thread] = thread;
  for (int i = 0; i < 3; ++i) second[thread][i] = thread * i;
  if (thread == 5) single = 1000;
  quads[thread] = make_float4(thread, 1, 2, 3);
  flags[thread] = 1;
  if (thread < 32) rows[thread / 8][thread % 8] = thread;
  bytes[thread] = (unsigned char)thread;
  either.as_float[thread] = 1.0f;
  __syncthreads();
  int other = (thread + 7) % 64;
  out[thread] = first[other] + second[other][2] + single + (int)quads[other].x + flags[other] +
                (int)rows[other % 32 / 8][other % 8] + bytes[other] + (either.as_int[other] == 0x3f800000);
}

int main() {
  std::vector<int> in(64), out(64);
  std::vector<double> doubles(64), reversed(64);
  for (int i = 0; i < 64; ++i) {
    in[i] = i * i;
    doubles[i] = i * 0.5;
  }
  int *device_in, *device_out;
  double *device_doubles, *device_reversed;
  CHECK(cudaMalloc(&device_in, 64 * sizeof(int)));
  CHECK(cudaMalloc(&device_out, 64 * sizeof(int)));
  CHECK(cudaMalloc(&device_doubles, 64 * sizeof(double)));
  CHECK(cudaMalloc(&device_reversed, 64 * sizeof(double)));
  CHECK(cudaMemcpy(device_in, in.data(), 64 * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_doubles, doubles.data(), 64 * sizeof(double), cudaMemcpyHostToDevice));
  int wrong = 0;
  reverse<int, 64><<<1, 64, 64 * sizeof(int)>>>(device_in, device_out);
  reverse<double, 64><<<1, 64, 64 * sizeof(double)>>>(device_doubles, device_reversed);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, 64 * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(reversed.data(), device_reversed, 64 * sizeof(double), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 64; ++i) wrong += out[i] != in[i] + 1 || reversed[i] != doubles[i] + 1;
  many<<<1, 64>>>(device_out);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, 64 * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 64; ++i) {
    int other = (i + 7) % 64;
    wrong += out[i] != other * 5 + 1000 + 1 + other % 32 + 1;
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  CHECK(cudaFree(device_doubles));
  CHECK(cudaFree(device_reversed));
  std::printf("%s last %d\n", wrong ? "wrong" : "ok", out.back());
  return wrong != 0;
}
