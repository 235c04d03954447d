// Messages between the pool and its workers: four bytes of length (little-endian), then the text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tilewright::judge {

inline constexpr uint32_t kLargestFrame = 256u << 20;

std::string frame(std::string_view text);

// Takes the first whole frame off the front of `bytes`; empty when none is complete. `is_broken` is set when
// the length is absurd: the other side speaks something else.
std::optional<std::string> take_frame(std::string& bytes, bool& is_broken);

// Blocking; empty at end of file, on an error or an absurd length.
std::optional<std::string> read_frame(int descriptor);
bool write_frame(int descriptor, std::string_view text);

}  // namespace tilewright::judge
