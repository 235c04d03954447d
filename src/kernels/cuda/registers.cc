#include "kernels/cuda/registers.h"

#include <cxxabi.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "kernels/cuda/command.h"

namespace tilewright::kernels::cuda {
namespace {

namespace fs = std::filesystem;

// "void ns::add<float>(float*, int)" -> "add".
std::string plain_name(const std::string& symbol) {
  int status = 0;
  char* demangled = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string name = status == 0 ? demangled : symbol;
  std::free(demangled);
  name = name.substr(0, std::min(name.find('('), name.find('<')));
  size_t begin = name.find_last_of(": ");
  return begin == std::string::npos ? name : name.substr(begin + 1);
}

}  // namespace

std::map<std::string, uint32_t> read_registers(std::string_view text) {
  std::map<std::string, uint32_t> registers;
  std::string kernel;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    constexpr std::string_view kEntry = "Compiling entry function '", kUsed = ": Used ";
    if (size_t at = line.find(kEntry); at != std::string_view::npos) {
      std::string_view rest = line.substr(at + kEntry.size());
      kernel = plain_name(std::string(rest.substr(0, rest.find('\''))));
    } else if (size_t used = line.find(kUsed); used != std::string_view::npos && !kernel.empty()) {
      auto count = static_cast<uint32_t>(std::atoi(std::string(line.substr(used + kUsed.size(), 8)).c_str()));
      registers[kernel] = std::max(registers[kernel], count);
      kernel.clear();
    }
  }
  return registers;
}

std::map<std::string, uint32_t> registers_of_kernels(const std::string& text,
                                                     const std::vector<fs::path>& include_folders) {
  constexpr int kMilliseconds = 60000;
  std::string nvcc = find_program({"nvcc"});
  if (nvcc.empty() && fs::exists("/usr/local/cuda/bin/nvcc")) nvcc = "/usr/local/cuda/bin/nvcc";
  if (nvcc.empty()) return {};
  std::error_code error;
  fs::path folder = fs::temp_directory_path(error) / fmt::format("tilewright-registers-{}", ::getpid());
  fs::create_directories(folder, error);
  fs::path source = folder / "program.cu";
  std::ofstream(source, std::ios::binary) << text;
  std::vector<std::string> arguments = {
      nvcc,           "-arch=sm_90", "-std=c++17", "-cubin",
      "-Xptxas",      "-v",          "-o",         (folder / "program.cubin").string(),
      source.string()};
  for (const fs::path& include : include_folders) {
    arguments.emplace_back("-I");
    arguments.push_back(include.string());
  }
  auto result = run_command(arguments, kMilliseconds);
  fs::remove_all(folder, error);
  if (!result || !result->is_good()) return {};
  return read_registers(result->error + result->output);
}

}  // namespace tilewright::kernels::cuda
