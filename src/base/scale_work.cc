// Totals of counters for another number of programs.
#include "base/scale_work.h"

namespace tilewright {

void scale_work(WorkCounters& work, double factor) {
  auto scale = [&](uint64_t& count) { count = static_cast<uint64_t>(static_cast<double>(count) * factor); };
  for (uint64_t* count : {&work.float_operations, &work.special_operations, &work.integer_operations,
                          &work.reductions, &work.atomics, &work.atomic_conflicts,
                          &work.max_atomics_on_address, &work.barriers, &work.loop_iterations}) {
    scale(*count);
  }
  for (TensorTraffic& tensor : work.tensors) {
    for (uint64_t* count :
         {&tensor.bytes_loaded, &tensor.bytes_stored, &tensor.sectors_loaded, &tensor.sectors_stored}) {
      scale(*count);
    }
    tensor.unique_bytes = 0;
  }
  for (DotWork& dot : work.dots) scale(dot.count);
  for (OperationWork& operations : work.operations) {
    scale(operations.arithmetic);
    scale(operations.special);
  }
}

}  // namespace tilewright
