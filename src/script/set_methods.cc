// Methods of set and frozenset.
#include <fmt/format.h>

#include "script/builtin_types.h"
#include "script/exceptions.h"
#include "script/set.h"

namespace tilewright::script {

namespace {

Set& set_of(const Value& self) { return *self.as<Set>(); }

const Value& only(Interpreter& interpreter, const CallArguments& arguments, std::string_view method) {
  if (arguments.positional.size() != 1) {
    interpreter.raise("TypeError", fmt::format("set.{}() takes exactly one argument ({} given)", method, arguments.positional.size()));
  }
  return arguments.positional[0];
}

Value set_add(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  set_of(self).add(interpreter, only(interpreter, arguments, "add"));
  return {};
}
Value set_discard(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  set_of(self).erase(interpreter, only(interpreter, arguments, "discard"));
  return {};
}
Value set_remove(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  const Value& item = only(interpreter, arguments, "remove");
  if (!set_of(self).erase(interpreter, item)) raise_key_error(interpreter, item);
  return {};
}
Value set_pop(Interpreter& interpreter, const Value& self, CallArguments&) {
  if (auto item = set_of(self).pop()) return *item;
  raise_key_error(interpreter, make_string("pop from an empty set"));
}
Value set_clear(Interpreter&, const Value& self, CallArguments&) {
  set_of(self).clear();
  return {};
}
Value set_copy(Interpreter& interpreter, const Value& self, CallArguments&) {
  return set_of(self).copy(interpreter, set_of(self).is_frozen);
}

template <Binary op>
Value set_algebra(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  Ref<Set> result = set_of(self).copy(interpreter, set_of(self).is_frozen);
  for (const Value& other : arguments.positional) {
    Value next = set_operation(interpreter, *result, other, op, result->is_frozen);
    result = Ref<Set>(next.as<Set>());
  }
  return result;
}
template <Binary op>
Value set_update(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  for (const Value& other : arguments.positional) {
    if (op == Binary::BitOr && other.as<Set>() == nullptr) {
      interpreter.for_each(other, [&](Value item) {
        set_of(self).add(interpreter, item);
        return true;
      });
      continue;
    }
    Value right = other;
    if (right.as<Set>() == nullptr) {
      Ref<Set> set = make<Set>();
      interpreter.for_each(other, [&](Value item) {
        set->add(interpreter, item);
        return true;
      });
      right = set;
    }
    set_of(self).in_place(interpreter, op, right);
  }
  return {};
}

Ref<Set> as_set(Interpreter& interpreter, const Value& value) {
  if (auto* set = value.as<Set>()) return Ref<Set>(set);
  Ref<Set> set = make<Set>();
  interpreter.for_each(value, [&](Value item) {
    set->add(interpreter, item);
    return true;
  });
  return set;
}
Value set_issubset(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  return *set_of(self).compare(interpreter, Comparison::LtE, as_set(interpreter, only(interpreter, arguments, "issubset")));
}
Value set_issuperset(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  return *set_of(self).compare(interpreter, Comparison::GtE, as_set(interpreter, only(interpreter, arguments, "issuperset")));
}
Value set_isdisjoint(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  bool is_disjoint = true;
  interpreter.for_each(only(interpreter, arguments, "isdisjoint"), [&](Value item) {
    is_disjoint = !set_of(self).contains_item(interpreter, item);
    return is_disjoint;
  });
  return is_disjoint;
}

std::vector<NativeMethod> shared_methods() {
  return {{"copy", set_copy},
          {"union", set_algebra<Binary::BitOr>},
          {"intersection", set_algebra<Binary::BitAnd>},
          {"difference", set_algebra<Binary::Sub>},
          {"symmetric_difference", set_algebra<Binary::BitXor>},
          {"issubset", set_issubset},
          {"issuperset", set_issuperset},
          {"isdisjoint", set_isdisjoint}};
}

}  // namespace

const NativeMethodTable& set_methods() {
  static const NativeMethodTable table = [] {
    NativeMethodTable made{"set", shared_methods()};
    for (const NativeMethod& method : std::initializer_list<NativeMethod>{
             {"add", set_add}, {"discard", set_discard}, {"remove", set_remove}, {"pop", set_pop}, {"clear", set_clear},
             {"update", set_update<Binary::BitOr>}, {"intersection_update", set_update<Binary::BitAnd>},
             {"difference_update", set_update<Binary::Sub>}, {"symmetric_difference_update", set_update<Binary::BitXor>}}) {
      made.methods.push_back(method);
    }
    return made;
  }();
  return table;
}

const NativeMethodTable& frozenset_methods() {
  static const NativeMethodTable table{"frozenset", shared_methods()};
  return table;
}

}  // namespace tilewright::script
