#include "kernels/cuda/runtime/image.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

#include "kernels/cuda/runtime/memory.h"

namespace tilewright::kernels::cuda {
namespace {

struct Range {
  uintptr_t begin = 0, end = 0;
  bool contains(uintptr_t address) const { return address >= begin && address < end; }
};

struct Named {
  uintptr_t begin, end;
  const char* name;
};

void* g_handle = nullptr;
Range g_image, g_constructors, g_hooks;
std::vector<Range> g_writable;
std::vector<Named> g_functions, g_objects;

// "...15tw_shared_1_tileE5placeE" -> "tile"; the number before it is the identifier's length.
std::string shared_name(const char* symbol) {
  const char* tag = std::strstr(symbol, "tw_shared_");
  if (tag == nullptr) return {};
  const char* digits = tag;
  while (digits > symbol && std::isdigit(static_cast<unsigned char>(digits[-1]))) --digits;
  std::string identifier(tag, static_cast<size_t>(std::atoi(digits)));
  size_t underscore = identifier.find('_', std::strlen("tw_shared_"));
  return underscore == std::string::npos ? identifier : identifier.substr(underscore + 1);
}

// What two symbols of the same variable, and all variables of one function, have in common.
std::string before(const char* symbol, const char* part) {
  const char* at = std::strstr(symbol, part);
  return at == nullptr ? symbol : std::string(symbol, static_cast<size_t>(at - symbol));
}

std::string plain_name(const char* symbol) {
  int status = 0;
  char* demangled = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  std::string name = status == 0 ? demangled : symbol;
  std::free(demangled);
  return name;
}

class Reader {
 public:
  Reader(const char* bytes, size_t size, uintptr_t base) : bytes_(bytes), size_(size), base_(base) {}

