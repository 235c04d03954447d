// Standard-library modules written in Python; their text is part of the program.
#pragma once

#include <span>
#include <string_view>

#include "base/embedded_text.h"

namespace tilewright::script {

struct EmbeddedModule {
  std::string_view name;
  std::string_view source;
};
std::span<const EmbeddedModule> embedded_modules();
// The files of standard/, named by the module's dotted name.
std::span<const EmbeddedText> standard_files();

}  // namespace tilewright::script
