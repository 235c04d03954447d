// list, tuple and slice: the object protocol (methods are in list_methods.cc).
#include <algorithm>

#include <fmt/format.h>

#include "script/implementation.h"
#include "script/objects.h"

namespace tilewright::script {

namespace {

// Holds the container, so that it may grow or shrink meanwhile.
template <class Container>
class ItemsIterator final : public Iterator {
 public:
  explicit ItemsIterator(Container* container) : container_(container) {}
  std::optional<Value> next(Interpreter&) override {
    if (!container_) return std::nullopt;
    if (index_ < container_->items.size()) return container_->items[index_++];
    container_ = {};
    return std::nullopt;
  }

 private:
  Ref<Container> container_;
  size_t index_ = 0;
};

std::string repr_items(Interpreter& interpreter, const Object* self, const std::vector<Value>& items,
                       std::string_view open, std::string_view close, std::string_view cyclic) {
  DepthGuard guard(interpreter);
  auto& printing = interpreter.implementation().repr_stack;
  if (std::find(printing.begin(), printing.end(), self) != printing.end()) return std::string(cyclic);
  printing.push_back(self);
  std::string text(open);
  try {
    for (size_t i = 0; i < items.size(); ++i) {
      interpreter.spend(1);
      if (i != 0) text += ", ";
      Value item = items[i];
      text += interpreter.repr(item);
    }
  } catch (...) {
    printing.pop_back();
    throw;
  }
  printing.pop_back();
  if (items.size() == 1 && open == "(") text += ",";
  return text + std::string(close);
}

std::optional<Value> compare_items(Interpreter& interpreter, Comparison op, const std::vector<Value>& left,
                                   const std::vector<Value>& right) {
  DepthGuard guard(interpreter);
  bool is_equality = op == Comparison::Eq || op == Comparison::NotEq;
  if (is_equality && left.size() != right.size()) return Value(op == Comparison::NotEq);
  for (size_t i = 0; i < left.size() && i < right.size(); ++i) {
    interpreter.spend(1);
    Value a = left[i], b = right[i];
    if (a.is_identical(b) || interpreter.equals(a, b)) continue;
    if (is_equality) return Value(op == Comparison::NotEq);
    return interpreter.compare(op, a, b);
  }
  if (is_equality) return Value(op == Comparison::Eq);
  return interpreter.compare(op, Value(static_cast<int64_t>(left.size())), Value(static_cast<int64_t>(right.size())));
}

std::vector<Value> repeated(Interpreter& interpreter, const std::vector<Value>& items, int64_t count) {
  if (count <= 0 || items.empty()) return {};
  __int128 bytes = static_cast<__int128>(count) * static_cast<int64_t>(items.size() * sizeof(Value));
  if (bytes > INT64_MAX) interpreter.raise("MemoryError", "");
  interpreter.check_memory(static_cast<int64_t>(bytes));
  interpreter.spend(static_cast<uint64_t>(count) * items.size() / 8);
  std::vector<Value> result;
  result.reserve(items.size() * static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) result.insert(result.end(), items.begin(), items.end());
  return result;
}

std::optional<int64_t> repeat_count(Interpreter& interpreter, const Value& value) {
  if (value.is_int() || value.is_bool()) return value.integer();
  if (value.is_object() && value.object()->tag() == TypeTag::Integer) {
    interpreter.raise("OverflowError", "cannot fit 'int' into an index-sized integer");
  }
  return std::nullopt;
}

std::vector<Value> slice_of(Interpreter& interpreter, const std::vector<Value>& items, const SliceObject& slice) {
  auto [start, stop, step] = slice.indices(interpreter, static_cast<int64_t>(items.size()));
  std::vector<Value> result;
  if (step == 1 && stop > start) {
    result.assign(items.begin() + start, items.begin() + stop);
  } else {
    for (int64_t i = start; step > 0 ? i < stop : i > stop; i += step) result.push_back(items[static_cast<size_t>(i)]);
  }
  interpreter.spend(result.size() / 8);
  return result;
}

}  // namespace

std::array<int64_t, 3> SliceObject::indices(Interpreter& interpreter, int64_t length) const {
  auto bound = [&](const Value& value, int64_t fallback) {
    if (value.is_none()) return fallback;
    if (value.is_object() && value.object()->tag() == TypeTag::Integer) {
      bool is_negative = interpreter.truthy(interpreter.compare(Comparison::Lt, value, Value(0)));
      return is_negative ? INT64_MIN / 2 : INT64_MAX / 2;
    }
    if (!value.is_int() && !value.is_bool() && !interpreter.find_attribute(value, "__index__")) {
      interpreter.raise("TypeError", "slice indices must be integers or None or have an __index__ method");
    }
    return interpreter.to_int(value, "");
  };
  int64_t stride = bound(step, 1);
  if (stride == 0) interpreter.raise("ValueError", "slice step cannot be zero");
  stride = std::max(stride, -INT64_MAX);
  int64_t low = stride < 0 ? -1 : 0, high = stride < 0 ? length - 1 : length;
  auto clamp = [&](int64_t index) {
    if (index < 0) {
      index += length;
      return std::max(index, low);
    }
    return std::min(index, high);
  };
  int64_t first = start.is_none() ? (stride < 0 ? high : low) : clamp(bound(start, 0));
  int64_t past = stop.is_none() ? (stride < 0 ? low : high) : clamp(bound(stop, 0));
  // An index loop that adds the step must not overflow.
  if (stride > length + 1) stride = length + 1;
  if (stride < -(length + 1)) stride = -(length + 1);
  return {first, past, stride};
}

std::optional<Value> SliceObject::find_attribute(Interpreter& interpreter, std::string_view name) {
  if (name == "start") return start;
  if (name == "stop") return stop;
  if (name == "step") return step;
  if (name == "indices") {
    Ref<SliceObject> self(this);
    return Value(make_function("indices", [self](Interpreter& i, CallArguments& arguments) {
      if (arguments.positional.size() != 1) i.raise("TypeError", "slice.indices() takes exactly one argument");
      auto [a, b, c] = self->indices(i, i.to_int(arguments.positional[0], ""));
      return make_tuple({Value(a), Value(b), Value(c)});
    }));
  }
  return builtin_attribute(interpreter, Value(this), name);
}
std::string SliceObject::repr(Interpreter& interpreter) {
  return "slice(" + interpreter.repr(start) + ", " + interpreter.repr(stop) + ", " + interpreter.repr(step) + ")";
}

// ---- tuple -------------------------------------------------------------------------------------
std::optional<Value> Tuple::find_attribute(Interpreter& interpreter, std::string_view name) {
  return builtin_attribute(interpreter, Value(this), name);
}
Value Tuple::get_item(Interpreter& interpreter, const Value& key) {
  if (auto* slice = key.as<SliceObject>()) return make_tuple(slice_of(interpreter, items, *slice));
  int64_t index = index_of(interpreter, key, "tuple");
  if (index < 0) index += static_cast<int64_t>(items.size());
  if (index < 0 || index >= static_cast<int64_t>(items.size())) interpreter.raise("IndexError", "tuple index out of range");
  return items[static_cast<size_t>(index)];
}
std::unique_ptr<Iterator> Tuple::iterate(Interpreter&) { return std::make_unique<ItemsIterator<Tuple>>(this); }
std::string Tuple::repr(Interpreter& interpreter) { return repr_items(interpreter, this, items, "(", ")", "(...)"); }

// xxHash-based, as CPython's tuplehash.
uint64_t Tuple::hash(Interpreter& interpreter) {
  DepthGuard guard(interpreter);
  constexpr uint64_t kPrime1 = 11400714785074694791u, kPrime2 = 14029467366897019727u, kPrime5 = 2870177450012600261u;
  uint64_t accumulator = kPrime5;
  for (const Value& item : items) {
    uint64_t lane = interpreter.hash(item);
    accumulator += lane * kPrime2;
    accumulator = accumulator << 31 | accumulator >> 33;
    accumulator *= kPrime1;
  }
  accumulator += items.size() ^ (kPrime5 ^ 3527539u);
  return accumulator == ~uint64_t{0} ? 1546275796 : accumulator;
}
std::optional<Value> Tuple::binary(Interpreter& interpreter, Binary op, const Value& other, bool is_reflected) {
  if (op == Binary::Add && !is_reflected) {
    auto* right = other.as<Tuple>();
    if (right == nullptr) {
      interpreter.raise("TypeError", fmt::format("can only concatenate tuple (not \"{}\") to tuple", interpreter.type_name(other)));
    }
    interpreter.check_memory(static_cast<int64_t>((items.size() + right->items.size()) * sizeof(Value)));
    interpreter.spend((items.size() + right->items.size()) / 8);
    std::vector<Value> joined = items;
    joined.insert(joined.end(), right->items.begin(), right->items.end());
    return make_tuple(std::move(joined));
  }
  if (op == Binary::Mult) {
    if (auto count = repeat_count(interpreter, other)) return make_tuple(repeated(interpreter, items, *count));
  }
  return std::nullopt;
}
std::optional<Value> Tuple::compare(Interpreter& interpreter, Comparison op, const Value& other) {
  auto* right = other.as<Tuple>();
  return right == nullptr ? std::nullopt : compare_items(interpreter, op, items, right->items);
}

// ---- list --------------------------------------------------------------------------------------
std::optional<Value> List::find_attribute(Interpreter& interpreter, std::string_view name) {
  return builtin_attribute(interpreter, Value(this), name);
}
Value List::get_item(Interpreter& interpreter, const Value& key) {
  if (auto* slice = key.as<SliceObject>()) return make_list(slice_of(interpreter, items, *slice));
  int64_t index = index_of(interpreter, key, "list");
  if (index < 0) index += static_cast<int64_t>(items.size());
  if (index < 0 || index >= static_cast<int64_t>(items.size())) interpreter.raise("IndexError", "list index out of range");
  return items[static_cast<size_t>(index)];
}
void List::set_item(Interpreter& interpreter, const Value& key, Value value) {
  auto* slice = key.as<SliceObject>();
  if (slice == nullptr) {
    int64_t index = index_of(interpreter, key, "list");
    if (index < 0) index += static_cast<int64_t>(items.size());
    if (index < 0 || index >= static_cast<int64_t>(items.size())) {
      interpreter.raise("IndexError", "list assignment index out of range");
    }
    std::swap(items[static_cast<size_t>(index)], value);
    return;
  }
  if (!value.is_object()) interpreter.raise("TypeError", "can only assign an iterable");
  std::vector<Value> replacement = interpreter.to_vector(value);
  auto [start, stop, step] = slice->indices(interpreter, static_cast<int64_t>(items.size()));
  if (step == 1) {
    if (stop < start) stop = start;
    interpreter.check_memory(static_cast<int64_t>((items.size() + replacement.size()) * sizeof(Value)));
    std::vector<Value> old(items.begin() + start, items.begin() + stop);
    items.erase(items.begin() + start, items.begin() + stop);
    items.insert(items.begin() + start, replacement.begin(), replacement.end());
    account(items.capacity() * sizeof(Value));
    return;
  }
  std::vector<int64_t> positions;
  for (int64_t i = start; step > 0 ? i < stop : i > stop; i += step) positions.push_back(i);
  if (positions.size() != replacement.size()) {
    interpreter.raise("ValueError", fmt::format("attempt to assign sequence of size {} to extended slice of size {}",
                                                replacement.size(), positions.size()));
  }
  for (size_t i = 0; i < positions.size(); ++i) std::swap(items[static_cast<size_t>(positions[i])], replacement[i]);
}
void List::delete_item(Interpreter& interpreter, const Value& key) {
  auto* slice = key.as<SliceObject>();
  if (slice == nullptr) {
    int64_t index = index_of(interpreter, key, "list");
    if (index < 0) index += static_cast<int64_t>(items.size());
    if (index < 0 || index >= static_cast<int64_t>(items.size())) {
      interpreter.raise("IndexError", "list assignment index out of range");
    }
    Value old = std::move(items[static_cast<size_t>(index)]);
    items.erase(items.begin() + index);
    return;
  }
  auto [start, stop, step] = slice->indices(interpreter, static_cast<int64_t>(items.size()));
  std::vector<bool> is_dropped(items.size());
  for (int64_t i = start; step > 0 ? i < stop : i > stop; i += step) is_dropped[static_cast<size_t>(i)] = true;
  std::vector<Value> kept, dropped;
  for (size_t i = 0; i < items.size(); ++i) (is_dropped[i] ? dropped : kept).push_back(std::move(items[i]));
  items = std::move(kept);
}
std::unique_ptr<Iterator> List::iterate(Interpreter&) { return std::make_unique<ItemsIterator<List>>(this); }
std::string List::repr(Interpreter& interpreter) { return repr_items(interpreter, this, items, "[", "]", "[...]"); }
std::optional<Value> List::binary(Interpreter& interpreter, Binary op, const Value& other, bool is_reflected) {
  if (op == Binary::Add && !is_reflected) {
    auto* right = other.as<List>();
    if (right == nullptr) {
      if (other.is_object() && other.object()->tag() != TypeTag::Tuple && other.object()->tag() != TypeTag::String &&
          (other.object()->tag() == TypeTag::Instance || other.object()->tag() == TypeTag::Other)) {
        return std::nullopt;
      }
      interpreter.raise("TypeError", fmt::format("can only concatenate list (not \"{}\") to list", interpreter.type_name(other)));
    }
    interpreter.check_memory(static_cast<int64_t>((items.size() + right->items.size()) * sizeof(Value)));
    interpreter.spend((items.size() + right->items.size()) / 8);
    std::vector<Value> joined;
    joined.reserve(items.size() + right->items.size());
    joined.insert(joined.end(), items.begin(), items.end());
    joined.insert(joined.end(), right->items.begin(), right->items.end());
    return make_list(std::move(joined));
  }
  if (op == Binary::Mult) {
    if (auto count = repeat_count(interpreter, other)) return make_list(repeated(interpreter, items, *count));
  }
  return std::nullopt;
}
std::optional<Value> List::in_place(Interpreter& interpreter, Binary op, const Value& other) {
  if (op == Binary::Add) {
    std::vector<Value> more = interpreter.to_vector(other);
    interpreter.check_memory(static_cast<int64_t>((items.size() + more.size()) * sizeof(Value)));
    items.insert(items.end(), more.begin(), more.end());
    account(items.capacity() * sizeof(Value));
    return Value(this);
  }
  if (op == Binary::Mult) {
    auto count = repeat_count(interpreter, other);
    if (!count) return std::nullopt;
    std::vector<Value> result = repeated(interpreter, items, *count);
    std::swap(items, result);
    account(items.capacity() * sizeof(Value));
    return Value(this);
  }
  return std::nullopt;
}
std::optional<Value> List::compare(Interpreter& interpreter, Comparison op, const Value& other) {
  auto* right = other.as<List>();
  return right == nullptr ? std::nullopt : compare_items(interpreter, op, items, right->items);
}

}  // namespace tilewright::script
