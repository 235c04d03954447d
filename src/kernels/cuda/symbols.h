// Addresses of an image's code -> lines of the sources.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace tilewright::kernels::cuda {

struct SourcePlace {
  std::string function, file;
  uint32_t line = 0;  // 0: unknown
};

// The call chain of inlined functions at each offset, innermost first. Offsets without a line have an empty
// chain.
std::map<uint32_t, std::vector<SourcePlace>> find_places(const std::filesystem::path& image,
                                                         std::span<const uint32_t> offsets);

}  // namespace tilewright::kernels::cuda
