// Spreading rows over torch's own threads (one pool in the process: design.md, rule 10).
#pragma once

#include <cstdint>
#include <functional>

namespace tilewright::model {

// Calls work(begin, end) for parts of [0, count), at least `grain` long, possibly at once. Which rows share a
// part must not matter to the result.
void parallel_rows(int64_t count, int64_t grain, const std::function<void(int64_t, int64_t)>& work);

}  // namespace tilewright::model
