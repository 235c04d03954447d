// tilewright examples: worked examples as JSON lines with a data card.
#include "teach/examples.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "base/file.h"
#include "chips/chip.h"
#include "cli/commands.h"
#include "cli/parse_options.h"
#include "judge/judge.h"

namespace tilewright::cli {
namespace {

struct ExamplesCommandOptions : teach::ExamplesOptions {
  std::string out = "examples.jsonl";
  int workers = 0;
  bool force = false;
  template <class Visit>
  void fields(Visit&& visit) {
    teach::ExamplesOptions::fields(visit);
    visit("out", out, "the file of examples; the data card is written beside it with the ending .md");
    visit("force", force, kForceHelp);
    visit("workers", workers, "judge processes; 0: one a core");
  }
};

}  // namespace

int command_examples(const Arguments& arguments) {
  ExamplesCommandOptions options;
  ParsedCommand parsed =
      parse_command({.name = "examples", .help = "writes worked examples: task, kernel, estimated time"},
                    option_fields(options), arguments);
  if (parsed.exit_code) return *parsed.exit_code;
  if (auto mistake =
          check_ranges({{"styles", double(options.styles), 1},
                               {"count", double(options.count), 1},
                               {"max-elements", double(options.max_elements), 0}, {"workers", double(options.workers), 0, kMostWorkers}}))
    return *mistake;
  std::filesystem::path card = std::filesystem::path(options.out).replace_extension(".md");
  for (const std::string& path : {options.out, card.string()}) {
    if (auto mistake = check_output({"out", path, options.force})) return *mistake;
  }
  if (auto chip = chips::load_chip(options.chip); !chip) return report_mistake(chip.error());
  judge::JudgePool pool({.workers = options.workers, .executable = {}});
  auto judge = [&](const std::vector<judge::Request>& requests, const std::function<void(size_t)>& progress) {
    return pool.judge(requests, progress);
  };
  auto summary = teach::write_examples(
      options, judge, teach::services_of(pool), options.out,
      [](uint64_t done, uint64_t total) { fmt::print(stderr, "{} of {} tasks\n", done, total); });
  if (!summary) return report_mistake(summary.error());
  std::string text = teach::data_card(options, *summary);
  if (auto written = write_file_atomically(card, text); !written) return report_mistake(written.error());
  fmt::print("{}", text);
  return 0;
}

}  // namespace tilewright::cli
