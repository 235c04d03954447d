// tilewright _cuda-room: the process that compiles and runs CUDA extensions for another one (kernels/cuda/room.h).
#include <unistd.h>

#include "cli/commands.h"
#include "kernels/cuda/room.h"

namespace tilewright::cli {

int command_cuda_room(const Arguments&) {
  // Nothing but answers goes to standard output.
  int answers = ::dup(STDOUT_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return kernels::cuda::serve_room(STDIN_FILENO, answers);
}

}  // namespace tilewright::cli
