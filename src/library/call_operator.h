// The one boxed call: arguments of a script are matched against an operator's schemas, converted,
// checked (devices, unwritten and read-only memory, budget), called and, while a recording runs, recorded.
#pragma once

#include <string>
#include <vector>

#include "library/context.h"
#include "library/operator_table.h"
#include "script/interpreter.h"

namespace at {
class Tensor;
}

namespace tilewright::library {

// Calls with a script's arguments; `self` is the first positional argument of a method call. Raises
// TypeError when no overload fits and what the operator itself raises otherwise.
script::Value call_operator(script::Interpreter& interpreter, const OperatorEntry& entry,
                            script::CallArguments& arguments, const script::Value* self = nullptr);
// The same from native code, by name, whatever the table's reach says.
script::Value call_operator(script::Interpreter& interpreter, std::string_view name,
                            std::vector<script::Value> positional,
                            std::vector<std::pair<std::string, script::Value>> keywords = {});

// The arguments of one call, one slot a parameter; empty slots take the schema's default.
struct MatchedCall {
  const OperatorEntry* entry = nullptr;
  const Overload* overload = nullptr;
  std::vector<std::optional<script::Value>> slots;
  std::vector<TensorObject*> tensors;  // every tensor among the arguments
};

// A callable for torch.<name>.
script::Value make_operator_function(const OperatorEntry& entry);
// A bound method of a tensor.
script::Value make_operator_method(const OperatorEntry& entry, const script::Value& self);

// Runs native code that may throw c10 errors and turns them into Python exceptions of the matching class.
// `what` is the call for messages.
void translate_errors(script::Interpreter& interpreter, const std::function<void()>& body);
// Fuel for touching `elements` elements.
void spend_elements(script::Interpreter& interpreter, int64_t elements);

}  // namespace tilewright::library
