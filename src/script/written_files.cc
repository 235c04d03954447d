#include "script/written_files.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/file.h"
#include "script/exceptions.h"
#include "script/files.h"
#include "script/objects.h"

namespace tilewright::script {

namespace {

std::string folder_prefix(const std::string& key) { return key == "/" ? key : key + "/"; }

// The entries of an ordered container whose keys begin with a prefix.
template <class Container, class Visit>
void for_each_below(const Container& container, const std::string& prefix, Visit visit) {
  for (auto it = container.lower_bound(prefix); it != container.end(); ++it) {
    const std::string* key;
    if constexpr (requires { it->first; }) key = &it->first;
    else key = &*it;
    if (!key->starts_with(prefix)) return;
    visit(*key);
  }
}

}  // namespace

WrittenFiles::Text WrittenFiles::find(const std::string& key) const {
  auto found = files_.find(key);
  return found == files_.end() ? nullptr : found->second;
}

WrittenFiles::Text WrittenFiles::create(const std::string& key) { return files_[key] = std::make_shared<std::string>(); }

bool WrittenFiles::is_folder(const std::string& key) const {
  if (folders_.contains(key)) return true;
  bool holds_something = false;
  for_each_below(folders_, folder_prefix(key), [&](const std::string&) { holds_something = true; });
  return holds_something;
}

void WrittenFiles::erase_folder(const std::string& key) {
  std::vector<std::string> files, folders{key};
  for_each_below(files_, folder_prefix(key), [&](const std::string& found) { files.push_back(found); });
  for_each_below(folders_, folder_prefix(key), [&](const std::string& found) { folders.push_back(found); });
  for (const std::string& found : files) files_.erase(found);
  for (const std::string& found : folders) folders_.erase(found);
}

std::set<std::string> WrittenFiles::names_in(const std::string& key) const {
  std::set<std::string> names;
  std::string prefix = folder_prefix(key);
  auto take = [&](const std::string& found) {
    std::string rest = found.substr(prefix.size());
    if (!rest.empty()) names.insert(rest.substr(0, rest.find('/')));
  };
  for_each_below(files_, prefix, take);
  for_each_below(folders_, prefix, take);
  return names;
}

WrittenFiles& written_files(Interpreter& interpreter) {
  std::shared_ptr<void>& held = interpreter.extension("written files");
  if (!held) held = std::make_shared<WrittenFiles>();
  return *static_cast<WrittenFiles*>(held.get());
}

std::string current_folder(Interpreter& interpreter) {
  std::error_code error;
  std::string folder = interpreter.capabilities().may_read_files ? std::filesystem::current_path(error).string() : "/";
  return folder.empty() ? "/" : folder;
}

std::string path_key(Interpreter& interpreter, const std::string& path) {
  std::filesystem::path whole = path;
  if (whole.is_relative()) whole = std::filesystem::path(current_folder(interpreter)) / whole;
  std::string key = whole.lexically_normal().string();
  if (key.size() > 1 && key.back() == '/') key.pop_back();
  return key;
}

bool is_file(Interpreter& interpreter, const std::string& path) {
  if (written_files(interpreter).find(path_key(interpreter, path))) return true;
  std::error_code error;
  return may_read(interpreter, path) && std::filesystem::is_regular_file(path, error);
}

bool is_folder(Interpreter& interpreter, const std::string& path) {
  if (written_files(interpreter).is_folder(path_key(interpreter, path))) return true;
  std::error_code error;
  return may_read(interpreter, path) && std::filesystem::is_directory(path, error);
}

std::optional<std::string> file_bytes(Interpreter& interpreter, const std::string& path) {
  if (auto written = written_files(interpreter).find(path_key(interpreter, path))) return *written;
  if (!may_read(interpreter, path)) {
    interpreter.abort(DiagnosticKind::CapabilityDenied, fmt::format("this script may not read {}", path));
  }
  Result<std::string> text = read_file(path);
  return text ? std::optional<std::string>(std::move(*text)) : std::nullopt;
}

}  // namespace tilewright::script
