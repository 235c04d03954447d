// Fuzz target: whatever state.json holds, opening a run folder says what is wrong and leaves the folder
// alone.
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/file.h"
#include "teach/dataset.h"
#include "teach/run_folder.h"

namespace tilewright::teach {
namespace {

struct Options {
  uint64_t seed = 0;
  template <class Visit>
  void fields(Visit&& visit) {
    visit("seed", seed, "");
  }
};

struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("tilewright_folder_fuzz_" + std::to_string(::getpid()));
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

void open(std::string text) {
  static Folder folder;
  Options options;
  // The word in a corpus file's place of the hash, which it cannot know.
  if (size_t at = text.find("CONFIGURATION"); at != std::string::npos)
    text.replace(at, 13, configuration_hash(option_fields(options)));
  std::filesystem::path lines = folder.path / "metrics.jsonl", state = folder.path / "state.json";
  std::ofstream(lines, std::ios::binary) << "{\"step\": 1}\n{\"step\": 2}\n";
  std::ofstream(state, std::ios::binary) << text;
  auto run = RunFolder::open(folder.path, option_fields(options), "{}");
  if (!run) {
    TW_CHECK(read_file(state).value_or("") == text, "a refused folder was changed: {}", run.error().message);
    TW_CHECK(std::filesystem::file_size(lines) == 24, "a refused folder was changed: {}",
             run.error().message);
  } else {
    static_cast<void>(run->read_lines("metrics.jsonl"));
  }
  static_cast<void>(task_from_json(text, "tasks.jsonl"));
  static_cast<void>(example_from_json(text, "examples.jsonl"));
  static_cast<void>(CompositionSplit::from_json(text));
}

}  // namespace
}  // namespace tilewright::teach

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tilewright::teach::open(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
