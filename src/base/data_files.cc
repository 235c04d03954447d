#include "base/data_files.h"

#include <system_error>
#include <vector>

namespace tilewright {

std::filesystem::path executable_path() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

std::optional<std::filesystem::path> find_data_file(std::string_view relative) {
  std::vector<std::filesystem::path> folders;
  std::filesystem::path folder = executable_path().parent_path();
  folders.push_back(folder);
  folders.push_back(folder.parent_path() / "share" / "tilewright");
  for (int levels = 0; levels < 3 && folder.has_relative_path(); ++levels) {
    folder = folder.parent_path();
    folders.push_back(folder);
  }
  folders.push_back(TILEWRIGHT_SOURCE_DIR);
  for (const std::filesystem::path& place : folders) {
    std::error_code error;
    std::filesystem::path path = place / relative;
    if (std::filesystem::exists(path, error)) return path;
  }
  return std::nullopt;
}

}  // namespace tilewright
