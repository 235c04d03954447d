// GPT-2's map between bytes and printable characters (bytes_to_unicode in openai/gpt-2 encoder.py), in which
// tokenizer.json writes its vocabulary.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tilewright::model {

std::string bytes_to_characters(std::string_view bytes);
// Nothing when a character is outside the map.
std::optional<std::string> characters_to_bytes(std::string_view characters);

}  // namespace tilewright::model
