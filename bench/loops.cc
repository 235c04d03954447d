// Plain C++ loops for what bench/triton_kernels computes: the yardstick of bench/triton_speed.py, which builds this with
// -O3 -march=x86-64-v3 -fopenmp and runs it on two threads. Usage: loops REPEATS
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

struct BFloat16 {
  uint16_t bits = 0;
  BFloat16() = default;
  BFloat16(float value) {  // NOLINT: converts as the built-in types do
    uint32_t word;
    std::memcpy(&word, &value, 4);
    bits = static_cast<uint16_t>((word + 0x7fff + (word >> 16 & 1)) >> 16);
  }
  operator float() const {
    uint32_t word = static_cast<uint32_t>(bits) << 16;
    float value;
    std::memcpy(&value, &word, 4);
    return value;
  }
};

template <class Body>
void report(const char* name, int repeats, Body body) {
  std::vector<double> times;
  body();
  for (int i = 0; i < repeats; ++i) {
    auto begin = std::chrono::steady_clock::now();
    body();
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  std::sort(times.begin(), times.end());
  std::printf("TIME %s %.9f %d\n", name, times[times.size() / 2], repeats);
}

template <class T>
std::vector<T> numbers(size_t count) {
  std::vector<T> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = T(static_cast<float>(i * 7919 % 1009) / 500.0f - 1.0f);
  return values;
}

template <class T>
void add(const T* x, const T* y, T* out, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) out[i] = T(float(x[i]) + float(y[i]));
}

template <class T>
void softmax(const T* x, T* out, int rows, int columns) {
#pragma omp parallel for
  for (int r = 0; r < rows; ++r) {
    const T* in = x + static_cast<size_t>(r) * columns;
    T* result = out + static_cast<size_t>(r) * columns;
    std::vector<float> numerator(columns);
    float largest = in[0], sum = 0;
    for (int i = 1; i < columns; ++i) largest = std::max(largest, float(in[i]));
    for (int i = 0; i < columns; ++i) numerator[i] = std::exp(float(in[i]) - largest);
    for (int i = 0; i < columns; ++i) sum += numerator[i];
    for (int i = 0; i < columns; ++i) result[i] = T(numerator[i] / sum);
  }
}

template <class T>
void layer_norm(const T* x, const T* weight, const T* bias, T* out, int rows, int columns) {
#pragma omp parallel for
  for (int r = 0; r < rows; ++r) {
    const T* in = x + static_cast<size_t>(r) * columns;
    T* result = out + static_cast<size_t>(r) * columns;
    float sum = 0, squares = 0;
    for (int i = 0; i < columns; ++i) sum += in[i];
    float mean = sum / static_cast<float>(columns);
    for (int i = 0; i < columns; ++i) squares += (in[i] - mean) * (in[i] - mean);
    float scale = 1 / std::sqrt(squares / static_cast<float>(columns) + 1e-5f);
    for (int i = 0; i < columns; ++i) result[i] = T((in[i] - mean) * scale * weight[i] + bias[i]);
  }
}

template <class T>
void run(const char* add_name, const char* softmax_name, const char* layer_norm_name, int repeats) {
  constexpr int kElements = 1 << 20, kRows = 4096, kColumns = 1024;
  std::vector<T> x = numbers<T>(kRows * kColumns), out(x.size()), y = numbers<T>(kElements), weight = numbers<T>(kColumns);
  report(add_name, repeats, [&] { add(x.data(), y.data(), out.data(), kElements); });
  report(softmax_name, repeats, [&] { softmax(x.data(), out.data(), kRows, kColumns); });
  report(layer_norm_name, repeats,
         [&] { layer_norm(x.data(), weight.data(), weight.data(), out.data(), kRows, kColumns); });
}

}  // namespace

int main(int count, char** arguments) {
  int repeats = count > 1 ? std::atoi(arguments[1]) : 20;
  run<float>("add", "softmax", "layer_norm", repeats);
  run<BFloat16>("add-bf16", "softmax-bf16", "layer_norm-bf16", repeats);
}
