// Floating-point operations of launches, by type. What threads of counted blocks (traffic.h) do after the hook at a place of the
// code, up to their next hook, is followed now and then instruction by instruction: the processor's trap flag stops a thread after
// each. How often each place is reached is known, so that totals are sums over places of how often times the mean of those followed.
#pragma once

#include "kernels/cuda/report.h"

namespace tilewright::kernels::cuda {

void begin_operations();
// At the end of the hook at `place`, in a counted block: the thread may go on instruction by instruction.
void follow_thread(const void* place);
// Into the launch's record. `blocks_share`: of the grid's blocks, those that were counted.
void end_operations(LaunchRecord& record, double blocks_share);

// What one instruction does.
struct DecodedOperation {
  int dtype = 0;  // OperationType
  uint32_t arithmetic = 0, special = 0;
};
// Floating-point instructions of x86-64 as clang writes them for scalars and short vectors; others count nothing.
DecodedOperation decode_operation(const unsigned char* code);

}  // namespace tilewright::kernels::cuda
