#include "judge/script_exit.h"

#include <fmt/format.h>

namespace tilewright::judge {

std::optional<ScriptExit> script_exit(script::Interpreter& interpreter) {
  std::optional<script::Value> code = interpreter.exit_request();
  if (!code) return std::nullopt;
  if (code->is_none()) return ScriptExit{};
  if (code->is_int() || code->is_bool()) return ScriptExit{static_cast<int>(code->integer() & 0xff), {}};
  ScriptExit exit{1, {}};
  (void)interpreter.guard([&] {  // the script's own __str__ may fail: nothing is printed then
    exit.text = interpreter.str(*code);
    return script::Value();
  });
  return exit;
}

Diagnostic failed_exit(const ScriptExit& exit, Diagnostic uncaught) {
  uncaught.message = fmt::format("the script ended with exit code {}", exit.code);
  if (!exit.text.empty()) uncaught.message += ": " + exit.text;
  return uncaught;
}

}  // namespace tilewright::judge
