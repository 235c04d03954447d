// A text file that is part of the program (cmake/EmbedText.cmake makes the arrays).
#pragma once

#include <string_view>

namespace tilewright {

struct EmbeddedText {
  std::string_view name;  // of the file, without its extension
  std::string_view text;
};

}  // namespace tilewright
