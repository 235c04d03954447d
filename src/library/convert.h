// Script values as schema arguments and back.
#pragma once

#include "library/context.h"
#include "library/operator_table.h"
#include "script/interpreter.h"

namespace c10 {
struct IValue;
}

namespace tilewright::library {

// How well a value fits a parameter: 0 exactly, more with each promotion; nullopt: not at all.
std::optional<int> fit(script::Interpreter& interpreter, const OperatorEntry& entry,
                       const Parameter& parameter, const script::Value& value);
// The argument; the value must fit.
c10::IValue to_argument(script::Interpreter& interpreter, const Parameter& parameter,
                        const script::Value& value);
// Tensors in the value: itself, or a sequence's items.
void collect_tensors(const Parameter& parameter, const script::Value& value,
                     std::vector<TensorObject*>& tensors);
// The sequence's items, or null: lists and tuples only.
const std::vector<script::Value>* sequence_items(const script::Value& value);

}  // namespace tilewright::library
