#include "kernels/cuda/gpu/host_build.h"

#include <cxxabi.h>
#include <elf.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>

#include "base/data_files.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json_reader.h"
#include "kernels/cuda/command.h"
#include "kernels/cuda/explain.h"
#include "kernels/cuda/gpu/nvcc.h"
#include "kernels/cuda/gpu/nvrtc.h"
#include "kernels/cuda/gpu/split_source.h"
#include "kernels/cuda/rewriter.h"

namespace tilewright::kernels::cuda::gpu {
namespace {

namespace fs = std::filesystem;

constexpr int kCompileMilliseconds = 120000;

// What NVRTC has no headers for and kernels use all the same.
constexpr std::string_view kConstantsPrelude =
    "#define INT_MAX 2147483647\n#define INT_MIN (-2147483647 - 1)\n#define UINT_MAX 4294967295u\n"
    "#define LLONG_MAX 9223372036854775807ll\n#define LLONG_MIN (-LLONG_MAX - 1)\n"
    "#define ULLONG_MAX 18446744073709551615ull\n"
    "#define FLT_MAX 3.402823466e+38f\n#define FLT_MIN 1.175494351e-38f\n#define FLT_EPSILON 1.192092896e-7f\n"
    "#define DBL_MAX 1.7976931348623158e+308\n#define DBL_EPSILON 2.2204460492503131e-16\n"
    "#define INFINITY __int_as_float(0x7f800000)\n#define NAN __int_as_float(0x7fffffff)\n"
    "#define HUGE_VALF INFINITY\n#define M_PI 3.14159265358979323846\n";
constexpr std::string_view kTypesPrelude =
    "typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long long int64_t; "
    "typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned int uint32_t; "
    "typedef unsigned long long uint64_t; typedef unsigned long long uintptr_t; typedef long long intptr_t;\n";
// Where CUDA's own standard library is installed and asked for, it defines these types.
constexpr std::string_view kStandardPrelude =
    "#include <cuda/std/cstdint>\n#include <cuda/std/type_traits>\n#include <cuda/std/limits>\n"
    "#include <cuda/std/utility>\nnamespace std { using namespace cuda::std; }\n";

constexpr std::string_view kCubPrelude =
    "#include <cub/block/block_load.cuh>\n#include <cub/block/block_radix_sort.cuh>\n"
    "#include <cub/block/block_reduce.cuh>\n#include <cub/block/block_scan.cuh>\n#include <cub/block/block_store.cuh>\n"
    "#include <cub/warp/warp_reduce.cuh>\n#include <cub/warp/warp_scan.cuh>\n";

bool write_plainly(const fs::path& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return static_cast<bool>(file.flush());
}

std::string demangled(const std::string& name) {
  int status = 0;
  std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : name;
}

// "void axpy<float>(float, float const*)" -> "axpy<float>"; "ns::counter" stays.
std::string expression_of(const std::string& text) {
  int depth = 0;
  size_t end = text.size();
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '<') ++depth;
    if (text[i] == '>') --depth;
    if (text[i] == '(' && depth == 0 && text.compare(i, 21, "(anonymous namespace)") != 0) {
      end = i;
      break;
    }
  }
  std::string name = text.substr(0, end);
  // A template's return type stands before its name.
  depth = 0;
  for (size_t i = name.size(); i-- > 0;) {
    if (name[i] == '>') ++depth;
    if (name[i] == '<') --depth;
    if (name[i] == ' ' && depth == 0) return name.substr(i + 1);
  }
  return name;
}

struct HostNames {
  std::map<std::string, std::string> expressions;  // symbol of the image -> for NVRTC
};

