#include "kernels/cuda/gpu/nvcc.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <fstream>

#include "base/file.h"
#include "base/hash.h"
#include "kernels/cuda/command.h"

namespace tilewright::kernels::cuda::gpu {
namespace {

namespace fs = std::filesystem;

constexpr int kCompileMilliseconds = 300000;
constexpr size_t kMostErrors = 8;

// "a.cu(3): error: text" of nvcc's front end, "a.cu:3:10: fatal error: text" of the host's compiler.
bool read_place(std::string_view before, std::string& file, uint32_t& line) {
  size_t open = before.ends_with(")") ? before.rfind('(') : std::string_view::npos;
  std::string_view number;
  if (open != std::string_view::npos) {
    number = before.substr(open + 1, before.size() - open - 2);
    file = std::string(before.substr(0, open));
  } else {
    size_t colon = before.find(':');
    if (colon == std::string_view::npos) return false;
    number = before.substr(colon + 1);
    file = std::string(before.substr(0, colon));
  }
  return std::from_chars(number.data(), number.data() + number.size(), line).ec == std::errc();
}

std::string quoted(const std::string& name) {
  std::string result;
  for (char c : name) {
    if (c == '"' || c == '\\') result += '\\';
    if (c != '\n') result += c;
  }
  return result;
}

}  // namespace

std::vector<ResolvedDiagnostic> read_nvcc_errors(std::string_view text, const SourceTexts& sources) {
  std::vector<ResolvedDiagnostic> errors;
  while (!text.empty() && errors.size() < kMostErrors) {
    size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    for (std::string_view mark : {": error: ", ": fatal error: ", ": catastrophic error: "}) {
      size_t at = line.find(mark);
      if (at == std::string_view::npos) continue;
      std::string file;
      uint32_t number = 0;
      if (!read_place(line.substr(0, at), file, number)) number = 0;
      errors.push_back(at_line(spelling(DiagnosticKind::CompileError), std::string(line.substr(at + mark.size())),
                               file, number, sources));
      break;
    }
    for (std::string_view mark : {"ptxas error   : ", "ptxas fatal   : ", "nvcc fatal   : ", "nvlink error   : "}) {
      if (!line.starts_with(mark)) continue;
      errors.push_back(
          at_line(spelling(DiagnosticKind::CompileError), std::string(line.substr(mark.size())), {}, 0, sources));
    }
  }
  return errors;
}

Result<GpuBuild> Nvcc::build(const NvccRequest& request) const {
  auto begin = std::chrono::steady_clock::now();
  std::vector<std::string> flags = {"-std=c++17", "-arch=" + architecture_, "-lineinfo", "--extended-lambda",
                                    "--expt-relaxed-constexpr", "-diag-suppress=177,550"};
  // Our own names of the runtime's functions must not take the place of the image's.
  if (request.is_image)
    for (const char* flag : {"-shared", "-Xcompiler", "-fPIC", "-Xlinker", "-Bsymbolic"}) flags.emplace_back(flag);
  flags.insert(flags.end(), request.flags.begin(), request.flags.end());
  for (const fs::path& folder : request.include_folders) {
    flags.emplace_back("-I");
    flags.push_back(folder.string());
  }
  std::error_code error;
  fs::create_directories(cache_folder_, error);
  // Its version, not its file: programs built elsewhere by the same nvcc are as good.
  Result<CommandResult> version = run_command({nvcc_.string(), "--version"}, kCompileMilliseconds);
  if (!version) return fail(version.error());
  std::string key = hash_hex(fmt::format("{}\n{}\n{}\n{}\n{}\n{}", version->output, fmt::join(flags, " "), request.key,
                                         request.name, request.prelude, request.text));
  GpuBuild build;
  fs::path made = cache_folder_ / (request.is_image ? key + ".gpu.so" : key + ".gpu");
  if (fs::exists(made, error)) {
    build.file = made;
    build.was_cached = true;
    return build;
  }
  std::string stem = fmt::format("{}.{}", key, ::getpid());
  fs::path source = cache_folder_ / (stem + ".cu"), result = cache_folder_ / (stem + ".gpu");
  {
    std::ofstream file(source, std::ios::binary | std::ios::trunc);
    file << request.prelude << fmt::format("#line 1 \"{}\"\n", quoted(request.name)) << request.text;
    if (!file.flush())
      return fail(DiagnosticKind::FileUnwritable, fmt::format("cannot write {}", source.string()));
  }
  std::vector<std::string> command = {nvcc_.string()};
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {"-o", result.string(), source.string()});
  Result<CommandResult> ran = run_command(command, kCompileMilliseconds);
  fs::remove(source, error);
  if (!ran) return fail(ran.error());
  build.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  if (!ran->is_good()) {
    fs::remove(result, error);
    build.refused = read_nvcc_errors(ran->error + ran->output, {{request.name, request.text}});
    if (build.refused.empty())
      return fail(DiagnosticKind::Unsupported,
                  fmt::format("{} ended with {}: {}", nvcc_.string(), ran->ending, ran->error));
    return build;
  }
  fs::rename(result, made, error);
  if (error) return fail(DiagnosticKind::FileUnwritable, fmt::format("cannot write {}", made.string()));
  build.file = made;
  return build;
}

}  // namespace tilewright::kernels::cuda::gpu
