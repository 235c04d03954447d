// The bytes of a Python file -> UTF-8 text, by PEP 263: a byte order mark or a coding cookie in the
// first two lines tells the encoding.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tilewright::python {

// Knows the encodings that ICU knows by the declared name. The byte order mark is taken away. Bytes that
// are no UTF-8 where no cookie says otherwise are left for parse() to report with their place.
Result<std::string> decode_source(std::string bytes);

// Reads, decodes and adds a file; its name in messages is `path` as given.
Result<SourceId> load_source(SourceManager& sources, const std::filesystem::path& path);

}  // namespace tilewright::python
