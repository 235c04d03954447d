// Recording faults and ending a launch.
#pragma once

#include <ucontext.h>

#include <cstdarg>

#include "kernels/cuda/runtime/machine.h"

namespace tilewright::kernels::cuda {

// A record to fill, with kernel, block, thread and places set; null when the fault is known or there are
// enough. `place`: an instruction of the program (a return address); null: none.
FaultRecord* begin_fault(FaultKind kind, const void* place);
__attribute__((format(printf, 3, 4))) void record_fault(FaultKind kind, const void* place, const char* format,
                                                        ...);
// One that the API or a launch returns: forgotten when the program looks at it and ends well.
__attribute__((format(printf, 3, 4))) void record_error(FaultKind kind, const void* place, const char* format,
                                                        ...);
void mark_errors_handled();
__attribute__((format(printf, 2, 3))) void set_note(FaultRecord* record, const char* format, ...);
// Names the thread of an earlier access; `block` and `thread` are linear.
void set_other(FaultRecord* record, uint32_t block, uint32_t thread, uint32_t place);

// Ends the running launch from inside a kernel: control goes back to the launch, which returns this error.
[[noreturn]] void abort_launch(cudaError_t error);

// The program's place at a signal: the instruction, or the nearest return address into the program where a
// library's function was running.
const void* place_of(const ucontext_t& context);
// Signals become faults; on a stack of their own.
void install_signal_handlers();
// Says that the program's own code ends the process here.
void finish_run();

// The run has used up its steps.
[[gnu::cold]] void run_out_of_fuel(const void* place);
inline void spend_fuel(const void* place) {
  if (__builtin_expect(--fuel() < 0, 0)) run_out_of_fuel(place);
}

// The place in the program from which a function of the runtime API was called.
#define TW_CALLER __builtin_return_address(0)

}  // namespace tilewright::kernels::cuda
