// What the machine does out of line: unpacking, calls with spread arguments, patterns, contexts.
// Internal to the room.
#pragma once

#include "script/implementation.h"

namespace tilewright::script {

[[noreturn]] void raise_unsupported(Interpreter& interpreter, const std::string& what);
void append(Interpreter& interpreter, List& list, Value item);
// `callee`, if not null, is the function being called, for messages.
void extend_starred(Interpreter& interpreter, List& list, const Value& iterable, const Value* callee);
// Adds the pairs of a mapping; for call keywords, keys must be new strings.
void merge_mapping(Interpreter& interpreter, Dict& dict, const Value& mapping, bool is_for_call,
                   const Value* callee = nullptr);
void unpack(Interpreter& interpreter, Frame& frame, const Value& sequence, uint32_t count);
void unpack_starred(Interpreter& interpreter, Frame& frame, const Value& sequence, uint32_t before, uint32_t after);
void load_method(Interpreter& interpreter, Frame& frame, const Value& object, const String& name);
Value call_spread(Interpreter& interpreter, const Value& callable, List& positional, Dict* keywords);
void make_function_object(Interpreter& interpreter, Frame& frame, Code& code, uint32_t flags);
Value run_comprehension(Interpreter& interpreter, Frame& frame, Code& code, Value iterator);
std::optional<Value> send_to(Interpreter& interpreter, const Value& iterator, Value sent, Value& returned);
// Whether `raised` is AssertionError or an instance of it.
bool is_assertion(const Value& raised);
PythonError prepare_raise(Interpreter& interpreter, const Value& raised, const Value& cause);
bool matches_exception(Interpreter& interpreter, const Value& exception, const Value& type);
void enter_context(Interpreter& interpreter, Frame& frame, const Value& manager);
Value format_value(Interpreter& interpreter, const Value& value, int conversion, const Value& spec);
void annotate(Frame& frame, const String& name, Value annotation);
bool is_matchable_sequence(const Value& value);
bool is_matchable_mapping(const Value& value);
Value match_keys(Interpreter& interpreter, const Value& subject, const Value& keys, bool wants_rest);
Value match_class(Interpreter& interpreter, const Value& subject, const Value& cls, uint32_t positional,
                  const Tuple& names);

}  // namespace tilewright::script
