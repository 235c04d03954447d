// The parts of torch that PyTorch itself writes in Python (torch.nn, much of torch.nn.functional,
// context managers), in our own Python under prelude/, embedded as text. One file a module; it is
// read and run in an interpreter when one of its names is first asked for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/embedded_text.h"
#include "library/context.h"
#include "script/interpreter.h"

namespace tilewright::library {

// Named by the module's dotted name.
std::span<const EmbeddedText> prelude_files();

// Registers every file under its dotted name.
void add_prelude_modules(script::Interpreter& interpreter);
// The value of `name` from the first file whose module name starts with one of `prefixes` and that
// defines it at its top level; runs the file if it has not run yet.
std::optional<script::Value> find_in_prelude(script::Interpreter& interpreter,
                                             const std::vector<std::string>& prefixes, std::string_view name);
// Calls a function of these files for the user's program: errors and recorded operations inside it
// belong to the place of the call.
script::Value call_into_prelude(script::Interpreter& interpreter, const script::Value& callable,
                                script::CallArguments& arguments);
// The native base of torch.nn.Module: calling a module runs its forward that way.
script::Ref<script::Class> make_module_base(script::Interpreter& interpreter);
// The public names that those files define, sorted.
std::vector<std::string> prelude_names(const std::vector<std::string>& prefixes);

}  // namespace tilewright::library
