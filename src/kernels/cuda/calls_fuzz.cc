// Any bytes: results and calls are read or refused, and what was read is written back the same.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/cuda/calls.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tilewright::kernels::cuda;
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::vector<CallResult> results;
  if (decode(bytes, results)) {
    std::string again;
    for (const CallResult& result : results) again += encode(result);
    std::vector<CallResult> twice;
    if (!decode(again, twice) || twice.size() != results.size()) std::abort();
  }
  std::vector<Call> calls;
  if (decode(bytes, calls)) {
    std::vector<Call> twice;
    std::string again = encode(calls);
    if (!decode(again, twice) || encode(twice) != again) std::abort();
  }
  return 0;
}
