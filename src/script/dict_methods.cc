// Methods of dict, its views, and iteration over it.
#include <fmt/format.h>

#include "script/arguments.h"
#include "script/builtin_types.h"
#include "script/exceptions.h"
#include "script/implementation.h"
#include "script/machine_steps.h"
#include "script/set.h"

namespace tilewright::script {

namespace {

enum View { kKeys, kValues, kItems };

class DictIterator final : public Iterator {
 public:
  DictIterator(Ref<Dict> dict, int which, bool is_reversed)
      : dict_(std::move(dict)), which_(which), is_reversed_(is_reversed), size_(dict_->size()),
        position_(is_reversed ? dict_->position_end() : 0) {}
  std::optional<Value> next(Interpreter& interpreter) override {
    if (!dict_) return std::nullopt;
    if (dict_->size() != size_) interpreter.raise("RuntimeError", "dictionary changed size during iteration");
    while (is_reversed_ ? position_ > 0 : position_ < dict_->position_end()) {
      size_t at = is_reversed_ ? --position_ : position_++;
      if (at >= dict_->position_end()) continue;
      const Value& key = dict_->key_at(at);
      if (key.is_unbound()) continue;
      if (which_ == kKeys) return key;
      if (which_ == kValues) return dict_->value_at(at);
      return make_tuple({key, dict_->value_at(at)});
    }
    dict_ = {};
    return std::nullopt;
  }

 private:
  Ref<Dict> dict_;
  int which_;
  bool is_reversed_;
  size_t size_, position_;
};

class DictView final : public Object {
 public:
  DictView(Ref<Dict> dict, int which) : dict_(std::move(dict)), which_(which) {}
  Ref<Dict> dict_;
  int which_;
  std::string_view type_name() const override {
    return which_ == kKeys ? "dict_keys" : which_ == kValues ? "dict_values" : "dict_items";
  }
  std::optional<int64_t> length(Interpreter&) override { return static_cast<int64_t>(dict_->size()); }
  std::unique_ptr<Iterator> iterate(Interpreter&) override { return std::make_unique<DictIterator>(dict_, which_, false); }
  std::optional<Value> find_attribute(Interpreter&, std::string_view name) override {
    if (name == "__reversed__") {
      Ref<Dict> dict = dict_;
      int which = which_;
      return Value(make_function("__reversed__", [dict, which](Interpreter&, CallArguments&) {
        return make_iterator("dict_reversekeyiterator", std::make_unique<DictIterator>(dict, which, true));
      }));
    }
    if (name == "isdisjoint" && which_ != kValues) {
      Ref<DictView> self(this);
      return Value(make_function("isdisjoint", [self](Interpreter& i, CallArguments& arguments) {
        bool is_disjoint = true;
        i.for_each(arguments.positional.at(0), [&](Value item) {
          is_disjoint = !*self->contains(i, item);
          return is_disjoint;
        });
        return Value(is_disjoint);
      }));
    }
    if (name == "mapping") return Value(dict_);
    return std::nullopt;
  }
  std::string repr(Interpreter& interpreter) override {
    DepthGuard guard(interpreter);
    std::string text;
    for (auto& [key, value] : dict_->entries()) {
      interpreter.spend(1);
      if (!text.empty()) text += ", ";
      if (which_ == kKeys) text += interpreter.repr(key);
      else if (which_ == kValues) text += interpreter.repr(value);
      else text += "(" + interpreter.repr(key) + ", " + interpreter.repr(value) + ")";
    }
    return fmt::format("{}([{}])", type_name(), text);
  }
  std::optional<bool> contains(Interpreter& interpreter, const Value& item) override {
    if (which_ == kValues) return std::nullopt;
    if (which_ == kKeys) return dict_->find(interpreter, item).has_value();
    auto* pair = item.as<Tuple>();
    if (pair == nullptr || pair->items.size() != 2) return false;
    auto value = dict_->find(interpreter, pair->items[0]);
    return value && interpreter.equals(*value, pair->items[1]);
  }
  Ref<Set> as_set(Interpreter& interpreter) {
    Ref<Set> set = make<Set>();
    interpreter.for_each(Value(this), [&](Value item) {
      set->add(interpreter, item);
      return true;
    });
    return set;
  }
  std::optional<Value> binary(Interpreter& interpreter, Binary op, const Value& other, bool is_reflected) override {
    bool is_set_operation = op == Binary::BitOr || op == Binary::BitAnd || op == Binary::Sub || op == Binary::BitXor;
    if (which_ == kValues || !is_set_operation || is_reflected) return std::nullopt;
    return set_operation(interpreter, *as_set(interpreter), other, op, false);
  }
  std::optional<Value> compare(Interpreter& interpreter, Comparison op, const Value& other) override {
    if (which_ == kValues) return Object::compare(interpreter, op, other);
    auto* same = other.is_object() ? dynamic_cast<DictView*>(other.object()) : nullptr;
    if (same != nullptr && same->which_ == which_ && (op == Comparison::Eq || op == Comparison::NotEq)) {
      bool is_equal = same->dict_->size() == dict_->size();
      if (is_equal) {
        interpreter.for_each(Value(this), [&](Value item) { return is_equal = *same->contains(interpreter, item); });
      }
      return Value(is_equal == (op == Comparison::Eq));
    }
    Value right = other;
    if (auto* view = other.is_object() ? dynamic_cast<DictView*>(other.object()) : nullptr) right = view->as_set(interpreter);
    if (right.as<Set>() == nullptr) return std::nullopt;
    return as_set(interpreter)->compare(interpreter, op, right);
  }
};

Dict& dict_of(const Value& self) { return *self.as<Dict>(); }

Value dict_get(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  auto& values = arguments.positional;
  if (!arguments.keywords.empty()) interpreter.raise("TypeError", "dict.get() takes no keyword arguments");
  if (values.empty() || values.size() > 2) {
    interpreter.raise("TypeError", fmt::format("get expected at {} argument{}, got {}", values.empty() ? "least 1" : "most 2", values.empty() ? "" : "s", values.size()));
  }
  if (auto value = dict_of(self).find(interpreter, values[0])) return *value;
  return values.size() > 1 ? values[1] : Value();
}
Value dict_setdefault(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "setdefault", arguments);
  Value key = reader.required("key");
  Value fallback = reader.optional("default").value_or(Value());
  reader.finish();
  if (auto value = dict_of(self).find(interpreter, key)) return *value;
  dict_of(self).set(interpreter, key, fallback);
  return fallback;
}
Value dict_pop(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  auto& values = arguments.positional;
  if (values.empty() || values.size() > 2) interpreter.raise("TypeError", fmt::format("pop expected at least 1 argument, got {}", values.size()));
  if (auto value = dict_of(self).find(interpreter, values[0])) {
    dict_of(self).erase(interpreter, values[0]);
    return *value;
  }
  if (values.size() > 1) return values[1];
  raise_key_error(interpreter, values[0]);
}
Value dict_popitem(Interpreter& interpreter, const Value& self, CallArguments&) {
  Dict& dict = dict_of(self);
  for (size_t at = dict.position_end(); at-- > 0;) {
    if (dict.key_at(at).is_unbound()) continue;
    Value key = dict.key_at(at), value = dict.value_at(at);
    dict.erase(interpreter, key);
    return make_tuple({key, value});
  }
  raise_key_error(interpreter, make_string("popitem(): dictionary is empty"));
}
Value dict_keys(Interpreter&, const Value& self, CallArguments&) { return make_dict_view(Value(self.as<Dict>()), kKeys); }
Value dict_values(Interpreter&, const Value& self, CallArguments&) { return make_dict_view(Value(self.as<Dict>()), kValues); }
Value dict_items(Interpreter&, const Value& self, CallArguments&) { return make_dict_view(Value(self.as<Dict>()), kItems); }
Value dict_update(Interpreter& interpreter, const Value& self, CallArguments& arguments) {
  if (arguments.positional.size() > 1) interpreter.raise("TypeError", fmt::format("update expected at most 1 argument, got {}", arguments.positional.size()));
  if (!arguments.positional.empty()) update_dict(interpreter, dict_of(self), arguments.positional[0]);
  for (auto& [name, value] : arguments.keywords) dict_of(self).set(name, value);
  return {};
}
Value dict_clear(Interpreter&, const Value& self, CallArguments&) {
  dict_of(self).clear();
  return {};
}
Value dict_copy(Interpreter& interpreter, const Value& self, CallArguments&) {
  Ref<Dict> copy = make<Dict>();
  interpreter.spend(dict_of(self).size());
  for (auto& [key, value] : dict_of(self).entries()) copy->set(interpreter, key, value);
  return copy;
}
Value dict_fromkeys(Interpreter& interpreter, const Value&, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "fromkeys", arguments);
  Value iterable = reader.required("iterable");
  Value value = reader.optional("value").value_or(Value());
  reader.finish();
  Ref<Dict> dict = make<Dict>();
  interpreter.for_each(iterable, [&](Value key) {
    dict->set(interpreter, key, value);
    return true;
  });
  return dict;
}
Value dict_reversed(Interpreter&, const Value& self, CallArguments&) {
  return make_iterator("dict_reversekeyiterator", std::make_unique<DictIterator>(Ref<Dict>(self.as<Dict>()), kKeys, true));
}

}  // namespace

