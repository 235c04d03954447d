// Fuzz target: no run folder crashes its reader or the page. An input holds the folder's files one after the
// other, each below a line "--- NAME".
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "report/page.h"
#include "report/run_record.h"

namespace tilewright::report {
namespace {

constexpr std::string_view kFiles[] = {"recipe.toml", "state.json", "metrics.jsonl", "samples.jsonl",
                                       "evaluations.jsonl"};

// One folder a process; it goes when the process ends in order.
struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("tilewright_run_fuzz_" + std::to_string(::getpid()));
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

void read(std::string_view text) {
  static Folder folder;
  for (std::string_view file : kFiles) {
    std::string mark = "--- " + std::string(file) + "\n";
    size_t begin = text.find(mark);
    std::filesystem::remove(folder.path / file);
    if (begin == std::string_view::npos) continue;
    begin += mark.size();
    std::string_view content = text.substr(begin, text.find("--- ", begin) - begin);
    std::ofstream(folder.path / file, std::ios::binary) << content;
  }
  auto run = read_run(folder.path);
  if (run) render_page(*run);
}

}  // namespace
}  // namespace tilewright::report

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tilewright::report::read({reinterpret_cast<const char*>(data), size});
  return 0;
}
