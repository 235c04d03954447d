// TOML recipes: option values from a file, with file, line and caret for every mistake.
#pragma once

#include <string>
#include <vector>

#include "base/options.h"

namespace tilewright {

// Sets the fields that the recipe names. Unknown names get the nearest one offered.
Result<void> apply_recipe(const SourceManager& sources, SourceId recipe,
                          const std::vector<OptionField>& fields);

}  // namespace tilewright
