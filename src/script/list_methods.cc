// Methods of list and tuple, and sorting.
#include <algorithm>

#include <fmt/format.h>

#include "script/arguments.h"
#include "script/builtin_types.h"
#include "script/implementation.h"
#include "script/machine_steps.h"

namespace tilewright::script {

namespace {

List& list_of(const Value& self) { return *self.as<List>(); }

void account(List& list) { list.account(list.items.capacity() * sizeof(Value)); }

void expect_count(Interpreter& interpreter, const CallArguments& arguments, std::string_view method, size_t count) {
  if (!arguments.keywords.empty()) interpreter.raise("TypeError", fmt::format("list.{}() takes no keyword arguments", method));
  if (arguments.positional.size() == count) return;
  std::string takes = count == 0 ? "takes no arguments" : count == 1 ? "takes exactly one argument" : fmt::format("expected {} arguments", count);
  if (count > 1) interpreter.raise("TypeError", fmt::format("{} expected {} arguments, got {}", method, count, arguments.positional.size()));
  interpreter.raise("TypeError", fmt::format("list.{}() {} ({} given)", method, takes, arguments.positional.size()));
}

Value list_append(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  expect_count(interpreter, arguments, "append", 1);
  append(interpreter, list_of(self), std::move(arguments.positional[0]));
  return {};
}
Value list_extend(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  expect_count(interpreter, arguments, "extend", 1);
  list_of(self).in_place(interpreter, Binary::Add, arguments.positional[0]);
  return {};
}
Value list_insert(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  expect_count(interpreter, arguments, "insert", 2);
  int64_t index = interpreter.to_int(arguments.positional[0], "");
  List& list = list_of(self);
  auto size = static_cast<int64_t>(list.items.size());
  if (index < 0) index = std::max<int64_t>(0, index + size);
  index = std::min(index, size);
  interpreter.spend(static_cast<uint64_t>(size - index) / 16);
  interpreter.check_memory(static_cast<int64_t>(list.items.capacity() * sizeof(Value)));
  list.items.insert(list.items.begin() + index, arguments.positional[1]);
  account(list);
  return {};
}
Value list_pop(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  if (arguments.positional.size() > 1) interpreter.raise("TypeError", fmt::format("pop expected at most 1 argument, got {}", arguments.positional.size()));
  List& list = list_of(self);
  auto size = static_cast<int64_t>(list.items.size());
  int64_t index = arguments.positional.empty() ? -1 : interpreter.to_int(arguments.positional[0], "");
  if (size == 0) interpreter.raise("IndexError", "pop from empty list");
  if (index < 0) index += size;
  if (index < 0 || index >= size) interpreter.raise("IndexError", "pop index out of range");
  interpreter.spend(static_cast<uint64_t>(size - index) / 16);
  Value item = std::move(list.items[static_cast<size_t>(index)]);
  list.items.erase(list.items.begin() + index);
  return item;
}

// The index of an equal item in [start, stop), or -1.
int64_t find_item(Interpreter& interpreter, const std::vector<Value>& items, const Value& item, int64_t start, int64_t stop) {
  auto size = [&] { return static_cast<int64_t>(items.size()); };
  if (start < 0) start = std::max<int64_t>(0, start + size());
  if (stop < 0) stop += size();
  for (int64_t i = start; i < stop && i < size(); ++i) {
    interpreter.spend(1);
    Value candidate = items[static_cast<size_t>(i)];
    if (candidate.is_identical(item) || interpreter.equals(candidate, item)) return i;
  }
  return -1;
}

Value list_remove(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  expect_count(interpreter, arguments, "remove", 1);
  List& list = list_of(self);
  int64_t at = find_item(interpreter, list.items, arguments.positional[0], 0, INT64_MAX);
  if (at < 0) interpreter.raise("ValueError", "list.remove(x): x not in list");
  if (at < static_cast<int64_t>(list.items.size())) {
    Value old = std::move(list.items[static_cast<size_t>(at)]);
    list.items.erase(list.items.begin() + at);
  }
  return {};
}
Value list_clear(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  expect_count(interpreter, arguments, "clear", 0);
  std::vector<Value> old = std::exchange(list_of(self).items, {});
  account(list_of(self));
  return {};
}
Value list_copy(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  expect_count(interpreter, arguments, "copy", 0);
  interpreter.check_memory(static_cast<int64_t>(list_of(self).items.size() * sizeof(Value)));
  return make_list(list_of(self).items);
}
Value list_reverse(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  expect_count(interpreter, arguments, "reverse", 0);
  std::reverse(list_of(self).items.begin(), list_of(self).items.end());
  return {};
}
Value list_sort(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  if (!arguments.positional.empty()) interpreter.raise("TypeError", "sort() takes no positional arguments");
  ArgumentReader reader(interpreter, "sort", arguments);
  Value key = reader.keyword("key").value_or(Value());
  bool reverse = reader.flag("reverse", false);
  reader.finish();
  List& list = list_of(self);
  std::vector<Value> items = std::exchange(list.items, {});
  try {
    sort_values(interpreter, items, key, reverse);
  } catch (...) {
    list.items = std::move(items);
    throw;
  }
  bool was_changed = !list.items.empty();
  list.items = std::move(items);
  if (was_changed) interpreter.raise("ValueError", "list modified during sort");
  return {};
}

const std::vector<Value>& items_of(const Value& self) {
  if (auto* list = self.as<List>()) return list->items;
  return self.as<Tuple>()->items;
}

Value sequence_index(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  if (arguments.positional.empty()) interpreter.raise("TypeError", "index expected at least 1 argument, got 0");
  int64_t start = arguments.positional.size() > 1 ? interpreter.to_int(arguments.positional[1], "") : 0;
  int64_t stop = arguments.positional.size() > 2 ? interpreter.to_int(arguments.positional[2], "") : INT64_MAX;
  int64_t at = find_item(interpreter, items_of(self), arguments.positional[0], start, stop);
  if (at < 0) {
    interpreter.raise("ValueError", self.as<List>() != nullptr ? fmt::format("{} is not in list", interpreter.repr(arguments.positional[0]))
                                                               : "tuple.index(x): x not in tuple");
  }
  return at;
}
Value sequence_count(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  expect_count(interpreter, arguments, "count", 1);
  int64_t count = 0;
  const std::vector<Value>& items = items_of(self);
  for (size_t i = 0; i < items.size(); ++i) {
    interpreter.spend(1);
    Value item = items[i];
    count += item.is_identical(arguments.positional[0]) || interpreter.equals(item, arguments.positional[0]);
  }
  return count;
}
Value list_reversed(Interpreter& interpreter, const Value& self, CallArguments&) {
  return interpreter.call_value(*interpreter.implementation().builtin(hashed("reversed")), {{self}, {}, {}});
}

}  // namespace

void sort_values(Interpreter& interpreter, std::vector<Value>& items, const Value& key, bool reverse) {
  struct Keyed {
    Value key, item;
  };
  std::vector<Keyed> keyed;
  keyed.reserve(items.size());
  for (const Value& item : items) {
    keyed.push_back({key.is_none() ? item : interpreter.call_value(key, {{item}, {}, interpreter.current_span()}), item});
  }
  // A merge sort asks only `less` and is safe with an inconsistent order; stable, as Python's.
  auto is_less = [&](const Keyed& a, const Keyed& b) {
    interpreter.spend(1);
    if (a.key.is_int() && b.key.is_int()) return a.key.integer() < b.key.integer();
    return interpreter.truthy(interpreter.compare(Comparison::Lt, a.key, b.key));
  };
  if (reverse) std::reverse(keyed.begin(), keyed.end());
  std::vector<Keyed> buffer(keyed.size());
  constexpr size_t kRun = 8;
  for (size_t begin = 0; begin < keyed.size(); begin += kRun) {
    size_t end = std::min(begin + kRun, keyed.size());
    for (size_t i = begin + 1; i < end; ++i) {
      for (size_t j = i; j > begin && is_less(keyed[j], keyed[j - 1]); --j) std::swap(keyed[j], keyed[j - 1]);
    }
  }
  for (size_t width = kRun; width < keyed.size(); width *= 2) {
    for (size_t begin = 0; begin < keyed.size(); begin += 2 * width) {
      size_t middle = std::min(begin + width, keyed.size()), end = std::min(begin + 2 * width, keyed.size());
      size_t left = begin, right = middle;
      for (size_t out = begin; out < end; ++out) {
        bool takes_right = left == middle || (right < end && is_less(keyed[right], keyed[left]));
        buffer[out] = keyed[takes_right ? right++ : left++];
      }
    }
    std::swap(keyed, buffer);
  }
  if (reverse) std::reverse(keyed.begin(), keyed.end());
  for (size_t i = 0; i < items.size(); ++i) items[i] = std::move(keyed[i].item);
}

const NativeMethodTable& list_methods() {
  static const NativeMethodTable table{"list",
                                       {{"append", list_append},
                                        {"extend", list_extend},
                                        {"insert", list_insert},
                                        {"pop", list_pop},
                                        {"remove", list_remove},
                                        {"clear", list_clear},
                                        {"copy", list_copy},
                                        {"reverse", list_reverse},
                                        {"sort", list_sort},
                                        {"index", sequence_index},
                                        {"count", sequence_count},
                                        {"__reversed__", list_reversed}}};
  return table;
}

const NativeMethodTable& tuple_methods() {
  static const NativeMethodTable table{"tuple", {{"index", sequence_index}, {"count", sequence_count}}};
  return table;
}

}  // namespace tilewright::script