// Kernels' functions and shadows of device variables lie in sections of their own.
Result<HostNames> names_of(const fs::path& image) {
  Result<std::string> bytes = read_file(image);
  if (!bytes) return fail(bytes.error());
  auto broken = [&] {
    return fail(DiagnosticKind::WorkerCrash, fmt::format("{} is no shared object", image.string()));
  };
  Elf64_Ehdr header;
  if (bytes->size() < sizeof header) return broken();
  std::memcpy(&header, bytes->data(), sizeof header);
  if (header.e_shoff + header.e_shnum * sizeof(Elf64_Shdr) > bytes->size() || header.e_shstrndx >= header.e_shnum)
    return broken();
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  std::memcpy(sections.data(), bytes->data() + header.e_shoff, sections.size() * sizeof(Elf64_Shdr));
  auto text_at = [&](const Elf64_Shdr& table, uint32_t offset) -> std::string {
    uint64_t at = table.sh_offset + offset;
    return at < bytes->size() ? bytes->c_str() + at : "";
  };
  HostNames names;
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
    for (size_t i = 0; i < section.sh_size / sizeof(Elf64_Sym); ++i) {
      Elf64_Sym symbol;
      if (section.sh_offset + (i + 1) * sizeof symbol > bytes->size()) return broken();
      std::memcpy(&symbol, bytes->data() + section.sh_offset + i * sizeof symbol, sizeof symbol);
      // Marks of the linker's have no size.
      if (symbol.st_shndx >= sections.size() || symbol.st_size == 0) continue;
      unsigned type = ELF64_ST_TYPE(symbol.st_info);
      std::string in = text_at(sections[header.e_shstrndx], sections[symbol.st_shndx].sh_name);
      std::string name = text_at(sections[section.sh_link], symbol.st_name);
      if (type == STT_FUNC && in == "tilewright_kernels") names.expressions[name] = expression_of(demangled(name));
      if (type == STT_OBJECT && (in == "tilewright_device" || in == "tilewright_constant"))
        names.expressions[name] = "&" + expression_of(demangled(name));
    }
  }
  return names;
}

class Builder {
 public:
  Builder(const HostBuildRequest& request, const Toolkit& toolkit) : request_(request), toolkit_(toolkit) {
    sources_[request.name] = request.text;
  }

  Result<HostBuild> run() {
    auto begin = std::chrono::steady_clock::now();
    Result<Nvrtc> nvrtc = Nvrtc::open(toolkit_.nvrtc);
    if (!nvrtc) return fail(nvrtc.error());
    if (auto found = find_host_compiler(); !found) return fail(found.error());
    std::error_code error;
    fs::create_directories(request_.cache_folder, error);
    std::string key = hash_hex(fmt::format("{}\n{}\n{}\n{}\n{}", clang_, nvrtc->version(), request_.architecture,
                                           request_.name, request_.text));
    auto at = [&](const char* ending) { return request_.cache_folder / (key + ending); };
    HostBuild build{at(".host.so"), at(".cubin"), at(".names.json"), {}, true, 0};
    if (fs::exists(build.names, error)) return build;
    build.was_cached = false;
    SourceManager sources;
    SourceId id = sources.add(request_.name, request_.text);
    SplitSource split = split_source(request_.text, id, [&](std::string_view name) { return is_device_header(name); });
    for (const Diagnostic& refused : split.refused) refused_.push_back(resolve(refused, sources));
    Rewritten host = rewrite(split.host, id);
    for (const Diagnostic& refused : host.refused) refused_.push_back(resolve(refused, sources));
    bool is_made = refused_.empty();
    if (is_made) {
      Result<bool> compiled = compile_host(host.text, build.image);
      if (!compiled) return fail(compiled.error());
      is_made = *compiled;
    }
    if (is_made) {
      Result<bool> compiled = compile_device(*nvrtc, split, build);
      if (!compiled) return fail(compiled.error());
      is_made = *compiled;
    }
    if (!is_made) build = HostBuild{{}, {}, {}, std::move(refused_), false, 0};
    build.milliseconds =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    return build;
  }

 private:
  Result<void> find_host_compiler() {
    clang_ = find_program({"clang++-19", "clang++-20", "clang++-21", "clang++-18", "clang++-17", "clang++-16", "clang++-15"});
    if (clang_.empty())
      return fail(DiagnosticKind::Unsupported, "neither nvcc nor clang++ (15 or later) is installed");
    include_folder_ = request_.include_folder;
    if (!include_folder_.empty()) return {};
    std::optional<fs::path> folder = find_data_file("cuda/include");
    if (!folder)
      return fail(DiagnosticKind::FileNotFound, "the folder cuda/include that the program comes with is missing");
    include_folder_ = *folder;
    return {};
  }

  bool is_device_header(std::string_view name) const {
    // NVRTC brings these itself, or has no use for them.
    if (name.starts_with("cuda_runtime") || name == "device_launch_parameters.h" || name == "cuda.h") return false;
    std::error_code error;
    for (const fs::path& folder : toolkit_.include_folders) {
      if (fs::is_regular_file(folder / name, error) || fs::is_regular_file(folder / "cccl" / name, error)) return true;
    }
    return false;
  }

