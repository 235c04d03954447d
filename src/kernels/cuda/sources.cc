#include "kernels/cuda/sources.h"

#include <fmt/format.h>

#include <fstream>
#include <set>

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

  Result<RewrittenProgram> run(const std::string& name, const std::string& text) {
    program_.text = rewritten(name, text);
    for (size_t next = 0; next < waiting_.size(); ++next) {
      if (auto copied = copy(waiting_[next]); !copied) return fail(copied.error());
    }
    if (!waiting_.empty()) program_.include_folders.push_back(copies());
    for (const fs::path& folder : folders_) program_.include_folders.push_back(folder);
    return std::move(program_);
  }

 private:
  fs::path copies() const { return target_ / ("include-" + hash_hex(program_.key)); }

  std::string rewritten(const std::string& name, const std::string& text) {
    SourceManager sources;
    SourceId id = sources.add(name, text);
    Rewritten result = rewrite(text, id);
    for (const Diagnostic& refused : result.refused) program_.refused.push_back(resolve(refused, sources));
    program_.files[name] = {text, result.edits};
    for (std::string& include : result.includes) {
      if (include.empty() || fs::path(include).is_absolute() || !seen_.insert(include).second) continue;
      for (const fs::path& folder : folders_) {
        std::error_code error;
        if (!fs::is_regular_file(folder / include, error)) continue;
        Result<std::string> content = read_file(folder / include);
        if (!content) continue;
        program_.key += include + '\0' + *content + '\0';
        waiting_.push_back({include, (folder / include).string(), std::move(*content)});
        break;
      }
    }
    return fmt::format("#line 1 {}\n{}", in_quotes(name), result.text);
  }

  struct Included {
    std::string name, path, text;
  };

  // After all were found, since the folder's name is made from their texts; those that included files include
  // in turn are found on the way and change it, so copies are written at the end of a pass that finds no
  // more.
  Result<void> copy(const Included& included) {
    Included kept = included;
    texts_.emplace_back(kept.name, rewritten(kept.path, kept.text));
    if (texts_.size() < waiting_.size()) return {};
    for (const auto& [name, text] : texts_) {
      fs::path file = copies() / name;
      std::error_code error;
      if (fs::exists(file, error)) continue;
      fs::create_directories(file.parent_path(), error);
      std::ofstream stream(file, std::ios::binary | std::ios::trunc);
      stream << text;
      if (!stream.flush())
        return fail(DiagnosticKind::FileUnwritable, fmt::format("cannot write {}", file.string()));
    }
    return {};
  }

  const std::vector<fs::path>& folders_;
  fs::path target_;
  RewrittenProgram program_;
  std::vector<Included> waiting_;
  std::vector<std::pair<std::string, std::string>> texts_;
  std::set<std::string> seen_;
};

}  // namespace

Result<RewrittenProgram> rewrite_program(const std::string& name, const std::string& text,
                                         const std::vector<fs::path>& include_folders,
                                         const fs::path& folder) {
  return Collector(include_folders, folder).run(name, text);
}

}  // namespace tilewright::kernels::cuda
