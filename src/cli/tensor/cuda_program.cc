#include "cli/tensor/cuda_program.h"

#include <filesystem>

#include "base/file.h"
#include "base/text.h"

namespace tilewright::cli {
namespace {

bool is_source(const std::string& name) {
  std::string extension = std::filesystem::path(name).extension().string();
  return extension == ".cu" || extension == ".cpp" || extension == ".cc" || extension == ".cxx";
}

std::filesystem::path folder_of(const std::string& path) {
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder;
}

}  // namespace

Result<kernels::cuda::CudaProgram> read_cuda_program(const std::vector<std::string>& words, const std::string& include) {
  kernels::cuda::CudaProgram program;
  size_t next = 0;
  for (; next < words.size() && (next == 0 || is_source(words[next])); ++next) {
    Result<std::string> text = read_file(words[next]);
    if (!text) return fail(text.error());
    if (next == 0) {
      program.name = words[0];
      program.text = std::move(*text);
      program.include_folders = {folder_of(words[0])};
    } else {
      program.others.push_back({words[next], std::move(*text), folder_of(words[next])});
    }
  }
  program.arguments.assign(words.begin() + static_cast<ptrdiff_t>(next), words.end());
  for (const std::string& folder : split(include, ':')) {
    if (!folder.empty()) program.include_folders.emplace_back(folder);
  }
  program.may_read_files = true;
  return program;
}

}  // namespace tilewright::cli
