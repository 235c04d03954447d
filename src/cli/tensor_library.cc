// The entry of libtilewright_tensor.so: the commands of the table that need tensors.
#include <string_view>

#include "cli/commands.h"

extern "C" int tilewright_run_tensor_command(std::string_view name,
                                             const tilewright::cli::Arguments& arguments) {
  using namespace tilewright::cli;
#define TW_COMMAND_tensor(identifier) return identifier(arguments)
#define TW_COMMAND_core(identifier) break
#define TW_COMMAND(identifier, command_name, room, help) \
  if (name == command_name) do {                         \
      TW_COMMAND_##room(identifier);                     \
    } while (false);
#include "cli/commands.def"
#undef TW_COMMAND
  return kUserMistake;
}
