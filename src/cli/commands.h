// The table of subcommands (commands.def): name, one line of help, and where its code lives. A command
// is one short file in core/ or tensor/ that fills an options struct and calls a room.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilewright::cli {

inline constexpr int kUserMistake = 2;  // exit code

// What a command is given: everything after its name.
using Arguments = std::vector<std::string>;

#define TW_COMMAND(identifier, name, room, help) int identifier(const Arguments& arguments);
#include "cli/commands.def"
#undef TW_COMMAND

}  // namespace tilewright::cli
