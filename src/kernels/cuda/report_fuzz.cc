// Any bytes as a run's report: cleaned, they can be explained, and what is said holds texts and lines of the
// program alone.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "kernels/cuda/explain.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tilewright::kernels::cuda;
  auto report = std::make_unique<RunReport>();
  std::memset(static_cast<void*>(report.get()), 0, sizeof(RunReport));
  // The bytes again and again, so that few of them reach every field.
  for (size_t at = 0; size > 0 && at < sizeof(RunReport); at += size)
    std::memcpy(reinterpret_cast<char*>(report.get()) + at, data, std::min(size, sizeof(RunReport) - at));
  clean_report(*report);
  for (FaultRecord& fault : report->faults) {
    // Places are looked up by another program.
    std::memset(fault.places, 0xff, sizeof fault.places);
    fault.other_place = fault.launch_place = kNoPlace;
  }
  SourceTexts sources = {{"program.cu", "int main() {\n  return 0;\n}\n"}};
  for (bool drops_handled : {false, true}) {
    auto said = explain(*report, "", sources, drops_handled);
    if (said.size() > kMaxFaults) std::abort();
    for (const auto& diagnostic : said) {
      if (diagnostic.kind.empty() || diagnostic.message.size() > sizeof(FaultRecord)) std::abort();
    }
  }
  return 0;
}
