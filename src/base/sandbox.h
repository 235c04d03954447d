// Shuts a worker process in before it meets untrusted work. The work itself is interpreted and has no way to
// make a system call; this is the second wall, for the day the first has a hole.
#pragma once

#include <cstdint>

namespace tilewright {

struct SandboxOptions {
  uint64_t address_space = uint64_t{32} << 30;  // bytes the process may map
};

// After this the process cannot start programs, open sockets, open files for writing, remove, rename or trace
// anything, dump core, or gain rights; what it has open stays usable. False where the kernel refuses the
// system-call filter (the limits still hold).
bool enter_sandbox(const SandboxOptions& options = {});

}  // namespace tilewright
