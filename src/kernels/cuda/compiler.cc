#include "kernels/cuda/compiler.h"

#include <elf.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>

#include "base/data_files.h"
#include "base/file.h"
#include "base/hash.h"
#include "kernels/cuda/command.h"

namespace tilewright::kernels::cuda {
namespace {

namespace fs = std::filesystem;

constexpr int kCompileMilliseconds = 240000;  // of the wall clock, on a busy machine
// Kernels have a heap of their own: what calls these in a program calls the runner's __wrap_ functions (heap.cc).
constexpr const char* kDeviceHeap[] = {"malloc", "free", "_Znwm", "_Znam", "_ZdlPv", "_ZdlPvm", "_ZdaPv", "_ZdaPvm"};

struct FolderHash {
  std::string contents;  // names and contents: a change of a header makes new images
  std::string times;     // clang takes a precompiled header only while its files have the times that they had
};

FolderHash folder_hash(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::string all, times;
  for (const fs::path& file : files) {
    all += file.string() + '\0';
    if (Result<std::string> text = read_file(file)) all += *text;
    times += fmt::format("{} ", fs::last_write_time(file, error).time_since_epoch().count());
  }
  return {hash_hex(all), hash_hex(times)};
}

// "file:line:column: error: text [flag]"; other lines (source, carets) are skipped.
std::vector<CompilerMessage> parse_messages(std::string_view text) {
  std::vector<CompilerMessage> messages;
  std::vector<std::pair<std::string, uint32_t>> included;
  while (!text.empty()) {
    size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (constexpr std::string_view kIncluded = "In file included from "; line.starts_with(kIncluded)) {
      std::string_view place = line.substr(kIncluded.size());
      if (place.ends_with(":")) place.remove_suffix(1);
      size_t colon = place.rfind(':');
      if (colon != std::string_view::npos)
        included.emplace(included.begin(), place.substr(0, colon),
                         static_cast<uint32_t>(std::atoi(std::string(place.substr(colon + 1)).c_str())));
      continue;
    }
    for (std::string_view severity : {"error", "warning", "note", "fatal error"}) {
      size_t at = line.find(fmt::format(": {}: ", severity));
      if (at == std::string_view::npos) continue;
      CompilerMessage message;
      message.severity = severity == "fatal error" ? "error" : severity;
      message.text = line.substr(at + severity.size() + 4);
      std::string_view place = line.substr(0, at);
      size_t second = place.rfind(':'),
             first = second == std::string_view::npos ? second : place.rfind(':', second - 1);
      if (first == std::string_view::npos || first == 0) break;
      message.file = place.substr(0, first);
      message.line = static_cast<uint32_t>(std::atoi(std::string(place.substr(first + 1)).c_str()));
      message.column = static_cast<uint32_t>(std::atoi(std::string(place.substr(second + 1)).c_str()));
      size_t flag = message.text.rfind(" [-W");
      if (flag != std::string::npos && message.text.back() == ']') {
        message.flag = message.text.substr(flag + 2, message.text.size() - flag - 3);
        message.text.resize(flag);
      }
      message.included_from = std::exchange(included, {});
      messages.push_back(std::move(message));
      break;
    }
  }
  return messages;
}

// Entries of clang's optimisation record about insides of kernels: "DebugLoc: { File: 'x', Line: 4, Column:
// 9
// }", then "Function: name".
std::vector<CompilerMessage> parse_records(std::string_view text) {
  std::vector<CompilerMessage> messages;
  CompilerMessage place;
  bool is_fill = false;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    std::string whole(line);
    // Long ones go on in the next line.
    if (line.starts_with("DebugLoc:") && line.find('}') == std::string_view::npos) {
      whole += text.substr(0, text.find('\n'));
      whole.erase(
          std::unique(whole.begin(), whole.end(), [](char a, char b) { return a == ' ' && b == ' '; }),
          whole.end());
      line = whole;
    }
    // Other entries sum up what a function holds.
    if (line.starts_with("---")) place = {}, is_fill = line.starts_with("--- !Missed");
    if (line.starts_with("DebugLoc:")) {
      size_t file = line.find("File: "), number = line.find(", Line: ");
      if (file == std::string_view::npos || number == std::string_view::npos) continue;
      std::string_view name = line.substr(file + 6, number - file - 6);
      if (name.size() > 1 && (name[0] == '\'' || name[0] == '"')) name = name.substr(1, name.size() - 2);
      place.file = name;
      place.line = static_cast<uint32_t>(std::atoi(std::string(line.substr(number + 8)).c_str()));
    } else if (line.starts_with("Function:") && is_fill && place.line != 0 &&
               (line.find("run_thread") != std::string_view::npos || line.ends_with("clEv"))) {
      messages.push_back(place);
    }
  }
  return messages;
}

// Files of the cache can be made again: no flush to disk, unlike files that a person owns.
bool write_plainly(const fs::path& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return static_cast<bool>(file.flush());
}

tl::unexpected<Diagnostic> cannot_write(const fs::path& path) {
  return fail(DiagnosticKind::FileUnwritable, fmt::format("cannot write {}", path.string()));
}

// Constructors run when the runner says so, not when the image is opened: the loader is told there are none,
// the section's own entry keeps where they are. Code that the loader itself would run is refused.
Result<void> disarm(const fs::path& image) {
  Result<std::string> bytes = read_file(image);
  if (!bytes) return fail(bytes.error());
  auto broken = [&] {
    return fail(DiagnosticKind::WorkerCrash, fmt::format("{} is no shared object", image.string()));
  };
  if (bytes->size() < sizeof(Elf64_Ehdr)) return broken();
  auto* header = reinterpret_cast<Elf64_Ehdr*>(bytes->data());
  if (header->e_shoff + header->e_shnum * sizeof(Elf64_Shdr) > bytes->size()) return broken();
  auto* sections = reinterpret_cast<Elf64_Shdr*>(bytes->data() + header->e_shoff);
  for (int i = 0; i < header->e_shnum; ++i) {
    const Elf64_Shdr& section = sections[i];
    if (section.sh_type == SHT_NOBITS || section.sh_offset + section.sh_size > bytes->size()) continue;
    char* content = bytes->data() + section.sh_offset;
    if (section.sh_type == SHT_DYNAMIC) {
      auto* entries = reinterpret_cast<Elf64_Dyn*>(content);
      for (size_t k = 0; k < section.sh_size / sizeof(Elf64_Dyn); ++k) {
        if (entries[k].d_tag == DT_INIT_ARRAYSZ || entries[k].d_tag == DT_FINI_ARRAYSZ)
          entries[k].d_un.d_val = 0;
        if (entries[k].d_tag == DT_INIT || entries[k].d_tag == DT_FINI) entries[k].d_tag = DT_DEBUG;
      }
    } else if (section.sh_type == SHT_DYNSYM || section.sh_type == SHT_SYMTAB) {
      auto* symbols = reinterpret_cast<const Elf64_Sym*>(content);
      for (size_t k = 0; k < section.sh_size / sizeof(Elf64_Sym); ++k) {
        if (ELF64_ST_TYPE(symbols[k].st_info) == STT_GNU_IFUNC)
          return fail(DiagnosticKind::CapabilityDenied,
                      "an indirect function (ifunc) runs code while the program is loaded");
      }
    }
  }
  if (!write_plainly(image, *bytes)) return cannot_write(image);
  return {};
}

// A name that a program's object asks the runner for and that only our own object code may use: the runner's C++
// functions and variables, and how tensors' memory is labelled. Empty: there is none.
std::string forbidden_symbol(const fs::path& object) {
  Result<std::string> bytes = read_file(object);
  if (!bytes || bytes->size() < sizeof(Elf64_Ehdr)) return {};
  const auto* header = reinterpret_cast<const Elf64_Ehdr*>(bytes->data());
  if (header->e_shoff + header->e_shnum * sizeof(Elf64_Shdr) > bytes->size()) return {};
  const auto* sections = reinterpret_cast<const Elf64_Shdr*>(bytes->data() + header->e_shoff);
  for (int i = 0; i < header->e_shnum; ++i) {
    const Elf64_Shdr& section = sections[i];
    if (section.sh_type != SHT_SYMTAB || section.sh_offset + section.sh_size > bytes->size() ||
        section.sh_link >= header->e_shnum)
      continue;
    const Elf64_Shdr& names = sections[section.sh_link];
    const auto* symbols = reinterpret_cast<const Elf64_Sym*>(bytes->data() + section.sh_offset);
    for (size_t k = 0; k < section.sh_size / sizeof(Elf64_Sym); ++k) {
      if (symbols[k].st_shndx != SHN_UNDEF || names.sh_offset + symbols[k].st_name >= bytes->size()) continue;
      std::string_view name = bytes->data() + names.sh_offset + symbols[k].st_name;
      if (name.starts_with("_ZN10tilewright7kernels") || name == "tw_copy_elements" || name == "tw_fill_elements")
        return std::string(name);
    }
  }
  return {};
}

std::string not_found() {
  return "no clang++ of version 15 or later is installed: CUDA programs are compiled with it (Debian and "
         "Ubuntu: apt install "
         "clang-19)";
}

}  // namespace

