// Files that a script writes stay in memory: other parts of the script read and import them, no disk sees them, and
// they end with the interpreter. Internal to the room.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "script/interpreter.h"

namespace tilewright::script {

class WrittenFiles {
 public:
  using Text = std::shared_ptr<std::string>;  // shared with open file objects

  // Paths are keys: absolute and normal (path_key).
  Text find(const std::string& key) const;
  // An empty file, in the place of one that was there.
  Text create(const std::string& key);
  bool erase(const std::string& key) { return files_.erase(key) > 0; }
  void make_folder(const std::string& key) { folders_.insert(key); }
  // A folder and what is in it.
  void erase_folder(const std::string& key);
  bool is_folder(const std::string& key) const;
  // Names of the files and folders directly in a folder.
  std::set<std::string> names_in(const std::string& key) const;
  bool is_empty() const { return files_.empty(); }

 private:
  std::map<std::string, Text> files_;
  std::set<std::string> folders_;
};

WrittenFiles& written_files(Interpreter& interpreter);
// Relative paths begin where current_folder() says.
std::string path_key(Interpreter& interpreter, const std::string& path);
// "/" for scripts that may not know where they run.
std::string current_folder(Interpreter& interpreter);

// What is there for the script, written or on a disk as far as it may be read.
bool is_file(Interpreter& interpreter, const std::string& path);
bool is_folder(Interpreter& interpreter, const std::string& path);
// A written file's bytes, else the disk's; nullopt: there is none. Ends the run where the script may not read the path.
std::optional<std::string> file_bytes(Interpreter& interpreter, const std::string& path);

// Functions of os and os.path that look at files, make and remove them.
void add_file_functions(Module& os, Module& path);
// The text of a path argument: str or os.PathLike.
std::string path_text(Interpreter& interpreter, const Value& value);

}  // namespace tilewright::script
