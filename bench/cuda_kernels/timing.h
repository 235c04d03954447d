// Runs `work` a few times and prints the median of the processor's time stamps that it took. A program's clocks count its steps
// in checked runs, and time stamps are what is left of real time there. `work` is given the round: launches that repeat an earlier
// one in all would not run again, so each asks for that many bytes of shared memory.
#pragma once
#include <algorithm>
#include <cstdio>
#include <vector>

template <class Work>
void print_median(Work work) {
  std::vector<unsigned long long> stamps;
  for (int i = 0; i < 5; ++i) {
    unsigned long long begin = __builtin_ia32_rdtsc();
    work(i);
    stamps.push_back(__builtin_ia32_rdtsc() - begin);
  }
  std::sort(stamps.begin(), stamps.end());
  std::printf("median %llu\n", stamps[stamps.size() / 2]);
}

// Values between -1 and 1 that are the same everywhere.
inline float value_at(unsigned index) {
  index = (index ^ 61) ^ (index >> 16);
  index *= 9;
  index ^= index >> 4;
  index *= 0x27d4eb2d;
  return static_cast<float>(index >> 8) / 8388608.0f - 1.0f;
}
