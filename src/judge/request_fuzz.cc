// Fuzz target: no bytes on a worker's pipe crash the readers of frames, requests and verdicts.
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "judge/frame.h"
#include "judge/verdict.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tilewright;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  if (auto request = judge::request_from_json(text)) {
    std::string written = judge::to_json(*request);
    auto again = judge::request_from_json(written);
    TW_CHECK(again.has_value(), "{}\n{}", again.error().message, written);
    TW_CHECK(judge::to_json(*again) == written, "{}", written);
  }
  if (auto verdict = judge::verdict_from_json(text)) {
    std::string written = judge::to_json(*verdict);
    auto again = judge::verdict_from_json(written);
    TW_CHECK(again.has_value(), "{}\n{}", again.error().message, written);
    TW_CHECK(judge::to_json(*again) == written, "{}", written);
  }
  std::string bytes(text);
  bool is_broken = false;
  while (judge::take_frame(bytes, is_broken) && !is_broken) {
  }
  bytes = judge::frame(text);
  auto back = judge::take_frame(bytes, is_broken);
  TW_CHECK(back && *back == text && bytes.empty());
  return 0;
}
