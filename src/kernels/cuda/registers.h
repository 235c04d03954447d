// Registers of each kernel as NVIDIA's compiler gives them, where it is installed.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tilewright::kernels::cuda {

// By the kernel's name without namespace and template arguments; of several the most. Empty: no nvcc, or it
// does not take the program.
std::map<std::string, uint32_t> registers_of_kernels(
    const std::string& text, const std::vector<std::filesystem::path>& include_folders);

// From what nvcc -Xptxas -v prints.
std::map<std::string, uint32_t> read_registers(std::string_view text);

}  // namespace tilewright::kernels::cuda
