// sys, os, os.path and time, as far as the capabilities reach.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "script/arguments.h"
#include "script/exceptions.h"
#include "script/files.h"
#include "script/implementation.h"
#include "script/modules.h"
#include "script/objects.h"
#include "script/written_files.h"

namespace tilewright::script {

namespace {

void add(Module& module, std::string name, NativeFunction::Body body) { module.set(name, make_function(name, std::move(body))); }

Value sys_exit(Interpreter& interpreter, CallArguments& arguments) {
  Value error = make_exception(interpreter, "SystemExit", "");
  as_exception(error)->args = arguments.positional;
  throw_exception(error);
}

double now(Interpreter& interpreter) {
  const auto& clock = interpreter.capabilities().clock;
  return clock ? clock() : static_cast<double>(interpreter.budget().fuel_used()) * 1e-9;
}

std::string join_paths(Interpreter& interpreter, const std::vector<Value>& parts) {
  std::string result;
  for (size_t i = 0; i < parts.size(); ++i) {
    std::string part = path_text(interpreter, parts[i]);
    if (i == 0 || (!part.empty() && part[0] == '/')) result = part;
    else if (result.empty() || result.back() == '/') result += part;
    else result += "/" + part;
  }
  return result;
}

std::pair<std::string, std::string> split_path(const std::string& path) {
  size_t slash = path.rfind('/');
  std::string head = slash == std::string::npos ? "" : path.substr(0, slash + 1);
  std::string tail = slash == std::string::npos ? path : path.substr(slash + 1);
  size_t end = head.find_last_not_of('/');
  if (end != std::string::npos) head.resize(end + 1);
  return {head, tail};
}

std::pair<std::string, std::string> split_extension(const std::string& path) {
  size_t slash = path.rfind('/');
  size_t start = slash == std::string::npos ? 0 : slash + 1;
  size_t dot = path.rfind('.');
  size_t first = path.find_first_not_of('.', start);
  if (dot == std::string::npos || dot < start || first == std::string::npos || dot < first) return {path, ""};
  return {path.substr(0, dot), path.substr(dot)};
}

Value start_thread(Interpreter& interpreter, CallArguments&) {
  if (!interpreter.capabilities().may_start_threads) {
    interpreter.abort(DiagnosticKind::CapabilityDenied, "threads are not available to scripts here");
  }
  return Value();
}

}  // namespace

namespace {

// sys.version_info: a tuple with names.
class VersionInfo : public Tuple {
 public:
  VersionInfo() : Tuple({Value(3), Value(11), Value(0), make_string("final"), Value(0)}) {}
  std::optional<Value> find_attribute(Interpreter& interpreter, std::string_view name) override {
    constexpr std::string_view kNames[] = {"major", "minor", "micro", "releaselevel", "serial"};
    for (size_t i = 0; i < items.size(); ++i) {
      if (kNames[i] == name) return items[i];
    }
    return Tuple::find_attribute(interpreter, name);
  }
  std::string repr(Interpreter&) override {
    return "sys.version_info(major=3, minor=11, micro=0, releaselevel='final', serial=0)";
  }
};

}  // namespace

Ref<Module> make_sys_module(Interpreter& interpreter) {
  Ref<Module> module = make<Module>("sys");
  std::vector<Value> argv;
  for (const std::string& argument : interpreter.capabilities().arguments) argv.push_back(make_string(argument));
  module->set("argv", make_list(std::move(argv)));
  module->set("modules", interpreter.implementation().modules);
  std::vector<Value> path;
  for (const auto& folder : interpreter.capabilities().import_folders) path.push_back(make_string(folder.string()));
  module->set("path", make_list(std::move(path)));
  module->set("version", make_string("3.11.0 (tilewright)"));
  module->set("version_info", make<VersionInfo>());
  module->set("platform", make_string("linux"));
  module->set("byteorder", make_string("little"));
  module->set("executable", make_string(""));
  module->set("maxsize", Value(INT64_MAX));
  module->set("maxunicode", Value(0x10ffff));
  module->set("stdout", make_stream(false));
  module->set("stderr", make_stream(true));
  Ref<Module> float_info = make<Module>("sys.float_info");
  float_info->set("max", Value(1.7976931348623157e308));
  float_info->set("min", Value(2.2250738585072014e-308));
  float_info->set("epsilon", Value(2.220446049250313e-16));
  float_info->set("dig", Value(15));
  float_info->set("mant_dig", Value(53));
  module->set("float_info", float_info);
  Ref<Module> implementation = make<Module>("sys.implementation");
  implementation->set("name", make_string("tilewright"));
  module->set("implementation", implementation);
  add(*module, "exit", sys_exit);
  add(*module, "getrecursionlimit", [](Interpreter& i, CallArguments&) { return Value(i.implementation().recursion_limit); });
  add(*module, "setrecursionlimit", [](Interpreter& i, CallArguments& a) {
    int64_t limit = i.to_int(a.positional.at(0), "");
    if (limit < 1) i.raise("ValueError", "recursion limit must be greater or equal than 1");
    i.implementation().recursion_limit = static_cast<int>(std::min<int64_t>(limit, 100000));  // the stack guard holds beyond
    return Value();
  });
  add(*module, "getsizeof", [](Interpreter&, CallArguments&) { return Value(64); });
  add(*module, "intern", [](Interpreter&, CallArguments& a) { return a.positional.at(0); });
  add(*module, "exc_info", [](Interpreter& i, CallArguments&) {
    Value handled = i.implementation().handled;
    if (handled.is_none()) return make_tuple({Value(), Value(), Value()});
    return make_tuple({Value(i.type_of(handled)), handled, Value()});
  });
  return module;
}

Ref<Module> make_time_module(Interpreter&) {
  Ref<Module> module = make<Module>("time");
  for (const char* name : {"time", "perf_counter", "monotonic", "process_time"}) {
    add(*module, name, [](Interpreter& i, CallArguments&) { return Value(now(i)); });
  }
  for (const char* name : {"time_ns", "perf_counter_ns", "monotonic_ns"}) {
    add(*module, name, [](Interpreter& i, CallArguments&) { return Value(static_cast<int64_t>(now(i) * 1e9)); });
  }
  // Waiting is counted, not waited for.
  add(*module, "sleep", [](Interpreter& i, CallArguments& a) {
    double seconds = i.to_float(a.positional.at(0), "");
    if (seconds < 0) i.raise("ValueError", "sleep length must be non-negative");
    return Value();
  });
  return module;
}

Ref<Module> make_os_path_module(Interpreter&) {
  Ref<Module> module = make<Module>("posixpath");
  module->set("sep", make_string("/"));
  add(*module, "join", [](Interpreter& i, CallArguments& a) { return make_string(join_paths(i, a.positional)); });
  add(*module, "basename", [](Interpreter& i, CallArguments& a) { return make_string(split_path(path_text(i, a.positional.at(0))).second); });
  add(*module, "dirname", [](Interpreter& i, CallArguments& a) { return make_string(split_path(path_text(i, a.positional.at(0))).first); });
  add(*module, "split", [](Interpreter& i, CallArguments& a) {
    auto [head, tail] = split_path(path_text(i, a.positional.at(0)));
    return make_tuple({make_string(head), make_string(tail)});
  });
  add(*module, "splitext", [](Interpreter& i, CallArguments& a) {
    auto [root, extension] = split_extension(path_text(i, a.positional.at(0)));
    return make_tuple({make_string(root), make_string(extension)});
  });
  add(*module, "isabs", [](Interpreter& i, CallArguments& a) { return Value(path_text(i, a.positional.at(0)).starts_with("/")); });
  for (const char* name : {"normpath", "abspath", "realpath", "expandvars", "normcase"}) {
    bool is_absolute = std::string_view(name) == "abspath" || std::string_view(name) == "realpath";
    add(*module, name, [is_absolute](Interpreter& i, CallArguments& a) {
      std::filesystem::path given = path_text(i, a.positional.at(0));
      if (is_absolute && given.is_relative()) given = std::filesystem::path(current_folder(i)) / given;
      std::string path = given.lexically_normal().string();
      if (path.size() > 1 && path.back() == '/') path.pop_back();
      return make_string(path.empty() ? "." : path);
    });
  }
  return module;
}

Ref<Module> make_os_module(Interpreter& interpreter) {
  Ref<Module> module = make<Module>("os");
  Ref<Dict> environment = make<Dict>();
  for (const auto& [name, value] : interpreter.capabilities().environment) environment->set(name, make_string(value));
  module->set("environ", environment);
  Ref<Module> path = make_os_path_module(interpreter);
  interpreter.implementation().modules->set("os.path", path);
  module->set("path", path);
  add_file_functions(*module, *path);
  module->set("name", make_string("posix"));
  module->set("sep", make_string("/"));
  module->set("linesep", make_string("\n"));
  module->set("pathsep", make_string(":"));
  module->set("devnull", make_string("/dev/null"));
  add(*module, "getenv", [environment](Interpreter& i, CallArguments& a) {
    if (auto value = environment->find(i, a.positional.at(0))) return *value;
    return a.positional.size() > 1 ? a.positional[1] : Value();
  });
  add(*module, "getcwd", [](Interpreter& i, CallArguments&) { return make_string(current_folder(i)); });
  add(*module, "cpu_count", [](Interpreter&, CallArguments&) { return Value(1); });
  add(*module, "_start_thread", start_thread);
  add(*module, "getpid", [](Interpreter&, CallArguments&) { return Value(1); });
  add(*module, "fspath", [](Interpreter& i, CallArguments& a) { return make_string(path_text(i, a.positional.at(0))); });
  module->missing = [](Interpreter& i, std::string_view name) -> std::optional<Value> {
    static constexpr std::string_view kRefused[] = {"system", "popen", "execv", "fork", "kill", "open", "walk", "scandir", "putenv", "chdir",
                                                    "_exit", "abort", "stat", "chmod", "symlink", "spawnv", "pipe", "dup2"};
    for (std::string_view refused : kRefused) {
      if (refused != name) continue;
      std::string shown(name);
      (void)i;
      return Value(make_function(shown, [shown](Interpreter& inner, CallArguments&) -> Value {
        inner.abort(DiagnosticKind::CapabilityDenied, fmt::format("os.{} is not available to scripts here", shown));
      }));
    }
    return std::nullopt;
  };
  return module;
}

}  // namespace tilewright::script
