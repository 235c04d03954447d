// Runs `work` a few times and prints the median of its processor time: clock() is the whole process's, whatever else runs.
#pragma once
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

template <class Work>
void print_median(Work work) {
  std::vector<double> milliseconds;
  for (int i = 0; i < 5; ++i) {
    clock_t begin = clock();
    work();
    milliseconds.push_back((clock() - begin) * 1e3 / CLOCKS_PER_SEC);
  }
  std::sort(milliseconds.begin(), milliseconds.end());
  std::printf("median %.4f ms\n", milliseconds[milliseconds.size() / 2]);
}

// Values between -1 and 1 that are the same everywhere.
inline float value_at(unsigned index) {
  index = (index ^ 61) ^ (index >> 16);
  index *= 9;
  index ^= index >> 4;
  index *= 0x27d4eb2d;
  return static_cast<float>(index >> 8) / 8388608.0f - 1.0f;
}