Value make_dict_view(const Value& dict, int which) { return make<DictView>(Ref<Dict>(dict.as<Dict>()), which); }

std::unique_ptr<Iterator> Dict::iterate(Interpreter&) { return std::make_unique<DictIterator>(Ref<Dict>(this), kKeys, false); }
std::optional<Value> Dict::find_attribute(Interpreter& interpreter, std::string_view name) {
  return builtin_attribute(interpreter, Value(this), name);
}

void update_dict(Interpreter& interpreter, Dict& dict, const Value& source) {
  bool is_mapping = source.as<Dict>() != nullptr || interpreter.find_attribute(source, "keys").has_value();
  if (is_mapping) return merge_mapping(interpreter, dict, source, false);
  size_t index = 0;
  interpreter.for_each(source, [&](Value item) {
    std::vector<Value> pair;
    try {
      pair = interpreter.to_vector(item);
    } catch (PythonError& error) {
      if (!is_exception_of(interpreter, error, "TypeError")) throw;
      pair.clear();
      interpreter.raise("TypeError", fmt::format("cannot convert dictionary update sequence element #{} to a sequence", index));
    }
    if (pair.size() != 2) {
      interpreter.raise("ValueError", fmt::format("dictionary update sequence element #{} has length {}; 2 is required", index, pair.size()));
    }
    dict.set(interpreter, pair[0], pair[1]);
    ++index;
    return true;
  });
}

const NativeMethodTable& dict_methods() {
  static const NativeMethodTable table{"dict",
                                       {{"get", dict_get},
                                        {"setdefault", dict_setdefault},
                                        {"pop", dict_pop},
                                        {"popitem", dict_popitem},
                                        {"keys", dict_keys},
                                        {"values", dict_values},
                                        {"items", dict_items},
                                        {"update", dict_update},
                                        {"clear", dict_clear},
                                        {"copy", dict_copy},
                                        {"fromkeys", dict_fromkeys, true},
                                        {"__reversed__", dict_reversed}}};
  return table;
}

}  // namespace tilewright::script
