// A program's own sources, rewritten: its file and what it includes by #include "...".
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "kernels/cuda/rewriter.h"

namespace tilewright::kernels::cuda {

struct RewrittenFile {
  std::string original;
  std::vector<Edit> edits;
};

struct RewrittenProgram {
  std::string text;                                    // of the main file, with #line
  std::string key;                                     // texts of included files
  std::map<std::string, RewrittenFile> files;          // by the names diagnostics use
  std::vector<std::filesystem::path> include_folders;  // where rewritten copies of included files lie, first
  std::vector<ResolvedDiagnostic> refused;
};

// Rewritten copies of included files go to `folder`. Files that are not found are left to the compiler.
Result<RewrittenProgram> rewrite_program(const std::string& name, const std::string& text,
                                         const std::vector<std::filesystem::path>& include_folders,
                                         const std::filesystem::path& folder);

}  // namespace tilewright::kernels::cuda
