// Rewritten CUDA sources -> images (shared objects) that the runner loads. clang and ld are found at run
// time.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace tilewright::kernels::cuda {

// What locals without an initial value hold. Pattern: 0xaa bytes, NaN in floats.
enum class LocalsFill : uint8_t { Pattern, Zero };

struct CompilerOptions {
  std::filesystem::path cache_folder;    // images and precompiled headers; made when missing
  std::filesystem::path include_folder;  // cuda/include; empty: found among the data files
  bool reads_cache = true;
};

// One message of clang's, at a place in the text that it compiled.
struct CompilerMessage {
  std::string severity;  // error, warning, note
  std::string file;
  uint32_t line = 0, column = 0;
  std::string text;
  std::string flag;                                             // of warnings: "-Wuninitialized"
  std::vector<std::pair<std::string, uint32_t>> included_from;  // file and line, innermost first
};

struct Compiled {
  std::filesystem::path image;  // empty: the compiler refused, see messages
  std::vector<CompilerMessage> messages;
  bool was_cached = false;
  double milliseconds = 0;
};

struct CompileFile {
  std::string name, text;  // the name as diagnostics should have it
  bool is_plain = false;   // without kernels: compiled as a plain C++ compiler would
};

struct CompileRequest {
  std::vector<CompileFile> files;
  std::string standard = "c++17";
  std::vector<std::filesystem::path> include_folders;
  std::string key;  // what else decides the image: the texts of included files
  LocalsFill fill = LocalsFill::Pattern;
  // Assembly that the rewriter has not seen (its keyword made of parts by a macro) is an error.
  bool refuses_assembly = false;
};

class Compiler {
 public:
  // Unsupported when there is no compiler or linker, with what to install.
  static Result<Compiler> find(const CompilerOptions& options);
  // A diagnostic only where our own work failed (files, processes).
  Result<Compiled> compile(const CompileRequest& request) const;
  // Where locals of kernels are that still hold their fill when something reads them, as far as the optimiser can tell.
  Result<std::vector<CompilerMessage>> filled_locals(const CompileRequest& request) const;

 private:
  Compiler() = default;
  Result<std::vector<CompilerMessage>> filled_locals(const CompileRequest& request, const CompileFile& file) const;
  // The messages of one file that was compiled to `object`; no object where the compiler refused.
  Result<std::vector<CompilerMessage>> compile_one(const CompileRequest& request, const CompileFile& file,
                                                   const std::filesystem::path& object) const;
  Result<void> link(const std::vector<std::filesystem::path>& objects, const std::filesystem::path& image,
                    bool has_tensors) const;
  // What every program includes first.
  std::filesystem::path first_header(bool has_tensors) const;
  Result<std::filesystem::path> precompiled_header(const std::string& standard, LocalsFill fill,
                                                   bool has_tensors) const;
  // The object with the definitions of our tensor headers (cuda/extension).
  Result<std::filesystem::path> tensor_library() const;
  std::vector<std::string> flags(const std::string& standard, LocalsFill fill) const;

  CompilerOptions options_;
  std::filesystem::path extension_folder() const { return options_.include_folder.parent_path() / "extension"; }

  std::string clang_, linker_, identity_, header_times_;
  std::filesystem::path common_object_;  // of cuda/include/tilewright/image.S, in every image
};

}  // namespace tilewright::kernels::cuda
