// Where the options of `run` and the program's own arguments meet.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/options.h"
#include "cli/commands.h"

namespace tilewright::cli {

// Options first, then FILE, then the program's arguments. Options that directly follow FILE are run's too, unless the
// program names them itself; `--` ends them. A --trace without a page's name takes the program's.
Arguments ordered_arguments(const Arguments& given, const std::vector<OptionField>& fields);
// A line for each of the program's arguments (after FILE, which is the first) that looks like a mistyped option of run, and
// that the program's text does not name.
std::vector<std::string> misspelled_options(const std::vector<std::string>& arguments, const std::vector<OptionField>& fields,
                                            std::string_view program);

}  // namespace tilewright::cli
