// What a candidate's process may do: nothing but compute, allocate and write to its two pipes.
#pragma once

#include <cstdint>

namespace tilewright::kernels::cuda {

// Once, before the first candidate: namespaces of its own where the kernel allows them. The process that
// returns is the one to go on in; the one outside waits for it and ends with it.
void enter_namespaces();
// In a candidate's process: limits, no new rights.
void limit_process(uint32_t processor_milliseconds);
// Private memory that it may write: now, and at most.
void limit_memory(uint64_t bytes, uint64_t most);
// From now on the program may start threads (threads.cc). A refused one is a fault.
void allow_threads();
void refuse_thread(const void* place);
// The system-call filter; false where the kernel refuses it. A refused call fails with EPERM and is recorded
// as a fault.
// `may_read_files`: the program reads what the user may read, and what it writes to files is dropped.
bool close_sandbox(bool may_read_files);

}  // namespace tilewright::kernels::cuda
