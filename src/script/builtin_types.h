// The method tables of built-in types. Internal to the room.
#pragma once

#include "script/objects.h"

namespace tilewright::script {

const NativeMethodTable& object_methods();
const NativeMethodTable& int_methods();
const NativeMethodTable& float_methods();
const NativeMethodTable& str_methods();
const NativeMethodTable& bytes_methods();
const NativeMethodTable& list_methods();
const NativeMethodTable& tuple_methods();
const NativeMethodTable& dict_methods();
const NativeMethodTable& set_methods();
const NativeMethodTable& frozenset_methods();
const NativeMethodTable& exception_methods();
// Special methods shared by built-in types, chosen by what the type can do.
enum class Protocol : uint16_t {
  Number = 1, Sized = 2, Items = 4, MutableItems = 8, Iterable = 16, Iterator = 32, Callable = 64, Ordered = 128,
  Contains = 256, InPlace = 512
};
std::vector<NativeMethod> protocol_methods(uint16_t protocols);
// Fills the native part of `instance` for list, dict and set subclasses (list.__init__).
void initialise_container(Interpreter& interpreter, const Value& self, CallArguments& arguments);

// What dict.keys(), .values() and .items() return.
Value make_dict_view(const Value& dict, int which);  // 0 keys, 1 values, 2 items

// Sorts in place as list.sort; `key` none and `reverse` as given.
void sort_values(Interpreter& interpreter, std::vector<Value>& items, const Value& key, bool reverse);

// Adds the pairs of a mapping or of an iterable of pairs (dict.update).
void update_dict(Interpreter& interpreter, Dict& dict, const Value& source);

Value construct_int(Interpreter&, Class&, CallArguments&);
Value construct_float(Interpreter&, Class&, CallArguments&);

}  // namespace tilewright::script
