// One thread: what OpenMP answers where a program is compiled without it.
#pragma once
static inline int omp_get_num_threads() { return 1; }
static inline int omp_get_max_threads() { return 1; }
static inline int omp_get_thread_num() { return 0; }
static inline int omp_get_num_procs() { return 1; }
static inline void omp_set_num_threads(int) {}
static inline double omp_get_wtime() {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}
