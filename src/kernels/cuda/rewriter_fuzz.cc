// Any bytes: the rewriter ends, keeps the number of lines, and its edits rebuild its text.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "kernels/cuda/rewriter.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tilewright::kernels::cuda;
  std::string_view source(reinterpret_cast<const char*>(data), size);
  Rewritten result = rewrite(source, tilewright::SourceId());
  if (std::count(source.begin(), source.end(), '\n') !=
      std::count(result.text.begin(), result.text.end(), '\n'))
    std::abort();
  std::string rebuilt;
  uint32_t at = 0;
  for (const Edit& edit : result.edits) {
    if (edit.begin < at || edit.end < edit.begin || edit.end > size) std::abort();
    rebuilt += source.substr(at, edit.begin - at);
    rebuilt += edit.text;
    at = edit.end;
  }
  rebuilt += source.substr(at);
  if (rebuilt != result.text) std::abort();
  for (uint32_t line = 1; line < 5; ++line) (void)original_column(source, result.edits, line, 7);
  return 0;
}
