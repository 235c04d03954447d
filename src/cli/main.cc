// tilewright: finds the subcommand in the table and runs it. Commands that need tensors live in
// libtilewright_tensor.so, opened on first use, so that the others start in milliseconds.
#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "base/text.h"
#include "cli/commands.h"

namespace tilewright::cli {
namespace {

enum class Room { core, tensor };

struct Command {
  std::string_view function, name;
  Room room;
  std::string_view help;
};

constexpr Command kCommands[] = {
#define TW_COMMAND(identifier, name, room, help) {#identifier, name, Room::room, help},
#include "cli/commands.def"
#undef TW_COMMAND
};

std::string help_text() {
  std::string text =
      "tilewright: teaches language models to write accelerator kernels\n\n"
      "usage: tilewright COMMAND [options]\n\ncommands:\n";
  for (const Command& command : kCommands) {
    if (command.name != "judge-worker" && !command.name.starts_with("_")) text += fmt::format("  {:<14} {}\n", command.name, command.help);
  }
  return text + "\n`tilewright COMMAND --help` lists a command's options.\n";
}

using CommandFunction = int (*)(const Arguments&);

int run_core(std::string_view name, const Arguments& arguments) {
#define TW_COMMAND_core(identifier) return identifier(arguments)
#define TW_COMMAND_tensor(identifier) break
#define TW_COMMAND(identifier, command_name, room, help) \
  if (name == command_name) do {                         \
      TW_COMMAND_##room(identifier);                     \
    } while (false);
#include "cli/commands.def"
#undef TW_COMMAND
  return kUserMistake;
}

int run_tensor(std::string_view name, const Arguments& arguments) {
  // OpenMP reads it when torch loads. Threads that spin long while they wait take the processor from those
  // they wait for: with five other busy processes on 2 cores SFT makes 0.13 steps a second, with this count
  // 0.42. Alone it makes 1.5 either way (200 spins: 0.9).
  if (std::getenv("OMP_WAIT_POLICY") == nullptr) ::setenv("GOMP_SPINCOUNT", "2000", 0);
  std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  std::filesystem::path library = folder / "libtilewright_tensor.so";
  void* handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (handle == nullptr) {
    fmt::print(stderr,
               "error: `tilewright {}` needs tensors, but their library does not load: {}\n"
               "note: `make build` installs torch into .venv and builds it\n",
               name, ::dlerror());
    return kUserMistake;
  }
  using Entry = int (*)(std::string_view, const Arguments&);
  auto entry = reinterpret_cast<Entry>(::dlsym(handle, "tilewright_run_tensor_command"));
  if (entry == nullptr) {
    fmt::print(stderr, "error: {} has no tilewright_run_tensor_command\n", library.string());
    return kUserMistake;
  }
  return entry(name, arguments);
}

int run(int argc, char** argv) {
  if (argc < 2 || std::string_view(argv[1]) == "--help" || std::string_view(argv[1]) == "-h") {
    fmt::print("{}", help_text());
    return argc < 2 ? kUserMistake : 0;
  }
  std::string_view name = argv[1];
  if (name == "--version") {
    fmt::print("tilewright {}\n", TILEWRIGHT_VERSION);
    return 0;
  }
  Arguments arguments(argv + 2, argv + argc);
  // The first word that names a program is the file; options before it may have values.
  auto is_cuda = [](const std::string& word) { return word.ends_with(".cu") || word.ends_with(".cuh"); };
  auto file = std::find_if(arguments.begin(), arguments.end(), [&](const std::string& word) {
    return !word.starts_with("-") && (is_cuda(word) || word.ends_with(".py"));
  });
  if (name == "run" && file != arguments.end() && is_cuda(*file)) name = "_run-cuda";
  std::vector<std::string_view> names;
  for (const Command& command : kCommands) {
    if (command.name == name) {
      return command.room == Room::core ? run_core(name, arguments) : run_tensor(name, arguments);
    }
    names.push_back(command.name);
  }
  fmt::print(stderr, "error: '{}' is no command{}\nnote: `tilewright --help` lists them\n", name,
             suggestion(name, names));
  return kUserMistake;
}

}  // namespace
}  // namespace tilewright::cli

int main(int argc, char** argv) {
  // A file that grows past the user's limit is then an error of the write, with the file's name.
  std::signal(SIGXFSZ, SIG_IGN);
  int status = tilewright::cli::run(argc, argv);
  // Skips the destructors of opened libraries: a long-lived thread pool there must not outlast its data.
  std::fflush(nullptr);
  ::_exit(status);
}
