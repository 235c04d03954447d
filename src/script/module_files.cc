// os and os.path where they look at files: what a script wrote (written_files.h) and, as far as it may read them, the
// disk's. Nothing on a disk is changed.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "script/arguments.h"
#include "script/exceptions.h"
#include "script/files.h"
#include "script/objects.h"
#include "script/written_files.h"

namespace tilewright::script {

namespace {

void add(Module& module, std::string name, NativeFunction::Body body) { module.set(name, make_function(name, std::move(body))); }

[[noreturn]] void raise_file_error(Interpreter& interpreter, std::string_view class_name, int number, std::string_view message,
                                   const std::string& path) {
  Ref<ExceptionObject> error = make<ExceptionObject>(interpreter.builtin_class(class_name));
  error->args = {Value(number), make_string(std::string(message)), make_string(path)};
  throw_exception(error);
}

std::string path_argument(Interpreter& interpreter, CallArguments& arguments, size_t index = 0) {
  if (index >= arguments.positional.size()) interpreter.raise("TypeError", "a path is needed");
  return path_text(interpreter, arguments.positional[index]);
}

void require_writing(Interpreter& interpreter, std::string_view function) {
  if (interpreter.capabilities().may_write_files) return;
  interpreter.abort(DiagnosticKind::CapabilityDenied, fmt::format("os.{} is not available to scripts here", function));
}

[[noreturn]] void refuse_disk(Interpreter& interpreter, const std::string& path) {
  raise_file_error(interpreter, "PermissionError", 1, "Operation not permitted (files on a disk are not changed here)", path);
}

bool exists(Interpreter& interpreter, const std::string& path) {
  return is_file(interpreter, path) || is_folder(interpreter, path);
}

void make_folder(Interpreter& interpreter, const std::string& path, bool with_parents, bool may_exist) {
  std::string key = path_key(interpreter, path);
  if (exists(interpreter, key)) {
    if (may_exist && is_folder(interpreter, key)) return;
    raise_file_error(interpreter, "FileExistsError", 17, "File exists", path);
  }
  std::string parent = std::filesystem::path(key).parent_path().string();
  if (!is_folder(interpreter, parent) && parent != "/") {
    if (!with_parents) raise_file_error(interpreter, "FileNotFoundError", 2, "No such file or directory", path);
    make_folder(interpreter, parent, true, true);
  }
  interpreter.charge_memory(static_cast<int64_t>(key.size()) + 64);
  written_files(interpreter).make_folder(key);
}

Value make_one_folder(Interpreter& interpreter, CallArguments& arguments) {
  require_writing(interpreter, "mkdir");
  make_folder(interpreter, path_argument(interpreter, arguments), false, false);
  return {};
}

Value make_folders(Interpreter& interpreter, CallArguments& arguments) {
  require_writing(interpreter, "makedirs");
  auto given = arguments.take_keyword("exist_ok");
  if (!given && arguments.positional.size() > 2) given = arguments.positional[2];
  make_folder(interpreter, path_argument(interpreter, arguments), true, given && interpreter.truthy(*given));
  return {};
}

Value remove_file(Interpreter& interpreter, CallArguments& arguments) {
  require_writing(interpreter, "remove");
  std::string path = path_argument(interpreter, arguments);
  if (written_files(interpreter).erase(path_key(interpreter, path))) return {};
  if (exists(interpreter, path)) refuse_disk(interpreter, path);
  raise_file_error(interpreter, "FileNotFoundError", 2, "No such file or directory", path);
}

Value remove_folder(Interpreter& interpreter, CallArguments& arguments) {
  require_writing(interpreter, "rmdir");
  std::string path = path_argument(interpreter, arguments), key = path_key(interpreter, path);
  WrittenFiles& files = written_files(interpreter);
  if (!files.is_folder(key)) {
    if (exists(interpreter, path)) refuse_disk(interpreter, path);
    raise_file_error(interpreter, "FileNotFoundError", 2, "No such file or directory", path);
  }
  if (!files.names_in(key).empty()) raise_file_error(interpreter, "OSError", 39, "Directory not empty", path);
  files.erase_folder(key);
  return {};
}

// What shutil.rmtree needs: a written folder with all that is in it.
Value remove_tree(Interpreter& interpreter, CallArguments& arguments) {
  require_writing(interpreter, "rmdir");
  std::string path = path_argument(interpreter, arguments), key = path_key(interpreter, path);
  if (written_files(interpreter).is_folder(key)) {
    written_files(interpreter).erase_folder(key);
    return {};
  }
  if (exists(interpreter, path)) refuse_disk(interpreter, path);
  raise_file_error(interpreter, "FileNotFoundError", 2, "No such file or directory", path);
}

Value rename_file(Interpreter& interpreter, CallArguments& arguments) {
  require_writing(interpreter, "rename");
  std::string from = path_argument(interpreter, arguments), to = path_argument(interpreter, arguments, 1);
  WrittenFiles& files = written_files(interpreter);
  WrittenFiles::Text text = files.find(path_key(interpreter, from));
  if (!text) {
    if (exists(interpreter, from)) refuse_disk(interpreter, from);
    raise_file_error(interpreter, "FileNotFoundError", 2, "No such file or directory", from);
  }
  std::string bytes = *text;
  files.erase(path_key(interpreter, from));
  *files.create(path_key(interpreter, to)) = std::move(bytes);
  return {};
}

Value list_folder(Interpreter& interpreter, CallArguments& arguments) {
  std::string path = arguments.positional.empty() ? "." : path_argument(interpreter, arguments);
  std::string key = path_key(interpreter, path);
  bool is_written = written_files(interpreter).is_folder(key);
  if (!is_written && !may_read(interpreter, path)) {
    interpreter.abort(DiagnosticKind::CapabilityDenied, "os.listdir is not available to scripts here");
  }
  std::set<std::string> names = written_files(interpreter).names_in(key);
  std::error_code error;
  if (may_read(interpreter, path)) {
    for (const auto& entry : std::filesystem::directory_iterator(path, error)) names.insert(entry.path().filename().string());
  }
  if (error && !is_written) raise_file_error(interpreter, "FileNotFoundError", 2, "No such file or directory", path);
  std::vector<Value> items;
  for (const std::string& name : names) items.push_back(make_string(name));
  return make_list(std::move(items));
}

Value file_size(Interpreter& interpreter, CallArguments& arguments) {
  std::string path = path_argument(interpreter, arguments);
  auto bytes = is_file(interpreter, path) ? file_bytes(interpreter, path) : std::nullopt;
  if (!bytes) raise_file_error(interpreter, "FileNotFoundError", 2, "No such file or directory", path);
  return static_cast<int64_t>(bytes->size());
}

// "~" is the folder that HOME names.
Value expand_user(Interpreter& interpreter, CallArguments& arguments) {
  std::string path = path_argument(interpreter, arguments);
  if (path != "~" && !path.starts_with("~/")) return make_string(path);
  std::string home = "/";
  for (const auto& [name, value] : interpreter.capabilities().environment) {
    if (name == "HOME" && !value.empty()) home = value;
  }
  std::string rest = path.substr(1);
  return make_string(home == "/" && !rest.empty() ? rest : home + rest);
}

}  // namespace

std::string path_text(Interpreter& interpreter, const Value& value) {
  if (const std::string* text = as_string(value)) return *text;
  if (auto converted = interpreter.call_method(value, hashed("__fspath__"), {})) return path_text(interpreter, *converted);
  interpreter.raise("TypeError", fmt::format("expected str, bytes or os.PathLike object, not {}", interpreter.type_name(value)));
}

void add_file_functions(Module& os, Module& path) {
  add(os, "mkdir", make_one_folder);
  add(os, "makedirs", make_folders);
  add(os, "remove", remove_file);
  add(os, "unlink", remove_file);
  add(os, "rmdir", remove_folder);
  add(os, "_remove_tree", remove_tree);
  add(os, "rename", rename_file);
  add(os, "replace", rename_file);
  add(os, "listdir", list_folder);
  add(os, "_may_write", [](Interpreter& i, CallArguments&) { return Value(i.capabilities().may_write_files); });
  add(path, "exists", [](Interpreter& i, CallArguments& a) { return Value(exists(i, path_argument(i, a))); });
  add(path, "lexists", [](Interpreter& i, CallArguments& a) { return Value(exists(i, path_argument(i, a))); });
  add(path, "isfile", [](Interpreter& i, CallArguments& a) { return Value(is_file(i, path_argument(i, a))); });
  add(path, "isdir", [](Interpreter& i, CallArguments& a) { return Value(is_folder(i, path_argument(i, a))); });
  add(path, "getsize", file_size);
  add(path, "expanduser", expand_user);
}

}  // namespace tilewright::script