  Result<bool> compile_host(const std::string& text, const fs::path& image) {
    std::string stem = fmt::format("{}.{}", image.stem().string(), ::getpid());
    fs::path source = request_.cache_folder / (stem + ".cc"), made = request_.cache_folder / (stem + ".so");
    std::string whole = fmt::format(
        "#include <tilewright/gpu_launch.h>\n#line 1 \"{}\"\n{}", request_.name, text);
    if (!write_plainly(source, whole))
      return fail(DiagnosticKind::FileUnwritable, fmt::format("cannot write {}", source.string()));
    std::vector<std::string> command = {clang_, "-std=c++17", "-O1", "-fPIC", "-shared", "-march=x86-64-v3", "-w",
                                        "-fdeclspec", "-fwrapv", "-fno-strict-aliasing", "-fno-caret-diagnostics",
                                        "-fno-color-diagnostics", "-isystem", include_folder_.string(), "-include",
                                        (include_folder_ / "tilewright/precompiled.h").string(), source.string(), "-o",
                                        made.string()};
    Result<CommandResult> ran = run_command(command, kCompileMilliseconds);
    std::error_code error;
    fs::remove(source, error);
    if (!ran) return fail(ran.error());
    if (!ran->is_good()) {
      refuse(ran->error);
      return false;
    }
    fs::rename(made, image, error);
    return true;
  }

  Result<bool> compile_device(const Nvrtc& nvrtc, const SplitSource& split, const HostBuild& build) {
    Result<HostNames> names = names_of(build.image);
    if (!names) return fail(names.error());
    std::vector<std::string> expressions;
    for (const auto& [symbol, expression] : names->expressions) expressions.push_back(expression);
    std::vector<std::string> options = {"-std=c++17", "-arch=" + request_.architecture, "-lineinfo", "-default-device",
                                        "-D__CUDACC_EXTENDED_LAMBDA__"};
    for (const fs::path& folder : toolkit_.include_folders) {
      options.push_back("-I" + folder.string());
      options.push_back("-I" + (folder / "cccl").string());
    }
    bool brings_types = split.uses_standard && is_device_header("cuda/std/cstdint");
    for (const std::string& include : split.kept_includes)
      brings_types |= include.starts_with("cub/") || include.starts_with("cuda/") || include.starts_with("thrust/");
    std::string prelude(brings_types ? kStandardPrelude : kTypesPrelude);
    prelude += kConstantsPrelude;
    if (std::find(split.kept_includes.begin(), split.kept_includes.end(), kWholeCub) != split.kept_includes.end())
      prelude += kCubPrelude;
    std::string text = prelude + fmt::format("#line 1 \"{}\"\n", request_.name) + split.device;
    Result<DeviceCode> code = nvrtc.compile(request_.name, text, options, expressions);
    if (!code) return fail(code.error());
    if (code->cubin.empty()) {
      refuse(code->log);
      return false;
    }
    nlohmann::json table = nlohmann::json::object();
    for (const auto& [symbol, expression] : names->expressions) table[symbol] = code->names.at(expression);
    // The names last: they say that all is there.
    if (!write_plainly(build.device_code, code->cubin) || !write_plainly(build.names, dump_json(table)))
      return fail(DiagnosticKind::FileUnwritable, fmt::format("cannot write {}", build.names.string()));
    return true;
  }

  // nvcc would compile it as a whole: what the halves do not compile is our shortcoming, whatever the reason.
  void refuse(const std::string& log) {
    refused_ = read_nvcc_errors(log, sources_);
    for (ResolvedDiagnostic& refused : refused_) {
      refused.kind = spelling(DiagnosticKind::Unsupported);
      refused.message = "without nvcc: " + refused.message;
    }
    if (refused_.empty())
      refused_.push_back(at_line(spelling(DiagnosticKind::Unsupported), "without nvcc: " + log, {}, 0, sources_));
  }

  const HostBuildRequest& request_;
  const Toolkit& toolkit_;
  SourceTexts sources_;
  std::string clang_;
  fs::path include_folder_;
  std::vector<ResolvedDiagnostic> refused_;
};

}  // namespace

Result<HostBuild> build_for_driver(const HostBuildRequest& request, const Toolkit& toolkit) {
  return Builder(request, toolkit).run();
}

}  // namespace tilewright::kernels::cuda::gpu