Result<Compiler> Compiler::find(const CompilerOptions& options) {
  Compiler compiler;
  compiler.options_ = options;
  compiler.clang_ = find_program(
      {"clang++-19", "clang++-20", "clang++-21", "clang++-18", "clang++-17", "clang++-16", "clang++-15"});
  if (compiler.clang_.empty()) return fail(DiagnosticKind::Unsupported, not_found());
  compiler.linker_ = find_program({"ld", "ld.lld-19", "ld.lld"});
  if (compiler.linker_.empty())
    return fail(DiagnosticKind::Unsupported, "no linker is installed: CUDA programs need ld (binutils)");
  if (compiler.options_.include_folder.empty()) {
    std::optional<fs::path> folder = find_data_file("cuda/include");
    if (!folder)
      return fail(DiagnosticKind::FileNotFound,
                  "the folder cuda/include that the program comes with is missing");
    compiler.options_.include_folder = *folder;
  }
  std::error_code error;
  fs::create_directories(options.cache_folder, error);
  if (error)
    return fail(DiagnosticKind::FileUnwritable,
                fmt::format("{}: {}", options.cache_folder.string(), error.message()));
  auto stamp = fs::last_write_time(fs::canonical(compiler.clang_, error), error).time_since_epoch().count();
  FolderHash headers = folder_hash(compiler.options_.include_folder),
             tensors = folder_hash(compiler.extension_folder());
  compiler.identity_ = fmt::format("{} {} {} {}", compiler.clang_, stamp, headers.contents, tensors.contents);
  compiler.header_times_ = headers.times + tensors.times;
  compiler.common_object_ = options.cache_folder / fmt::format("image-{}.o", hash_hex(compiler.identity_));
  if (!fs::exists(compiler.common_object_, error)) {
    fs::path source = compiler.options_.include_folder / "tilewright" / "image.S";
    fs::path made = fmt::format("{}.{}", compiler.common_object_.string(), ::getpid());
    auto result = run_command({compiler.clang_, "-c", "-fPIC", source.string(), "-o", made.string()},
                              kCompileMilliseconds);
    if (!result) return fail(result.error());
    if (!result->is_good())
      return fail(DiagnosticKind::Unsupported, fmt::format("{}: {}", compiler.clang_, result->error));
    fs::rename(made, compiler.common_object_, error);
  }
  return compiler;
}

