// Launches that change nothing. A benchmark launches the same kernel with the same arguments hundreds of
// times; where a launch left all memory as it found it, the same launch on the same memory would again, and
// does not run.
#pragma once

#include <cstdint>

#include "kernels/cuda/runtime/launch.h"

namespace tilewright::kernels::cuda {

struct LaunchRecord;
struct Repeat;

// What is known of launches like this one; null: it is the first of them, or they are not looked at (a kernel
// that prints, launches others or changes memory each time, memory so large that looking costs more than
// running, several streams).
Repeat* find_repeat(const KernelCall& call, const void* closure);
// Before a launch: true if it would change nothing. The record of the last one that ran is this one's, too,
// and its steps pass on the program's clock.
bool changes_nothing(const Repeat& repeat, LaunchRecord& record);
// After a launch that ran; `repeat` may be null.
void note_run(Repeat* repeat, const KernelCall& call, const void* closure, uint64_t steps);
// The running kernel does what memory does not show.
void note_side_effect();

}  // namespace tilewright::kernels::cuda
