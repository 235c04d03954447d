// A program's own sources, rewritten: its files and what they include from folders of the program's.
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

// One file that is compiled: CUDA C++ or, where its name says so (.cpp, .cc, .cxx), C++ without kernels.
struct ProgramFile {
  std::string name, text;
  std::filesystem::path folder;  // where its #include "..." looks first; empty: nowhere

  bool is_plain() const;
};

struct RewrittenProgram {
  std::vector<std::string> texts;                      // of the files, with #line
  std::string key;                                     // texts of included files
  std::map<std::string, RewrittenFile> files;          // by the names diagnostics use
  std::vector<std::filesystem::path> include_folders;  // where rewritten copies of included files lie, first
  std::vector<ResolvedDiagnostic> refused;
};

// Rewritten copies of included files go to `folder`. Files that are not found are left to the compiler.
Result<RewrittenProgram> rewrite_program(const std::vector<ProgramFile>& sources,
                                         const std::vector<std::filesystem::path>& include_folders,
                                         const std::filesystem::path& folder);

}  // namespace tilewright::kernels::cuda