std::vector<std::string> Compiler::flags(const std::string& standard, LocalsFill fill) const {
  std::vector<std::string> flags = {
      "-std=" + standard,
      "-O1",
      "-fPIC",
      "-fno-plt",
      "-march=x86-64-v3",
      "-ffp-contract=fast",
      // Lines and inlined calls, no more: the last of these says how much. binutils 2.40 loses inlined calls of version 5, and
      // columns are not asked for.
      "-gdwarf-4",
      "-gline-tables-only",
      "-gno-column-info",
      "-fdeclspec",
      "-fno-omit-frame-pointer",
      "-fno-optimize-sibling-calls",
      "-fno-strict-aliasing",
      "-fwrapv",
      "-fno-finite-loops",
      "-fsanitize=thread,bounds,alignment,integer-divide-by-zero",
      "-Wno-everything",
      "-Wuninitialized",
      "-Wsometimes-uninitialized",
      "-Wconditional-uninitialized",
      "-fdebug-compilation-dir=.",
      "-fno-caret-diagnostics",
      "-fno-color-diagnostics",
      "-ferror-limit=5",
      fill == LocalsFill::Pattern ? "-ftrivial-auto-var-init=pattern" : "-ftrivial-auto-var-init=zero",
      "-isystem",
      options_.include_folder.string(),
      "-isystem",
      extension_folder().string()};
  for (const char* flag :
       {"-tsan-instrument-func-entry-exit=0", "-tsan-distinguish-volatile=1",
        "-tsan-compound-read-before-write=1", "-tsan-instrument-atomics=0",
        // Two accesses made one would have no line.
        "-hoist-common-insts=false", "-sink-common-insts=false", "-enable-tail-merge=false"}) {
    flags.emplace_back("-mllvm");
    flags.emplace_back(flag);
  }
  return flags;
}

