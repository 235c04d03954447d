#include "base/data_files.h"

#include <unistd.h>

#include <cstdlib>
#include <string>
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

std::filesystem::path cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return std::filesystem::path(cache) / "tilewright";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return std::filesystem::path(home) / ".cache" / "tilewright";
  return std::filesystem::temp_directory_path() / ("tilewright-" + std::to_string(::getuid()));
}

std::filesystem::path find_in_path(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::string_view folders = path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path;
  while (!folders.empty()) {
    size_t end = folders.find(':');
    std::filesystem::path file = std::filesystem::path(folders.substr(0, end)) / name;
    if (::access(file.c_str(), X_OK) == 0) return file;
    if (end == std::string_view::npos) break;
    folders.remove_prefix(end + 1);
  }
  return {};
}

}  // namespace tilewright
