#pragma once

#include <string>

#include "base/diagnostic.h"
#include "base/source.h"

namespace tilewright::teach {

// A diagnostic as one line for lists: "file.py:3:5: message", or the message alone where there is no place.
std::string one_line(const Diagnostic& diagnostic, const SourceManager& sources);

}  // namespace tilewright::teach
