#include "kernels/cuda/symbols.h"

#include <fmt/format.h>

#include <cstdlib>

#include "kernels/cuda/command.h"

namespace tilewright::kernels::cuda {

// Both tools print, for each address, the address and then pairs of lines: the function, "file:line".
std::map<uint32_t, std::vector<SourcePlace>> find_places(const std::filesystem::path& image,
                                                         std::span<const uint32_t> offsets) {
  std::map<uint32_t, std::vector<SourcePlace>> places;
  std::string tool = find_program({"addr2line", "llvm-addr2line-19", "llvm-addr2line"});
  if (tool.empty() || offsets.empty()) return places;
  std::vector<std::string> arguments = {tool, "-a", "-i", "-f", "-C", "-e", image.string()};
  for (uint32_t offset : offsets) arguments.push_back(fmt::format("{:#x}", offset));
  auto result = run_command(arguments, 20000);
  if (!result) return places;
  std::string_view text = result->output;
  std::vector<SourcePlace>* chain = nullptr;
  std::string function;
  bool is_function = true;
  while (!text.empty()) {
    size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.starts_with("0x") && is_function) {
      chain = &places[static_cast<uint32_t>(std::strtoul(std::string(line).c_str(), nullptr, 16))];
      continue;
    }
    if (is_function) {
      function = line;
    } else if (chain != nullptr) {
      size_t colon = line.rfind(':');
      SourcePlace place{function, std::string(line.substr(0, colon)), 0};
      if (colon != std::string_view::npos)
        place.line = static_cast<uint32_t>(std::atoi(std::string(line.substr(colon + 1)).c_str()));
      if (place.line != 0) chain->push_back(std::move(place));
    }
    is_function = !is_function;
  }
  return places;
}

}  // namespace tilewright::kernels::cuda
