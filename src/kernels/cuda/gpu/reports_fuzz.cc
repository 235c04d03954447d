// Any bytes as what compute-sanitizer, nvcc and a worker said: the readers end, and values that are read can be written.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/json_reader.h"
#include "kernels/cuda/gpu/candidate.h"
#include "kernels/cuda/gpu/nvcc.h"
#include "kernels/cuda/gpu/sanitizer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tilewright;
  using namespace tilewright::kernels::cuda::gpu;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const kernels::cuda::SourceTexts sources = {{"a/b.cu", "one\ntwo\n"}};
  for (std::string_view tool : kSanitizerTools) (void)read_sanitizer_report(tool, text, sources);
  (void)read_nvcc_errors(text, sources);
  Result<nlohmann::json> message = parse_json(text, "value");
  if (!message) return 0;
  const std::string bytes(64, '\1');
  Result<GpuValue> value = value_from_json(*message, bytes);
  if (!value) return 0;
  std::string written;
  nlohmann::json again = value_to_json(*value, written);
  if (!value_from_json(again, written)) std::abort();
  return 0;
}
