// tilewright report RUN: writes RUN/report.html again from the run's records.
#include <fmt/format.h>

#include "base/file.h"
#include "cli/parse_options.h"
#include "report/page.h"

namespace tilewright::cli {
namespace {

struct ReportOptions {
  std::string out;
  bool force = false;
  template <class Visit>
  void fields(Visit&& visit) {
    visit("out", out, "write here instead of RUN/report.html");
    visit("force", force, kForceHelp);
  }
};

}  // namespace

int command_report(const Arguments& arguments) {
  ReportOptions options;
  ParsedCommand parsed = parse_command({.name = "report",
                                        .help = "writes report.html from the records of a run folder",
                                        .positionals = {{"RUN", "a folder that `tilewright teach` wrote"}}},
                                       option_fields(options), arguments);
  if (parsed.exit_code) return *parsed.exit_code;
  if (auto mistake = check_output({"out", options.out, options.force, report::kPageSign})) return *mistake;
  std::filesystem::path folder = parsed.positionals[0];
  auto record = report::read_run(folder);
  if (!record) return report_mistake(record.error());
  std::filesystem::path out =
      options.out.empty() ? folder / "report.html" : std::filesystem::path(options.out);
  if (auto written = write_file_atomically(out, report::render_page(*record)); !written) {
    return report_mistake(written.error());
  }
  fmt::print("{}\n", out.string());
  return 0;
}

}  // namespace tilewright::cli
