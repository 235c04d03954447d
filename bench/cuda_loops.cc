// The work of bench/cuda_kernels as plain scalar loops: what a checked run on the CPU is compared with.
// usage: cuda_loops NAME; "second" prints how many time stamps of the processor a second has
#include <time.h>

#include <cmath>
#include <cstring>

#include "cuda_kernels/timing.h"

namespace {

void add(const float* a, const float* b, float* c, int n) {
  for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
}

void softmax(const float* in, float* out, int rows, int columns) {
  for (int r = 0; r < rows; ++r) {
    const float* row = in + r * columns;
    float* result = out + r * columns;
    float most = -INFINITY, sum = 0;
    for (int i = 0; i < columns; ++i) most = std::fmax(most, row[i]);
    for (int i = 0; i < columns; ++i) sum += expf(row[i] - most);
    for (int i = 0; i < columns; ++i) result[i] = expf(row[i] - most) / sum;
  }
}

void layer_norm(const float* in, const float* weight, const float* bias, float* out, int rows, int columns) {
  for (int r = 0; r < rows; ++r) {
    const float* row = in + r * columns;
    float sum = 0, squares = 0;
    for (int i = 0; i < columns; ++i) sum += row[i];
    float mean = sum / static_cast<float>(columns);
    for (int i = 0; i < columns; ++i) squares += (row[i] - mean) * (row[i] - mean);
    float scale = 1 / std::sqrt(squares / static_cast<float>(columns) + 1e-5f);
    for (int i = 0; i < columns; ++i) out[r * columns + i] = (row[i] - mean) * scale * weight[i] + bias[i];
  }
}

void product(const float* a, const float* b, float* c, int n) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
  }
}

void histogram(const unsigned* values, unsigned* counts, int n) {
  for (int i = 0; i < n; ++i) ++counts[values[i] & 255];
}

double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

void print_stamps_a_second() {
  double begin = now(), end = begin;
  unsigned long long first = __builtin_ia32_rdtsc();
  while (end < begin + 0.2) end = now();
  std::printf("median %.0f\n", static_cast<double>(__builtin_ia32_rdtsc() - first) / (end - begin));
}

}  // namespace

int main(int count, char** arguments) {
  const char* name = count > 1 ? arguments[1] : "";
  if (std::strcmp(name, "second") == 0) print_stamps_a_second();
  const int n = 1 << 20, side = 1024, small = 256;
  std::vector<float> a(n), b(n), c(n), weight(side, 1.0f), bias(side, 0.0f);
  std::vector<unsigned> values(n), counts(256);
  for (int i = 0; i < n; ++i) {
    a[i] = value_at(i);
    b[i] = value_at(i + n);
    values[i] = static_cast<unsigned>((a[i] + 1) * 128);
  }
  if (std::strncmp(name, "add", 3) == 0) print_median([&](int) { add(a.data(), b.data(), c.data(), n); });
  if (std::strcmp(name, "softmax") == 0) print_median([&](int) { softmax(a.data(), c.data(), side, side); });
  if (std::strcmp(name, "layer_norm") == 0)
    print_median([&](int) { layer_norm(a.data(), weight.data(), bias.data(), c.data(), side, side); });
  if (std::strcmp(name, "product") == 0) print_median([&](int) { product(a.data(), b.data(), c.data(), small); });
  if (std::strcmp(name, "histogram") == 0) print_median([&](int) { histogram(values.data(), counts.data(), n); });
  double sum = 0;  // the results are used
  for (float value : c) sum += value;
  for (unsigned value : counts) sum += value;
  return std::isnan(sum) ? 1 : 0;
}