  const char* read() {
    const auto* header = at<Elf64_Ehdr>(0);
    if (header == nullptr || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
      return "the image is no ELF file";
    const auto* sections = at<Elf64_Shdr>(header->e_shoff, header->e_shnum);
    if (sections == nullptr || header->e_shstrndx >= header->e_shnum) return "the image has no sections";
    count_ = header->e_shnum;
    sections_ = sections;
    names_ = &sections[header->e_shstrndx];
    for (size_t i = 0; i < count_; ++i) note_section(i);
    for (size_t i = 0; i < count_; ++i) {
      if (sections[i].sh_type == SHT_SYMTAB) read_symbols(sections[i]);
    }
    add_shared();
    add_device();
    return nullptr;
  }

 private:
  template <class T>
  const T* at(size_t offset, size_t count = 1) const {
    return offset + count * sizeof(T) <= size_ ? reinterpret_cast<const T*>(bytes_ + offset) : nullptr;
  }
  const char* text(const Elf64_Shdr& table, size_t offset) const {
    return offset < table.sh_size ? at<char>(table.sh_offset + offset) : "";
  }

  void note_section(size_t index) {
    const Elf64_Shdr& section = sections_[index];
    std::string name = text(*names_, section.sh_name);
    Range range{base_ + section.sh_addr, base_ + section.sh_addr + section.sh_size};
    if (section.sh_flags & SHF_ALLOC) g_image.end = std::max(g_image.end, range.end);
    if (name == ".init_array") g_constructors = range;
    if (name == "tilewright_hooks") g_hooks = range;
    if (name == "tilewright_shared") shared_ = index, shared_begin_ = range.begin;
    if (name == "tilewright_device") device_[index] = 0;
    if (name == "tilewright_managed") device_[index] = kHostVisible;
    if (name == "tilewright_constant") device_[index] = kConstant;
    bool is_relocated_only = name == ".data.rel.ro" || name == ".got" || name == ".got.plt" ||
                             name == ".init_array" || name == ".dynamic" || name == ".fini_array";
    if ((section.sh_flags & SHF_WRITE) && (section.sh_flags & SHF_ALLOC) && !is_relocated_only)
      g_writable.push_back(range);
  }

  void read_symbols(const Elf64_Shdr& table) {
    size_t count = table.sh_size / sizeof(Elf64_Sym);
    const auto* symbols = at<Elf64_Sym>(table.sh_offset, count);
    if (symbols == nullptr || table.sh_link >= count_) return;
    for (size_t i = 0; i < count; ++i) {
      const Elf64_Sym& symbol = symbols[i];
      const char* name = text(sections_[table.sh_link], symbol.st_name);
      uintptr_t begin = base_ + symbol.st_value;
      int type = ELF64_ST_TYPE(symbol.st_info);
      if (type == STT_FUNC && symbol.st_shndx != SHN_UNDEF)
        g_functions.push_back({begin, begin + symbol.st_size, keep(name)});
      if (type != STT_OBJECT || symbol.st_shndx == SHN_UNDEF) continue;
      if (std::strstr(name, "SharedVariable") != nullptr && std::strstr(name, "tw_shared_") != nullptr) {
        if (symbol.st_shndx == shared_)
          places_[before(name, "E5place")] = {begin, keep(name)};
        else
          sizes_[before(name, "E5bytes")] = *reinterpret_cast<const size_t*>(begin);
        continue;
      }
      auto device = device_.find(symbol.st_shndx);
      if (device != device_.end())
        variables_.push_back({plain_name(name), {}, begin, symbol.st_size, device->second});
      else
        g_objects.push_back({begin, begin + symbol.st_size, keep(name)});
    }
    auto by_begin = [](const Named& left, const Named& right) { return left.begin < right.begin; };
    std::sort(g_functions.begin(), g_functions.end(), by_begin);
    std::sort(g_objects.begin(), g_objects.end(), by_begin);
  }

  void add_shared() {
    std::vector<ImageVariable> variables;
    std::map<std::string, uint64_t> by_function;
    for (const auto& [key, place] : places_) {
      auto size = sizes_.find(key);
      if (size == sizes_.end()) continue;
      uintptr_t address = TW_ARENA + (place.first - shared_begin_) * TW_SHARED_SCALE;
      std::string function = before(place.second, "tw_shared_");
      while (!function.empty() && std::isdigit(static_cast<unsigned char>(function.back())))
        function.pop_back();
      uint64_t& bytes = by_function[function];
      bytes += size->second;
      machine.largest_static_shared = std::max(machine.largest_static_shared, bytes);
      variables.push_back({shared_name(place.second), function, address, size->second, kShared});
    }
    add_shared_variables(variables);
  }

  void add_device() {
    uintptr_t begin = ~uintptr_t{0}, end = 0;
    for (const auto& [index, flags] : device_) {
      begin = std::min<uintptr_t>(begin, base_ + sections_[index].sh_addr);
      end = std::max<uintptr_t>(end, base_ + sections_[index].sh_addr + sections_[index].sh_size);
    }
    add_symbols(variables_, begin, end);
  }

  static const char* keep(const char* name) { return ::strdup(name); }

  const char* bytes_;
  size_t size_;
  uintptr_t base_;
  const Elf64_Shdr* sections_ = nullptr;
  const Elf64_Shdr* names_ = nullptr;
  size_t count_ = 0, shared_ = 0;
  uintptr_t shared_begin_ = 0;
  std::map<size_t, uint16_t> device_;
  std::map<std::string, std::pair<uintptr_t, const char*>> places_;
  std::map<std::string, uint64_t> sizes_;
  std::vector<ImageVariable> variables_;
};

const Named* named_at(const std::vector<Named>& table, uintptr_t address) {
  auto after = std::upper_bound(table.begin(), table.end(), address,
                                [](uintptr_t value, const Named& entry) { return value < entry.begin; });
  if (after == table.begin()) return nullptr;
  const Named& entry = *(after - 1);
  return address < entry.end ? &entry : nullptr;
}

}  // namespace

const char* load_image(int descriptor) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  g_handle = ::dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  if (g_handle == nullptr) return ::dlerror();
  link_map* map = nullptr;
  ::dlinfo(g_handle, RTLD_DI_LINKMAP, &map);
  struct stat status {};
  ::fstat(descriptor, &status);
  void* bytes = ::mmap(nullptr, static_cast<size_t>(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (bytes == MAP_FAILED) return "the image cannot be read";
  g_image = {map->l_addr, map->l_addr};
  machine.code_begin = map->l_addr;
  const char* error =
      Reader(static_cast<const char*>(bytes), static_cast<size_t>(status.st_size), map->l_addr).read();
  ::munmap(bytes, static_cast<size_t>(status.st_size));
  for (const Named& function : g_functions) {
    if (function.end - g_image.begin > kPlaceMask) machine.place_mask = 0;
    machine.code_bytes = std::max(machine.code_bytes, function.end - g_image.begin);
  }
  return error;
}

void run_constructors() {
  auto* begin = reinterpret_cast<void (**)(int, char**, char**)>(g_constructors.begin);
  auto* end = reinterpret_cast<void (**)(int, char**, char**)>(g_constructors.end);
  for (; begin < end; ++begin) {
    if (*begin != nullptr) (*begin)(0, nullptr, nullptr);
  }
}

void* find_symbol(const char* name) { return ::dlsym(g_handle, name); }

bool is_read_only_image(uintptr_t address) {
  if (!g_image.contains(address)) return false;
  return std::none_of(g_writable.begin(), g_writable.end(),
                      [&](const Range& range) { return range.contains(address); });
}

const char* host_variable(uintptr_t address) {
  if (!g_image.contains(address)) return nullptr;
  const Named* object = named_at(g_objects, address);
  static std::string name;
  if (object == nullptr) return nullptr;
  name = plain_name(object->name);
  return name.c_str();
}

bool is_hook(uintptr_t address) { return g_hooks.contains(address); }

uintptr_t function_at(uintptr_t address) {
  const Named* function = named_at(g_functions, address);
  return function == nullptr ? 0 : function->begin;
}

uint32_t image_offset(const void* place) {
  auto address = reinterpret_cast<uintptr_t>(place);
  return g_image.contains(address) ? static_cast<uint32_t>(address - g_image.begin - 1) : kNoPlace;
}

}  // namespace tilewright::kernels::cuda