// Programs that include PyTorch's headers.
static bool has_tensors(const CompileRequest& request) {
  std::vector<std::string_view> texts = {request.key};
  for (const CompileFile& file : request.files) texts.push_back(file.text);
  for (std::string_view text : texts) {
    for (std::string_view folder : {"torch/", "ATen/", "c10/", "pybind11/"}) {
      for (size_t at = text.find(folder); at != std::string_view::npos; at = text.find(folder, at + 1)) {
        if (at > 0 && (text[at - 1] == '<' || text[at - 1] == '"')) return true;
      }
    }
  }
  return false;
}

Result<fs::path> Compiler::tensor_library() const {
  fs::path object = options_.cache_folder / ("tensors-" + hash_hex(identity_) + ".o");
  std::error_code error;
  if (fs::exists(object, error)) return object;
  fs::path made = options_.cache_folder / fmt::format("tensors-{}.{}.o", hash_hex(identity_), ::getpid());
  auto result = run_command(
      {clang_, "-std=c++17", "-O2", "-fPIC", "-march=x86-64-v3", "-fdeclspec", "-fno-strict-aliasing",
       "-fno-omit-frame-pointer", "-Wno-everything", "-isystem", options_.include_folder.string(), "-isystem",
       extension_folder().string(), "-c", (extension_folder() / "tilewright" / "tensor_library.cc").string(),
       "-o", made.string()},
      kCompileMilliseconds);
  if (!result) return fail(result.error());
  if (!result->is_good())
    return fail(DiagnosticKind::Unsupported,
                fmt::format("{} cannot compile cuda/extension: {}", clang_, result->error));
  fs::rename(made, object, error);
  return object;
}

fs::path Compiler::first_header(bool has_tensors) const {
  return has_tensors ? extension_folder() / "tilewright" / "precompiled_tensor.h"
                     : options_.include_folder / "tilewright" / "precompiled.h";
}

Result<fs::path> Compiler::precompiled_header(const std::string& standard, LocalsFill fill,
                                              bool has_tensors) const {
  std::string key = hash_hex(
      fmt::format("{}{}{} {}", identity_, header_times_, fmt::join(flags(standard, fill), " "), has_tensors));
  fs::path header = options_.cache_folder / ("headers-" + key + ".pch");
  std::error_code error;
  if (fs::exists(header, error)) return header;
  fs::path made = options_.cache_folder / fmt::format("headers-{}.{}.pch", key, ::getpid());
  std::vector<std::string> arguments = {clang_};
  for (std::string& flag : flags(standard, fill)) arguments.push_back(std::move(flag));
  for (std::string_view part : {"-fpch-instantiate-templates", "-x", "c++-header"})
    arguments.emplace_back(part);
  arguments.push_back(first_header(has_tensors).string());
  arguments.emplace_back("-o");
  arguments.push_back(made.string());
  auto result = run_command(arguments, kCompileMilliseconds);
  if (!result) return fail(result.error());
  if (!result->is_good())
    return fail(DiagnosticKind::Unsupported,
                fmt::format("{} cannot compile cuda/include: {}", clang_, result->error));
  fs::rename(made, header, error);
  return header;
}

