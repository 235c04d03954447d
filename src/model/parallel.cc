#include "model/parallel.h"

#include <ATen/Parallel.h>

namespace tilewright::model {

void parallel_rows(int64_t count, int64_t grain, const std::function<void(int64_t, int64_t)>& work) {
  if (count <= 0) return;
  at::parallel_for(0, count, grain, [&](int64_t begin, int64_t end) { work(begin, end); });
}

}  // namespace tilewright::model
