#include "kernels/cuda/gpu/worker/session.h"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>

#include "base/file.h"
#include "base/json_reader.h"

namespace tilewright::kernels::cuda::gpu {
namespace {

Session session;

tl::unexpected<Diagnostic> refused(const Driver& driver, const char* what, int error) {
  return fail(DiagnosticKind::Unsupported, fmt::format("{}: {}", what, driver.describe(error)));
}

}  // namespace

Session& Session::get() { return session; }

Result<void> Session::start() {
  Result<Driver> opened = Driver::open();
  if (!opened) return fail(opened.error());
  session.driver = *opened;
  void* context = nullptr;
  int error = session.driver.device_get(&session.device, 0);
  if (error == 0) error = session.driver.primary_retain(&context, session.device);
  if (error == 0) error = session.driver.context_set(context);
  if (error != 0) return refused(session.driver, "the GPU gives no context", error);
  return {};
}

Result<void> Session::load(const std::string& image, const std::string& device_code, const std::string& names) {
  if (!device_code.empty()) {
    Result<std::string> code = read_file(device_code);
    if (!code) return fail(code.error());
    if (int error = driver.module_load(&module_, code->c_str()); error != 0)
      return refused(driver, "the driver does not load the device code", error);
    Result<std::string> text = read_file(names);
    Result<nlohmann::json> table = text ? parse_json(*text, "the table of names") : fail(text.error());
    if (!table) return fail(table.error());
    for (const auto& [host, device_name] : table->items()) names_[host] = device_name.get<std::string>();
  }
  // Lazily: hooks of the checked run stand in kernels' host functions, which nothing calls.
  image_ = ::dlopen(image.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (image_ == nullptr) return fail(DiagnosticKind::Unsupported, ::dlerror());
  link_map* map = nullptr;
  if (::dlinfo(image_, RTLD_DI_LINKMAP, static_cast<void*>(&map)) == 0) base_ = map->l_addr;
  return read_symbols(image);
}

Result<void> Session::read_symbols(const std::string& image) {
  Result<std::string> bytes = read_file(image);
  if (!bytes) return fail(bytes.error());
  auto broken = [&] { return fail(DiagnosticKind::WorkerCrash, fmt::format("{} is no shared object", image)); };
  Elf64_Ehdr header;
  if (bytes->size() < sizeof header) return broken();
  std::memcpy(&header, bytes->data(), sizeof header);
  if (header.e_shoff + header.e_shnum * sizeof(Elf64_Shdr) > bytes->size()) return broken();
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  std::memcpy(sections.data(), bytes->data() + header.e_shoff, sections.size() * sizeof(Elf64_Shdr));
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
    const Elf64_Shdr& texts = sections[section.sh_link];
    if (section.sh_offset + section.sh_size > bytes->size() || texts.sh_offset + texts.sh_size > bytes->size())
      return broken();
    for (size_t i = 0; i < section.sh_size / sizeof(Elf64_Sym); ++i) {
      Elf64_Sym symbol;
      std::memcpy(&symbol, bytes->data() + section.sh_offset + i * sizeof symbol, sizeof symbol);
      // A part of CUDA that this worker lacks is named before anything has run.
      if (symbol.st_shndx == SHN_UNDEF && symbol.st_name < texts.sh_size) {
        const char* name = bytes->c_str() + texts.sh_offset + symbol.st_name;
        if (std::string_view(name).starts_with("cuda") && ::dlsym(RTLD_DEFAULT, name) == nullptr)
          return fail(DiagnosticKind::Unsupported, fmt::format("{}, without nvcc", name));
        continue;
      }
      unsigned type = ELF64_ST_TYPE(symbol.st_info);
      if ((type != STT_FUNC && type != STT_OBJECT) || symbol.st_name >= texts.sh_size || symbol.st_size == 0) continue;
      symbols_.push_back({symbol.st_value, symbol.st_size, bytes->c_str() + texts.sh_offset + symbol.st_name});
    }
  }
  std::sort(symbols_.begin(), symbols_.end(),
            [](const Symbol& left, const Symbol& right) { return left.offset < right.offset; });
  return {};
}

const Session::Symbol* Session::symbol_at(const void* address) const {
  uint64_t offset = reinterpret_cast<uint64_t>(address) - base_;
  auto after = std::upper_bound(symbols_.begin(), symbols_.end(), offset,
                                [](uint64_t value, const Symbol& symbol) { return value < symbol.offset; });
  if (after == symbols_.begin()) return nullptr;
  const Symbol& symbol = *std::prev(after);
  return offset < symbol.offset + symbol.bytes ? &symbol : nullptr;
}

std::string Session::name_at(const void* address) const {
  const Symbol* symbol = symbol_at(address);
  return symbol == nullptr ? "?" : symbol->name;
}

void* Session::function_at(const void* address) {
  const Symbol* symbol = symbol_at(address);
  if (symbol == nullptr) return nullptr;
  auto known = functions_.find(symbol->name);
  if (known != functions_.end()) return known->second;
  auto name = names_.find(symbol->name);
  void* function = nullptr;
  if (name == names_.end() || driver.module_function(&function, module_, name->second.c_str()) != 0) return nullptr;
  functions_[symbol->name] = function;
  return function;
}

uint64_t Session::variable_at(const void* address, size_t* bytes) {
  const Symbol* symbol = symbol_at(address);
  auto name = symbol == nullptr ? names_.end() : names_.find(symbol->name);
  uint64_t variable = 0;
  if (name == names_.end() || driver.module_global(&variable, bytes, module_, name->second.c_str()) != 0) return 0;
  uint64_t inside = reinterpret_cast<uint64_t>(address) - base_ - symbol->offset;
  if (inside > *bytes) return 0;
  *bytes -= inside;
  return variable + inside;
}

cudaError_t Session::remember(int error) {
  auto code = static_cast<cudaError_t>(error);
  // An answer, not an error.
  if (code != cudaSuccess && code != cudaErrorNotReady) last_error = code;
  return code;
}

}  // namespace tilewright::kernels::cuda::gpu