Result<std::vector<CompilerMessage>> Compiler::compile_one(const CompileRequest& request,
                                                           const CompileFile& file,
                                                           const fs::path& object) const {
  fs::path source = fs::path(object).replace_extension(".cc"), log = fs::path(object).replace_extension(".log");
  if (!write_plainly(source, file.text)) return cannot_write(source);
  std::vector<std::string> arguments = {clang_};
  for (std::string& flag : flags(request.standard, request.fill)) arguments.push_back(std::move(flag));
  for (const fs::path& folder : request.include_folders) {
    arguments.emplace_back("-I");
    arguments.push_back(folder.string());
  }
  if (file.is_plain) {
    arguments.emplace_back("-DTILEWRIGHT_PLAIN");
    arguments.emplace_back("-Dtw_turn()=void()");
  } else {
    Result<fs::path> header = precompiled_header(request.standard, request.fill, has_tensors(request));
    if (!header) return fail(header.error());
    arguments.emplace_back("-include-pch");
    arguments.push_back(header->string());
    if (request.refuses_assembly && has_tensors(request)) {
      // Our own headers' assembly is in the precompiled header, which clang would refuse for this one difference.
      for (const char* flag : {"-fno-gnu-inline-asm", "-Xclang", "-fno-validate-pch"}) arguments.emplace_back(flag);
    }
  }
  for (const std::string& part : {std::string("-x"), std::string("c++"), std::string("-c"), source.string(),
                                  std::string("-o"), object.string()})
    arguments.push_back(part);
  auto result = run_command(arguments, kCompileMilliseconds);
  std::error_code error;
  fs::remove(source, error);
  if (!result) return fail(result.error());
  std::vector<CompilerMessage> messages = parse_messages(result->error);
  if (!result->is_good()) {
    fs::remove(object, error);
    if (messages.empty())
      return fail(DiagnosticKind::Unsupported,
                  fmt::format("{} ended with {}: {}", clang_, result->ending, result->error));
  }
  if (std::string name = result->is_good() ? forbidden_symbol(object) : ""; !name.empty()) {
    fs::remove(object, error);
    return fail(DiagnosticKind::CapabilityDenied,
                fmt::format("'{}' belongs to the machinery that checks programs", name));
  }
  if (!result->error.empty() && !write_plainly(log, result->error)) return cannot_write(log);
  return messages;
}

Result<Compiled> Compiler::compile(const CompileRequest& request) const {
  auto begin = std::chrono::steady_clock::now();
  std::string folders, texts;
  for (const fs::path& folder : request.include_folders) folders += folder.string() + '\0';
  for (const CompileFile& file : request.files) texts += file.name + '\0' + file.text + '\0';
  std::string key =
      hash_hex(fmt::format("{}\n{}\n{}\n{}\n{}\n{}", identity_, request.refuses_assembly,
                           fmt::join(flags(request.standard, request.fill), " "), folders, request.key, texts));
  Compiled compiled;
  fs::path image = options_.cache_folder / (key + ".so"), log = options_.cache_folder / (key + ".log");
  std::error_code error;
  if (options_.reads_cache && fs::exists(image, error)) {
    if (Result<std::string> messages = read_file(log)) compiled.messages = parse_messages(*messages);
    compiled.image = image;
    compiled.was_cached = true;
    return compiled;
  }
  std::vector<fs::path> objects;
  std::string logged;
  bool is_complete = true;
  for (const CompileFile& file : request.files) {
    objects.push_back(options_.cache_folder / fmt::format("{}.{}.{}.o", key, ::getpid(), objects.size()));
    Result<std::vector<CompilerMessage>> messages = compile_one(request, file, objects.back());
    if (!messages) return fail(messages.error());
    compiled.messages.insert(compiled.messages.end(), messages->begin(), messages->end());
    is_complete = fs::exists(objects.back(), error);
    fs::path own_log = fs::path(objects.back()).replace_extension(".log");
    if (Result<std::string> text = read_file(own_log)) logged += *text;
    fs::remove(own_log, error);
    if (!is_complete) break;
  }
  if (is_complete) {
    if (auto linked = link(objects, image, has_tensors(request)); !linked) return fail(linked.error());
    if (!logged.empty() && !write_plainly(log, logged)) return cannot_write(log);
    compiled.image = image;
  }
  for (const fs::path& object : objects) fs::remove(object, error);
  compiled.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return compiled;
}

