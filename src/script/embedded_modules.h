// Standard-library modules written in Python; their text is part of the program.
#pragma once

#include <span>
#include <string_view>

namespace tilewright::script {

struct EmbeddedModule {
  std::string_view name;
  std::string_view source;
};
std::span<const EmbeddedModule> embedded_modules();

}  // namespace tilewright::script
