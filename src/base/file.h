// Reading and writing files with errors as values. A file that a person owns is replaced
// only as a whole, by atomic rename.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tilewright {

// Regular files only: pipes and devices may never end.
Result<std::string> read_file(const std::filesystem::path& path);
// Writes to a sibling temporary, flushes it to disk and renames it over `path`.
Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view bytes);
// Appends whole lines and flushes them to disk (append-only JSON lines).
Result<void> append_to_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace tilewright
