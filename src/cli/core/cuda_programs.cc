#include "cli/core/cuda_programs.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/file.h"
#include "kernels/cuda/lexer.h"
#include "kernels/cuda/rewriter.h"

namespace tilewright::cli {
namespace {

namespace fs = std::filesystem;
using kernels::cuda::Token;

struct Source {
  std::string name;  // relative to the folder that is examined
  bool has_main = false, is_cuda = false;
};

bool defines_main(std::string_view text) {
  std::vector<Token> tokens = kernels::cuda::lex(text).program;
  auto word = [&](size_t i) { return text.substr(tokens[i].begin, tokens[i].end - tokens[i].begin); };
  for (size_t i = 1; i + 1 < tokens.size(); ++i) {
    if (word(i) == "main" && word(i + 1) == "(" && (word(i - 1) == "int" || word(i - 1) == "void")) return true;
  }
  return false;
}

// The sources of one folder without those that others include.
std::vector<Source> read_sources(const fs::path& root, const fs::path& folder, std::set<std::string>& included) {
  std::vector<Source> sources;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    std::string extension = entry.path().extension().string();
    if (extension != ".cu" && extension != ".cpp" && extension != ".cc") continue;
    Result<std::string> text = read_file(entry.path());
    if (!text) continue;
    for (const std::string& include : kernels::cuda::find_includes(*text)) {
      fs::path path = (folder / include.substr(1, include.size() - 2)).lexically_normal();
      if (path.extension() == ".cu" || path.extension() == ".cpp") included.insert(path.lexically_relative(root).string());
    }
    sources.push_back({entry.path().lexically_relative(root).string(), defines_main(*text), extension == ".cu"});
  }
  std::erase_if(sources, [&](const Source& source) { return included.contains(source.name); });
  std::sort(sources.begin(), sources.end(), [](const Source& a, const Source& b) { return a.name < b.name; });
  return sources;
}

}  // namespace

std::vector<CudaProgramFiles> find_cuda_programs(const fs::path& folder, const std::vector<std::string>& files) {
  std::map<fs::path, std::vector<std::string>> by_folder;
  for (const std::string& file : files) by_folder[fs::path(file).parent_path()].push_back(file);
  std::vector<CudaProgramFiles> programs;
  for (const auto& [relative, own_files] : by_folder) {
    std::set<std::string> included;
    std::vector<Source> sources = read_sources(folder, (folder / relative).lexically_normal(), included);
    size_t before = programs.size();
    for (const Source& main : sources) {
      if (!main.has_main) continue;
      CudaProgramFiles program;
      program.has_main = true;
      program.sources = {main.name};
      for (const Source& other : sources) {
        if (!other.has_main) program.sources.push_back(other.name);
      }
      // Files with another main are another program's.
      for (const std::string& file : own_files) {
        bool is_other = std::any_of(sources.begin(), sources.end(), [&](const Source& source) {
          return source.name == file && source.has_main && source.name != main.name;
        });
        if (!is_other) program.covered.push_back(file);
      }
      programs.push_back(std::move(program));
    }
    if (programs.size() > before) continue;
    for (const std::string& file : own_files) {
      if (!included.contains(file)) programs.push_back({{file}, {file}, false});
    }
  }
  return programs;
}

}  // namespace tilewright::cli
