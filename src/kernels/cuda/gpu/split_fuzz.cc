// Any bytes: the splitter ends, and both halves keep the number of lines.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "kernels/cuda/gpu/split_source.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tilewright::kernels::cuda::gpu;
  std::string_view source(reinterpret_cast<const char*>(data), size);
  SplitSource split =
      split_source(source, tilewright::SourceId(), [](std::string_view name) { return name.size() % 2 == 0; });
  for (const std::string& half : {split.device, split.host}) {
    if (std::count(source.begin(), source.end(), '\n') != std::count(half.begin(), half.end(), '\n')) std::abort();
  }
  return 0;
}
