// Worked examples as a data set of their own: generated tasks (or task files) -> kernels by the stack in
// several styles -> passed by the judge -> JSON lines and a data card. `tilewright examples`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "judge/verdict.h"
#include "teach/grader.h"
#include "teach/work_service.h"

namespace tilewright::teach {

inline constexpr int kExampleFileSchema = 1;

struct ExamplesOptions {
  std::string lang = "triton";
  uint64_t seed = 0;
  uint64_t count = 200;   // tasks, families in rotation
  bool held_out = false;  // constants and argument names from the held-out vocabulary
  int styles = 3;         // of one task, at most
  int64_t max_elements = 65536;
  std::string tasks;  // a folder of task files instead of generated ones
  std::string chip = "h100";
  template <class Visit>
  void fields(Visit&& visit) {
    visit("lang", lang, "what kernels are written in: triton or cuda");
    visit("seed", seed, "of the generator and of the choice of styles");
    visit("count", count, "generated tasks; families take turns");
    visit("held-out", held_out,
          "draw constants and argument names from the vocabulary that training never sees");
    visit("styles", styles, "ways of writing one task's kernel, at most");
    visit("max-elements", max_elements, "task inputs are shrunk until each has at most this many elements");
    visit("tasks", tasks, "a folder of task files instead of generated ones");
    visit("chip", chip, "the chip whose time is estimated");
  }
};

// What became of the tasks; the data card is made from it.
struct ExamplesSummary {
  struct Family {
    int tasks = 0, worked = 0, examples = 0;
    uint64_t lines = 0;  // of completions
  };
  std::map<std::string, Family> families;
  std::map<std::string, int> styles;               // description -> examples
  std::map<std::string, int> rejections;           // reason -> tasks or candidates
  std::map<std::string, std::string> unsupported;  // task files by name, with the reason
  int compositions = 0;
};

// Appends one line an example to `out` (truncated first): schema, prompt_version, language, task, family,
// style, composition, prompt, completion, estimated_us, chip. Errors: no such language, unreadable folder,
// unwritable file.
Result<ExamplesSummary> write_examples(
    const ExamplesOptions& options, const JudgeFunction& judge, const ServiceFunctions& services,
    const std::filesystem::path& out,
    const std::function<void(uint64_t done, uint64_t total)>& progress = {});

// Markdown: where the examples come from, counts by family and style, what was rejected and why.
std::string data_card(const ExamplesOptions& options, const ExamplesSummary& summary);

}  // namespace tilewright::teach
