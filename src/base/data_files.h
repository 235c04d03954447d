// Where the program finds the files it comes with (chips/*.toml, recipes).
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace tilewright {

// `relative` ("chips/h100.toml") is looked for in the executable's folder, in share/tilewright beside its
// parent, in the folders above it (a build folder inside the source tree), and last in the source tree that
// the program was built from. Empty: in none of them.
std::optional<std::filesystem::path> find_data_file(std::string_view relative);

// Where the program may keep what it can make again: tilewright/ in XDG_CACHE_HOME or ~/.cache, else in the system's folder for
// temporary files, with the user's number. Not made here.
std::filesystem::path cache_folder();

// A program by its name, as a shell would find it; empty: PATH has none.
std::filesystem::path find_in_path(std::string_view name);

// The running executable.
std::filesystem::path executable_path();

}  // namespace tilewright
