// How a script ended that called sys.exit or raised SystemExit.
#pragma once

#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "script/interpreter.h"

namespace tilewright::judge {

struct ScriptExit {
  int code = 0;      // 0 to 255, as a process has it
  std::string text;  // what Python prints then; empty: nothing
};

// Of the latest run that an uncaught SystemExit ended; empty: it ended otherwise.
std::optional<ScriptExit> script_exit(script::Interpreter& interpreter);

// What is wrong with a script that ended by a code other than 0; `uncaught` describes the SystemExit.
Diagnostic failed_exit(const ScriptExit& exit, Diagnostic uncaught);

}  // namespace tilewright::judge
