// Fuzz target: no tokenizer.json, tokenizer_config.json, config.json or safetensors file crashes its reader,
// and what is read can be used and written.
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "model/config.h"
#include "model/safetensors.h"
#include "model/tokenizer.h"

namespace tilewright::model {
namespace {

void read_tokenizer(std::string_view bytes) {
  auto tokenizer = Tokenizer::from_json(bytes, "tokenizer.json");
  if (!tokenizer) return;
  static_cast<void>(tokenizer->apply_config(bytes, "tokenizer_config.json"));
  for (std::string_view text : {std::string_view("x = tl.exp(x1, 20)\n"),
                                std::string_view("\xff\0<|endoftext|>é ", 20), bytes.substr(0, 400)}) {
    std::vector<int32_t> ids = tokenizer->encode(text);
    for (int32_t id : ids) TW_CHECK(id >= 0 && id < tokenizer->vocab_size(), "id {}", id);
    tokenizer->decode(ids, true);
  }
  auto again = Tokenizer::from_json(tokenizer->to_json(), "written.json");
  TW_CHECK(again.has_value(), "{}", again.error().message);
}

void read_safetensors(std::string_view bytes) {
  auto contents = parse_safetensors(bytes, "model.safetensors");
  if (!contents) return;
  std::string written = write_safetensors(*contents);
  auto again = parse_safetensors(written, "written");
  TW_CHECK(again.has_value(), "{}", again.error().message);
  TW_CHECK(write_safetensors(*again) == written);
}

void read_config(std::string_view bytes) {
  auto config = config_from_json(bytes, "config.json");
  if (!config) return;
  TW_CHECK(validate(*config, "config.json").has_value());
  std::string written = config_to_json(*config);
  auto again = config_from_json(written, "written");
  TW_CHECK(again.has_value(), "{}\n{}", again.error().message, written);
  TW_CHECK(config_to_json(*again) == written, "{}", written);
  generation_config_to_json(*config);
}

}  // namespace
}  // namespace tilewright::model

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  tilewright::model::read_tokenizer(bytes);
  tilewright::model::read_safetensors(bytes);
  tilewright::model::read_config(bytes);
  return 0;
}
