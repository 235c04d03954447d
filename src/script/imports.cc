// import: built-in modules by their factories, files from the import folders.
#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include <fmt/format.h>

#include "python/parser.h"
#include "script/code.h"
#include "script/exceptions.h"
#include "script/files.h"
#include "script/implementation.h"
#include "script/known_names.h"
#include "script/modules.h"
#include "script/objects.h"
#include "script/placeholder.h"
#include "script/written_files.h"

namespace tilewright::script {

namespace {

// Names of the standard library that exist in CPython but not here: our shortcoming, not the script's.
constexpr std::string_view kStandardLibrary[] = {
    "asyncio", "calendar", "cmath", "codecs", "configparser", "cProfile", "csv", "decimal",
    "difflib", "dis", "email", "fcntl", "fileinput", "fractions", "getpass", "gettext", "graphlib",
    "gzip", "hmac", "html", "http", "ipaddress", "locale", "lzma", "marshal",
    "mmap", "pdb", "pickle", "pkgutil", "profile", "pstats", "resource", "runpy", "sched", "secrets", "select",
    "shelve", "shlex", "site", "socket", "ssl", "stat", "struct", "symtable", "sysconfig", "tarfile",
    "token", "tokenize", "tracemalloc", "unicodedata", "urllib", "uuid", "xml", "zipfile", "zlib", "scipy",
    "matplotlib", "pandas", "einops", "torchvision"};

bool is_known_elsewhere(std::string_view name) {
  std::string_view first = name.substr(0, name.find('.'));
  for (std::string_view item : kStandardLibrary) {
    if (item == first) return true;
  }
  return false;
}

}  // namespace

std::vector<std::filesystem::path> Interpreter::Implementation::search_path() {
  std::vector<std::filesystem::path> folders = owner.capabilities_.import_folders;
  auto sys = modules->find("sys");
  auto given = sys && sys->as<Module>() ? sys->as<Module>()->globals->find("path") : std::nullopt;
  auto* list = given ? given->as<List>() : nullptr;
  if (list == nullptr) return folders;
  for (const Value& item : list->items) {
    const std::string* text = as_string(item);
    bool is_new = text != nullptr && std::find(folders.begin(), folders.end(), *text) == folders.end();
    if (is_new && (may_read(owner, *text) || is_folder(owner, *text))) folders.emplace_back(*text);
  }
  return folders;
}

std::optional<Interpreter::Implementation::ModuleFile> Interpreter::Implementation::find_file(std::string_view dotted_name) {
  std::string relative(dotted_name);
  std::replace(relative.begin(), relative.end(), '.', '/');
  if (relative.find("//") != std::string::npos || relative.starts_with('/')) return std::nullopt;
  for (const std::filesystem::path& folder : search_path()) {
    for (bool is_package : {false, true}) {
      std::filesystem::path path = folder / (is_package ? relative + "/__init__.py" : relative + ".py");
      if (is_file(owner, path.string())) return ModuleFile{path, is_package};
    }
  }
  return std::nullopt;
}

std::optional<Ref<Module>> Interpreter::Implementation::load_file(std::string_view dotted_name) {
  std::string relative(dotted_name);
  std::replace(relative.begin(), relative.end(), '.', '/');
  if (relative.find("//") != std::string::npos || relative.starts_with('/')) return std::nullopt;
  if (auto file = find_file(dotted_name)) {
    auto text = file_bytes(owner, file->path.string());
    if (!text) owner.raise("ImportError", fmt::format("{} cannot be read", file->path.string()));
    SourceId source = owner.sources_.add(file->path.string(), std::move(*text));
    auto parsed = python::parse(owner.sources_, source);
    if (!parsed) throw AbortRun{parsed.error()};
    Ref<Module> module = make<Module>(std::string(dotted_name));
    module->set("__name__", make_string(std::string(dotted_name)));
    module->set("__file__", make_string(file->path.string()));
    if (file->is_package) module->set("__path__", make_list({make_string(file->path.parent_path().string())}));
    modules->set(dotted_name, module);
    try {
      run_module_body(*parsed, module);
    } catch (...) {
      modules->erase(dotted_name);
      throw;
    }
    return module;
  }
  // A folder without __init__.py is a package that holds nothing itself.
  for (const std::filesystem::path& folder : search_path()) {
    std::filesystem::path path = folder / relative;
    if (!is_folder(owner, path.string())) continue;
    Ref<Module> module = make<Module>(std::string(dotted_name));
    module->set("__name__", make_string(std::string(dotted_name)));
    module->set("__path__", make_list({make_string(path.string())}));
    modules->set(dotted_name, module);
    return module;
  }
  return std::nullopt;
}

Ref<Module> Interpreter::import_module(std::string_view dotted_name, Span span) {
  Implementation& state = *implementation_;
  DepthGuard guard(*this);
  Ref<Module> last;
  std::string prefix;
  size_t start = 0;
  if (dotted_name.empty()) raise("ValueError", "Empty module name");
  while (start <= dotted_name.size()) {
    size_t dot = dotted_name.find('.', start);
    size_t end = dot == std::string_view::npos ? dotted_name.size() : dot;
    std::string_view part = dotted_name.substr(start, end - start);
    std::string parent = prefix;
    prefix += (prefix.empty() ? "" : ".") + std::string(part);
    start = end + 1;
    Ref<Module> module;
    if (auto loaded = state.modules->find(prefix)) {
      if (loaded->as<Module>() == nullptr) raise("ModuleNotFoundError", fmt::format("import of {} halted; None in sys.modules", prefix), span);
      module = Ref<Module>(loaded->as<Module>());
    } else if (auto it = state.factories.find(prefix); it != state.factories.end()) {
      module = it->second(*this);
      state.modules->set(prefix, module);
    } else if (last && last->find_attribute(*this, part) && last->find_attribute(*this, part)->as<Module>() != nullptr) {
      module = Ref<Module>(last->find_attribute(*this, part)->as<Module>());
    } else if (auto file = state.load_file(prefix)) {
      module = *file;
    } else if (state.absent_packages.contains(prefix.substr(0, prefix.find('.')))) {
      module = make_placeholder_module(prefix);
      state.modules->set(prefix, module);
    } else {
      bool is_ours = is_known_elsewhere(prefix) || is_known_name(*this, "modules", prefix);
      std::string message = is_ours ? fmt::format("module '{}' is not supported", prefix)
                                    : fmt::format("No module named '{}'", prefix);
      if (last && !last->globals->find("__path__") && state.factories.find(parent) == state.factories.end()) {
        message += fmt::format("; '{}' is not a package", parent);
      }
      Value error = make_exception(*this, "ModuleNotFoundError", message);
      as_exception(error)->attributes->set("name", make_string(prefix));
      if (is_ours) as_exception(error)->attributes->set(kLacksModule, Value(true));
      throw_exception(error);
    }
    if (last && !last->globals->find(part)) last->globals->set(part, module);
    last = module;
  }
  return last;
}

Value Interpreter::Implementation::import_path(std::string_view path, bool wants_last, Frame& frame) {
  size_t level = 0;
  while (level < path.size() && path[level] == '.') ++level;
  std::string name(path.substr(level));
  if (level != 0) {
    std::string package = owner.str(frame.module->globals->find("__name__").value_or(make_string("")));
    bool is_package = frame.module->globals->find("__path__").has_value();
    if (!is_package) {
      size_t dot = package.rfind('.');
      if (dot == std::string::npos) owner.raise("ImportError", "attempted relative import with no known parent package");
      package.resize(dot);
    }
    for (size_t i = 1; i < level; ++i) {
      size_t dot = package.rfind('.');
      if (dot == std::string::npos) owner.raise("ImportError", "attempted relative import beyond top-level package");
      package.resize(dot);
    }
    name = name.empty() ? package : package + "." + name;
  }
  Ref<Module> module = owner.import_module(name, owner.current_span_);
  if (wants_last) return module;
  return owner.import_module(std::string_view(name).substr(0, name.find('.')), owner.current_span_);
}

Value Interpreter::Implementation::import_from(const Value& module_value, std::string_view name) {
  if (auto value = owner.find_attribute(module_value, name)) return *value;
  auto* module = module_value.as<Module>();
  std::string module_name = module == nullptr ? "?" : module->name;
  std::string submodule = module_name + "." + std::string(name);
  if (auto loaded = modules->find(submodule)) return *loaded;
  bool has_factory = factories.find(submodule) != factories.end();
  if (has_factory || (module != nullptr && module->globals->find("__path__"))) {
    if (has_factory) return owner.import_module(submodule, owner.current_span_);
    if (auto file = load_file(submodule)) return *file;
  }
  if (is_known_name(owner, module_name, name) || is_known_name(owner, "modules", submodule)) {
    throw_exception(make_shortcoming(owner, "ImportError", fmt::format("{} is not supported", submodule)));
  }
  Value error = make_exception(owner, "ImportError", fmt::format("cannot import name '{}' from '{}' ({})", name, module_name,
      module != nullptr && module->globals->find("__file__") ? owner.str(*module->globals->find("__file__")) : "unknown location"));
  as_exception(error)->attributes->set("name", make_string(module_name));
  throw_exception(error);
}

void Interpreter::Implementation::import_star(const Value& module_value, Frame& frame) {
  auto* module = module_value.as<Module>();
  if (module == nullptr) return;
  Dict& target = frame.names ? *frame.names : *frame.module->globals;
  if (auto all = module->globals->find("__all__")) {
    owner.for_each(*all, [&](Value name) {
      const std::string* text = as_string(name);
      if (text == nullptr) owner.raise("TypeError", "Item in __all__ must be str");
      target.set(*text, owner.get_attribute(module_value, *text));
      return true;
    });
    return;
  }
  for (auto& [key, value] : module->globals->entries()) {
    const std::string* name = as_string(key);
    if (name != nullptr && !name->starts_with("_")) target.set(*name, value);
  }
}

Ref<Module> run_embedded_module(Interpreter& interpreter, std::string name, std::string_view text) {
  SourceId source = built_in_source("<" + name + ">", text);
  return interpreter.run_built_in(source, std::move(name));
}

namespace {

struct BuiltInCode {
  std::string source_name;
  std::shared_ptr<CodeUnit> unit;  // made when first run
};

// Compiled once a thread: values are not shared between threads.
std::unordered_map<uint32_t, BuiltInCode>& built_in_code() {
  static thread_local std::unordered_map<uint32_t, BuiltInCode> code;
  return code;
}

}  // namespace

SourceId built_in_source(const std::string& source_name, std::string_view text) {
  static thread_local std::unordered_map<std::string, SourceId> ids;
  auto [entry, is_new] = ids.try_emplace(source_name);
  if (is_new) {
    entry->second = add_shared_source(source_name, std::string(text));
    built_in_code()[entry->second.index].source_name = source_name;
  }
  return entry->second;
}

bool is_built_in_source(SourceId source) { return built_in_code().contains(source.index); }

Ref<Module> Interpreter::run_built_in(SourceId source, std::string module_name) {
  std::shared_ptr<CodeUnit>& unit = built_in_code().at(source.index).unit;
  if (!unit) {
    auto parsed = python::parse(sources_, source);
    if (!parsed) throw AbortRun{parsed.error()};
    unit = std::make_shared<CodeUnit>(*parsed);
  }
  Ref<Module> module = make<Module>(module_name);
  module->set("__name__", make_string(module_name));
  implementation_->modules->set(module_name, module);
  implementation_->run_code(*unit->module_code(), unit, module, {}, nullptr);
  return module;
}

}  // namespace tilewright::script
