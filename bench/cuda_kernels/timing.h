// Runs `work` a few times and prints the median of its processor time, whatever else runs. The clock is the thread's: while a
// timer of the process's processor time is set, as in checked runs, Linux counts that (clock()) in ticks of 4 ms.
#pragma once
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

inline double thread_milliseconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1e3 + now.tv_nsec * 1e-6;
}

template <class Work>
void print_median(Work work) {
  std::vector<double> milliseconds;
  for (int i = 0; i < 5; ++i) {
    double begin = thread_milliseconds();
    work();
    milliseconds.push_back(thread_milliseconds() - begin);
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