Result<std::vector<CompilerMessage>> Compiler::filled_locals(const CompileRequest& request) const {
  std::vector<CompilerMessage> messages;
  for (const CompileFile& file : request.files) {
    if (file.is_plain) continue;
    Result<std::vector<CompilerMessage>> own = filled_locals(request, file);
    if (!own) return fail(own.error());
    messages.insert(messages.end(), own->begin(), own->end());
  }
  return messages;
}

Result<std::vector<CompilerMessage>> Compiler::filled_locals(const CompileRequest& request,
                                                             const CompileFile& file) const {
  fs::path source = options_.cache_folder / fmt::format("{}.locals.{}.cc", hash_hex(file.text), ::getpid());
  fs::path records = source;
  records.replace_extension("yaml");
  if (!write_plainly(source, file.text)) return cannot_write(source);
  // Fills that nobody reads are gone when the optimiser is done; it tells of those that are left. The hooks
  // of accesses would hide them from it, and the precompiled headers know those.
  std::vector<std::string> arguments = {clang_};
  for (std::string& flag : flags(request.standard, request.fill)) {
    if (!flag.starts_with("-fsanitize=")) arguments.push_back(std::move(flag));
  }
  for (const fs::path& folder : request.include_folders) {
    arguments.emplace_back("-I");
    arguments.push_back(folder.string());
  }
  for (const std::string& part :
       {std::string("-fsave-optimization-record=yaml"),
        std::string("-foptimization-record-passes=annotation-remarks"),
        "-foptimization-record-file=" + records.string(), std::string("-include"),
        first_header(has_tensors(request)).string(), std::string("-x"),
        std::string("c++"), std::string("-c"), source.string(), std::string("-o"), std::string("/dev/null")})
    arguments.push_back(part);
  auto result = run_command(arguments, kCompileMilliseconds);
  std::error_code error;
  fs::remove(source, error);
  Result<std::string> text = read_file(records);
  fs::remove(records, error);
  if (!result) return fail(result.error());
  return text ? parse_records(*text) : std::vector<CompilerMessage>{};
}

Result<void> Compiler::link(const std::vector<fs::path>& objects, const fs::path& image, bool has_tensors) const {
  fs::path linked = fmt::format("{}.{}", image.string(), ::getpid());
  // Without the table of frames no exception would find its handler.
  std::vector<std::string> arguments = {linker_, "-shared", "-Bsymbolic-functions", "--eh-frame-hdr", "-o", linked.string()};
  // Device functions and variables belong to their file, as without relocatable device code.
  if (objects.size() > 1) arguments.insert(arguments.end(), {"-z", "muldefs"});
  for (const char* name : kDeviceHeap) arguments.push_back(fmt::format("--wrap={}", name));
  for (const fs::path& object : objects) arguments.push_back(object.string());
  arguments.push_back(common_object_.string());
  if (has_tensors) {
    Result<fs::path> tensors = tensor_library();
    if (!tensors) return fail(tensors.error());
    arguments.push_back(tensors->string());
  }
  auto result = run_command(arguments, kCompileMilliseconds);
  if (!result) return fail(result.error());
  if (!result->is_good())
    return fail(DiagnosticKind::Unsupported, fmt::format("{}: {}", linker_, result->error));
  if (auto disarmed = disarm(linked); !disarmed) return fail(disarmed.error());
  std::error_code error;
  fs::rename(linked, image, error);
  return {};
}

}  // namespace tilewright::kernels::cuda
