// Reading the arguments of a native function with Python's messages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "script/interpreter.h"

namespace tilewright::script {

class ArgumentReader {
 public:
  ArgumentReader(Interpreter& interpreter, std::string_view function, CallArguments& arguments)
      : interpreter_(interpreter), function_(function), arguments_(arguments) {}

  // The next parameter, by position or by name.
  Value required(std::string_view name);
  std::optional<Value> optional(std::string_view name);
  std::optional<Value> keyword(std::string_view name) { return arguments_.take_keyword(name); }
  int64_t integer(std::string_view name, std::optional<int64_t> fallback = std::nullopt);
  std::string text(std::string_view name);
  bool flag(std::string_view name, bool fallback);  // keyword only
  // Raises TypeError for arguments nobody took.
  void finish();

 private:
  Interpreter& interpreter_;
  std::string_view function_;
  CallArguments& arguments_;
  size_t next_ = 0;
};

}  // namespace tilewright::script
