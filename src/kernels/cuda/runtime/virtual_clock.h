// The time that a program sees: it counts steps, so that what a program prints of its own times, and what it
// decides by them, is the same on every machine and in every order of threads.
#pragma once

#include <cstdint>

namespace tilewright::kernels::cuda {

// Nanoseconds since the program began: one a step (accesses, turns of loops, barriers, warp operations), a
// microsecond for each time that it is asked, and what the program has slept; all of it times the run's
// clock_rate.
uint64_t ask_clock();
// Of steps that need not be taken.
void pass_time(uint64_t nanoseconds);

}  // namespace tilewright::kernels::cuda
