// Math functions and intrinsics, single and double, against the host's library within the tolerance each
// promises.
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

constexpr int kFunctions = 24;

__global__ void evaluate(const float* in, float* out, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= count) return;
  float x = in[index];
  float* row = out + index * kFunctions;
  float sine, cosine;
  sincosf(x, &sine, &cosine);
  row[0] = sine;
  row[1] = cosine;
  row[2] = __sinf(x);
  row[3] = expf(-x);
  row[4] = __expf(-x);
  row[5] = logf(x + 1);
  row[6] = __logf(x + 1);
  row[7] = powf(x, 1.7f);
  row[8] = __powf(x + 0.5f, 1.7f);
  row[9] = sqrtf(x);
  row[10] = rsqrtf(x + 1);
  row[11] = __fdividef(1.0f, x + 1);
  row[12] = tanhf(x);
  row[13] = erff(x);
  row[14] = fmodf(x, 0.7f);
  row[15] = copysignf(x, -1.0f);
  row[16] = __frcp_rn(x + 1);
  row[17] = floorf(x) + ceilf(x) + truncf(x) + rintf(x) + roundf(x);
  row[18] = fminf(x, 2.0f) + fmaxf(x, 2.0f);
  row[19] = __saturatef(x);
  row[20] = exp2f(x) + exp10f(-x) + log2f(x + 1) + log10f(x + 1) + log1pf(x) + expm1f(-x);
  row[21] = atan2f(x, 2.0f) + asinf(0.1f * x) + acosf(0.1f * x) + cbrtf(x) + hypotf(x, 1.0f);
  row[22] = (float)(exp((double)x) * sin((double)x) + lgamma((double)x + 1.0));
  row[23] = isnan(x) + 2 * isinf(x) + 4 * signbit(x) + (float)__float2int_rn(x) + (float)__float2int_rd(x);
}

int main() {
  const int count = 200;
  std::vector<float> in(count), out(count * kFunctions);
  for (int i = 0; i < count; ++i) in[i] = 0.013f + i * 0.0371f;
  float *device_in, *device_out;
  CHECK(cudaMalloc(&device_in, count * sizeof(float)));
  CHECK(cudaMalloc(&device_out, out.size() * sizeof(float)));
  CHECK(cudaMemcpy(device_in, in.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  evaluate<<<(count + 63) / 64, 64>>>(device_in, device_out, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), device_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    double x = in[i];
    const double expected[kFunctions] = {
        std::sin(x),
        std::cos(x),
        std::sin(x),
        std::exp(-x),
        std::exp(-x),
        std::log(x + 1),
        std::log(x + 1),
        std::pow(x, 1.7),
        std::pow(x + 0.5, 1.7),
        std::sqrt(x),
        1 / std::sqrt(x + 1),
        1 / (x + 1),
        std::tanh(x),
        std::erf(x),
        std::fmod(in[i], 0.7f),
        -x,
        1 / (x + 1),
        std::floor(x) + std::ceil(x) + std::trunc(x) + std::rint(x) + std::round(x),
        std::fmin(x, 2) + std::fmax(x, 2),
        std::fmin(x, 1),
        std::exp2(x) + std::pow(10, -x) + std::log2(x + 1) + std::log10(x + 1) + std::log1p(x) +
            std::expm1(-x),
        std::atan2(x, 2) + std::asin(0.1 * x) + std::acos(0.1 * x) + std::cbrt(x) + std::hypot(x, 1),
        std::exp(x) * std::sin(x) + std::lgamma(x + 1),
        std::rint(x) + std::floor(x)};
    for (int function = 0; function < kFunctions; ++function) {
      double error = std::fabs(out[i * kFunctions + function] - expected[function]);
      wrong += !(error < 2e-5 + 2e-5 * std::fabs(expected[function]));
    }
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  std::printf("%s wrong %d\n", wrong ? "wrong" : "ok", wrong);
  return wrong != 0;
}
