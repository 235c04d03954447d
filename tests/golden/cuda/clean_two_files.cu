// RUN: tilewright run %s reference.cpp 3
// The kernel's file, one without kernels and a header of their own; what follows the files goes to main.
#include <cstdio>
#include <cstdlib>

#include "reference.h"

__global__ void scale(int* values, int factor) { values[threadIdx.x] *= factor; }

int main(int argc, char** argv) {
  int host[8], want[8], *values, factor = argc == 2 ? std::atoi(argv[1]) : 0;
  for (int i = 0; i < 8; ++i) host[i] = want[i] = i + 1;
  cudaMalloc(&values, sizeof host);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  scale<<<1, 8>>>(values, factor);
  cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(values);
  scale_on_host(want, 8, factor);
  std::printf("%d %d\n", host[7], want[7]);
}
// --- reference.h
#pragma once
// What both files know.
void scale_on_host(int* values, int count, int factor);
// --- reference.cpp
#include "reference.h"
#ifdef __CUDACC__
#error "this file is no CUDA"
#endif
static int umin(int a, int b) { return a < b ? a : b; }
void scale_on_host(int* values, int count, int factor) {
  for (int i = 0; i < umin(count, 8); ++i) values[i] *= factor;
}
// EXPECT stdout
//| 24 24
