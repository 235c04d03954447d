#include "kernels/cuda/sources.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "base/file.h"
#include "base/hash.h"

namespace tilewright::kernels::cuda {
namespace {

namespace fs = std::filesystem;

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c != '\n') result += c;
  }
  return result + "\"";
}

class Collector {
 public:
  Collector(const std::vector<fs::path>& folders, fs::path target)
      : folders_(folders), target_(std::move(target)) {}

  Result<RewrittenProgram> run(const std::vector<ProgramFile>& sources) {
    for (const ProgramFile& source : sources)
      program_.texts.push_back(rewritten(source.name, source.text, source.folder));
    // Copies include further files, which are found on the way.
    std::vector<std::string> copies;
    for (size_t next = 0; next < included_.size(); ++next) {
      Included file = included_[next];
      copies.push_back(rewritten(file.path.string(), file.text, file.path.parent_path()));
    }
    // The folder's name is made from all their texts.
    fs::path folder = target_ / ("include-" + hash_hex(program_.key));
    for (size_t i = 0; i < copies.size(); ++i) {
      if (auto written = write_copy(folder / included_[i].copy, copies[i]); !written)
        return fail(written.error());
    }
    if (!copies.empty()) program_.include_folders.push_back(folder);
    for (const fs::path& own : folders_) program_.include_folders.push_back(own);
    return std::move(program_);
  }

 private:
  struct Included {
    fs::path path;
    std::string copy, text;  // copy: its name in the folder of copies
  };

  std::string rewritten(const std::string& name, const std::string& text, const fs::path& folder) {
    std::map<std::string, std::string, std::less<>> names;
    for (const std::string& include : find_includes(text)) {
      std::string copy = copy_of(include, folder);
      if (!copy.empty()) names[include] = in_quotes(copy);
    }
    SourceManager sources;
    SourceId id = sources.add(name, text);
    Rewritten result = rewrite(text, id, names);
    for (const Diagnostic& refused : result.refused) program_.refused.push_back(resolve(refused, sources));
    program_.files[name] = {text, result.edits};
    return fmt::format("#line 1 {}\n{}", in_quotes(name), result.text);
  }

  // The name of the copy of an included file; empty: it is none of the program's.
  std::string copy_of(const std::string& include, const fs::path& own_folder) {
    fs::path name = include.substr(1, include.size() - 2);
    if (name.empty() || name.is_absolute()) return {};
    std::vector<fs::path> folders;
    if (include.front() == '"' && !own_folder.empty()) folders.push_back(own_folder);
    folders.insert(folders.end(), folders_.begin(), folders_.end());
    for (const fs::path& folder : folders) {
      fs::path path = (folder / name).lexically_normal();
      std::error_code error;
      if (!fs::is_regular_file(path, error)) continue;
      auto known = std::find_if(included_.begin(), included_.end(),
                                [&](const Included& file) { return file.path == path; });
      if (known != included_.end()) return known->copy;
      Result<std::string> content = read_file(path);
      if (!content) continue;
      std::string copy = fmt::format("{}/{}", included_.size(), name.filename().string());
      program_.key += path.string() + '\0' + *content + '\0';
      included_.push_back({path, copy, std::move(*content)});
      return copy;
    }
    return {};
  }

  static Result<void> write_copy(const fs::path& file, const std::string& text) {
    std::error_code error;
    if (fs::exists(file, error)) return {};
    fs::create_directories(file.parent_path(), error);
    fs::path made = file.string() + fmt::format(".{}", ::getpid());
    std::ofstream stream(made, std::ios::binary | std::ios::trunc);
    stream << text;
    if (!stream.flush())
      return fail(DiagnosticKind::FileUnwritable, fmt::format("cannot write {}", file.string()));
    stream.close();
    fs::rename(made, file, error);
    return {};
  }

  const std::vector<fs::path>& folders_;
  fs::path target_;
  RewrittenProgram program_;
  std::vector<Included> included_;
};

}  // namespace

bool ProgramFile::is_plain() const {
  std::string extension = fs::path(name).extension().string();
  return extension == ".cpp" || extension == ".cc" || extension == ".cxx";
}

Result<RewrittenProgram> rewrite_program(const std::vector<ProgramFile>& sources,
                                         const std::vector<fs::path>& include_folders,
                                         const fs::path& folder) {
  return Collector(include_folders, folder).run(sources);
}

}  // namespace tilewright::kernels::cuda
