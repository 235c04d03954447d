// Gravity of all pairs, positions tiled through shared memory as float4 (mass in w); two leapfrog steps.
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

constexpr int kTile = 64;

__device__ float3 attract(float3 acceleration, float4 own, float4 other) {
  float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
  float inverse = rsqrtf(x * x + y * y + z * z + 0.01f);
  float strength = other.w * inverse * inverse * inverse;
  return make_float3(acceleration.x + x * strength, acceleration.y + y * strength,
                     acceleration.z + z * strength);
}

__global__ void step(const float4* now, float4* next, float3* velocities, int bodies, float dt) {
  __shared__ float4 tile[kTile];
  int body = blockIdx.x * kTile + threadIdx.x;
  float4 own = body < bodies ? now[body] : make_float4(0, 0, 0, 0);
  float3 acceleration = make_float3(0, 0, 0);
  for (int begin = 0; begin < bodies; begin += kTile) {
    int other = begin + threadIdx.x;
    tile[threadIdx.x] = other < bodies ? now[other] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 8
    for (int i = 0; i < kTile; ++i) acceleration = attract(acceleration, own, tile[i]);
    __syncthreads();
  }
  if (body >= bodies) return;
  float3 velocity = velocities[body];
  velocity.x += acceleration.x * dt;
  velocity.y += acceleration.y * dt;
  velocity.z += acceleration.z * dt;
  velocities[body] = velocity;
  next[body] = make_float4(own.x + velocity.x * dt, own.y + velocity.y * dt, own.z + velocity.z * dt, own.w);
}

int main() {
  const int bodies = 150, steps = 2;
  const float dt = 0.05f;
  std::vector<float4> positions(bodies), result(bodies);
  std::vector<float3> velocities(bodies, float3{0, 0, 0});
  for (int i = 0; i < bodies; ++i)
    positions[i] =
        make_float4(std::sin(i * 1.3f), std::cos(i * 0.7f), std::sin(i * 0.4f + 1), 0.01f * (1 + i % 3));
  float4* device_positions[2];
  float3* device_velocities;
  for (float4*& pointer : device_positions) CHECK(cudaMalloc(&pointer, bodies * sizeof(float4)));
  CHECK(cudaMalloc(&device_velocities, bodies * sizeof(float3)));
  CHECK(cudaMemcpy(device_positions[0], positions.data(), bodies * sizeof(float4), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_velocities, velocities.data(), bodies * sizeof(float3), cudaMemcpyHostToDevice));
  for (int i = 0; i < steps; ++i)
    step<<<(bodies + kTile - 1) / kTile, kTile>>>(device_positions[i % 2], device_positions[1 - i % 2],
                                                  device_velocities, bodies, dt);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(result.data(), device_positions[steps % 2], bodies * sizeof(float4),
                   cudaMemcpyDeviceToHost));
  for (int i = 0; i < steps; ++i) {
    std::vector<float4> next = positions;
    for (int body = 0; body < bodies; ++body) {
      double ax = 0, ay = 0, az = 0;
      for (const float4& other : positions) {
        double x = other.x - positions[body].x, y = other.y - positions[body].y,
               z = other.z - positions[body].z;
        double strength = other.w / std::pow(x * x + y * y + z * z + 0.01, 1.5);
        ax += x * strength, ay += y * strength, az += z * strength;
      }
      velocities[body].x += (float)ax * dt, velocities[body].y += (float)ay * dt,
          velocities[body].z += (float)az * dt;
      next[body].x += velocities[body].x * dt;
      next[body].y += velocities[body].y * dt;
      next[body].z += velocities[body].z * dt;
    }
    positions = next;
  }
  float worst = 0;
  for (int body = 0; body < bodies; ++body)
    worst = std::fmax(
        worst, std::fabs(result[body].x - positions[body].x) + std::fabs(result[body].z - positions[body].z));
  for (float4* pointer : device_positions) CHECK(cudaFree(pointer));
  CHECK(cudaFree(device_velocities));
  std::printf("%s x %.4f y %.4f\n", worst < 1e-4f ? "ok" : "wrong", result[1].x, result[1].y);
  return worst < 1e-4f ? 0 : 1;
}
