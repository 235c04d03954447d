// CUDA C++ -> C++ that clang compiles with the headers of cuda/include. Works on tokens and changes only what
// C++ has no way to say: launches, kernels' bodies, shared and device variables, inline PTX. Every line keeps
// its number, in macros too.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace tilewright::kernels::cuda {

struct Edit {
  uint32_t begin = 0, end = 0;  // replaced bytes of the source
  std::string text;
};

struct Rewritten {
  std::string text;
  std::vector<Edit> edits;          // in order; none overlap
  std::vector<Diagnostic> refused;  // Unsupported and KernelSyntax, with places in the source
};

// What the source includes, as it is written: "name" or <name>, in order.
std::vector<std::string> find_includes(std::string_view source);

// `includes`: what to write in place of an include's name, both as find_includes has them; others stay.
Rewritten rewrite(std::string_view source, SourceId id,
                  const std::map<std::string, std::string, std::less<>>& includes = {});

// The column of the source (1-based, in bytes) that a column of the rewritten line came from.
uint32_t original_column(std::string_view source, const std::vector<Edit>& edits, uint32_t line,
                         uint32_t column);

}  // namespace tilewright::kernels::cuda
