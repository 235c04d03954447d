// Where the options of `run` and the program's own arguments meet.
#pragma once

#include <vector>

#include "base/options.h"
#include "cli/commands.h"

namespace tilewright::cli {

// Options first, then FILE, then the program's arguments. Options that directly follow FILE are run's too, unless the
// program names them itself; `--` ends them. A --trace without a page's name takes the program's.
Arguments ordered_arguments(const Arguments& given, const std::vector<OptionField>& fields);

}  // namespace tilewright::cli
