// Small built-in objects: bound methods, descriptors, iterators, ranges, super, type aliases.
#pragma once

#include "script/interpreter.h"
#include "script/value.h"

namespace tilewright::script {

// ---- methods of built-in types -------------------------------------------------------------
using NativeMethodBody = Value (*)(Interpreter&, const Value& self, CallArguments& arguments);
struct NativeMethod {
  std::string_view name;
  NativeMethodBody body;
  bool is_static = false;  // dict.fromkeys: no self
};
struct NativeMethodTable {
  std::string_view type_name;
  std::vector<NativeMethod> methods;
  const NativeMethod* find(std::string_view name) const;
};

// str.upper as an object; called with the instance first.
class MethodDescriptor final : public Object {
 public:
  MethodDescriptor(std::string_view type, const NativeMethod& native) : owner(type), method(native) {}
  std::string owner;
  const NativeMethod& method;
  std::string_view type_name() const override { return "method_descriptor"; }
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  bool is_callable() const override { return true; }
  Value call(Interpreter&, CallArguments&) override;
  std::string repr(Interpreter&) override;
};

class BoundMethod final : public Object {
 public:
  using TagOwner = BoundMethod;
  static constexpr TypeTag kTag = TypeTag::BoundMethod;
  BoundMethod(Value instance, Value callable)
      : Object(kTag), self(std::move(instance)), function(std::move(callable)) {}
  Value self, function;
  std::string_view type_name() const override;
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  bool is_callable() const override { return true; }
  Value call(Interpreter&, CallArguments&) override;
  std::string repr(Interpreter&) override;
  uint64_t hash(Interpreter&) override;
  std::optional<Value> compare(Interpreter&, Comparison, const Value&) override;
  void give_up(std::vector<Value>&) override;
};

class Property final : public Object {
 public:
  using TagOwner = Property;
  static constexpr TypeTag kTag = TypeTag::Property;
  Property() : Object(kTag) {}
  Value getter, setter, deleter, doc;
  std::string_view type_name() const override { return "property"; }
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  void give_up(std::vector<Value>&) override;
};

class StaticMethod final : public Object {
 public:
  using TagOwner = StaticMethod;
  static constexpr TypeTag kTag = TypeTag::StaticMethod;
  explicit StaticMethod(Value callable) : Object(kTag), function(std::move(callable)) {}
  Value function;
  std::string_view type_name() const override { return "staticmethod"; }
  bool is_callable() const override { return true; }
  Value call(Interpreter&, CallArguments&) override;
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  void give_up(std::vector<Value>&) override;
};

class ClassMethod final : public Object {
 public:
  using TagOwner = ClassMethod;
  static constexpr TypeTag kTag = TypeTag::ClassMethod;
  explicit ClassMethod(Value callable) : Object(kTag), function(std::move(callable)) {}
  Value function;
  std::string_view type_name() const override { return "classmethod"; }
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  void give_up(std::vector<Value>&) override;
};

class Super final : public Object {
 public:
  using TagOwner = Super;
  static constexpr TypeTag kTag = TypeTag::Super;
  Super(Ref<Class> class_after, Value bound_to, Ref<Class> class_of_bound)
      : Object(kTag), start(std::move(class_after)), self(std::move(bound_to)), cls(std::move(class_of_bound)) {}
  Ref<Class> start;
  Value self;
  Ref<Class> cls;
  std::string_view type_name() const override { return "super"; }
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  Value get_item(Interpreter&, const Value&) override;
  void set_item(Interpreter&, const Value&, Value) override;
  std::string repr(Interpreter&) override;
  void give_up(std::vector<Value>&) override;
};

// ---- iteration -----------------------------------------------------------------------------
// An Iterator as a Python value; `name` is what type(x).__name__ shows.
class IteratorObject final : public Object {
 public:
  using TagOwner = IteratorObject;
  static constexpr TypeTag kTag = TypeTag::Iterator;
  IteratorObject(std::string_view name, std::unique_ptr<Iterator> source)
      : Object(kTag), name_(name), iterator(std::move(source)) {}

 private:
  std::string name_;

 public:
  std::unique_ptr<Iterator> iterator;
  std::string_view type_name() const override { return name_; }
  std::unique_ptr<Iterator> iterate(Interpreter&) override;
};
Value make_iterator(std::string_view name, std::unique_ptr<Iterator> source);

// iter(value) and next(iterator) (empty at the end).
Value iterator_of(Interpreter& interpreter, const Value& value);
std::optional<Value> next_of(Interpreter& interpreter, const Value& iterator);

// An Iterator from a function.
class FunctionIterator final : public Iterator {
 public:
  using Body = std::function<std::optional<Value>(Interpreter&)>;
  explicit FunctionIterator(Body body) : body_(std::move(body)) {}
  std::optional<Value> next(Interpreter& interpreter) override { return body_(interpreter); }

 private:
  Body body_;
};

class Range final : public Object {
 public:
  using TagOwner = Range;
  static constexpr TypeTag kTag = TypeTag::Range;
  Range(int64_t first, int64_t past, int64_t stride) : Object(kTag), start(first), stop(past), step(stride) {}
  int64_t start, stop, step;
  int64_t size() const;
  std::string_view type_name() const override { return "range"; }
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  Value get_item(Interpreter&, const Value&) override;
  std::optional<int64_t> length(Interpreter&) override { return size(); }
  std::unique_ptr<Iterator> iterate(Interpreter&) override;
  bool truthy(Interpreter&) override { return size() != 0; }
  std::string repr(Interpreter&) override;
  uint64_t hash(Interpreter&) override;
  std::optional<Value> compare(Interpreter&, Comparison, const Value&) override;
  std::optional<bool> contains(Interpreter&, const Value&) override;
};

// list[int], Optional[int], int | None: inert descriptions of types.
class TypeAlias final : public Object {
 public:
  TypeAlias(Value origin_type, std::vector<Value> type_arguments, std::string text)
      : origin(std::move(origin_type)), arguments(std::move(type_arguments)), text_(std::move(text)) {}
  Value origin;
  std::vector<Value> arguments;
  std::string_view type_name() const override { return "GenericAlias"; }
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  bool is_callable() const override { return true; }
  Value call(Interpreter&, CallArguments&) override;
  Value get_item(Interpreter&, const Value&) override;
  std::string repr(Interpreter&) override { return text_; }
  std::optional<Value> binary(Interpreter&, Binary, const Value&, bool) override;
  std::optional<Value> compare(Interpreter&, Comparison, const Value&) override;
  uint64_t hash(Interpreter&) override;

 private:
  std::string text_;
};
Value make_union(Interpreter& interpreter, const Value& left, const Value& right);
std::string type_text(Interpreter& interpreter, const Value& type);

// Binds an attribute found on a class to an instance (functions, methods, descriptors); `owner_is_native`:
// native functions found on a class made by a native room take the instance first too.
Value bind_attribute(Interpreter& interpreter, const Value& attribute, const Value& instance, Class& cls,
                     bool owner_is_native);
// An attribute of the type of a built-in value, bound.
std::optional<Value> builtin_attribute(Interpreter& interpreter, const Value& self, std::string_view name);

// Python's index rules: a subscript as an int64 (bool, __index__), else TypeError naming the container.
int64_t index_of(Interpreter& interpreter, const Value& key, std::string_view container);

Value ellipsis();
Value not_implemented();
bool is_not_implemented(const Value& value);

}  // namespace tilewright::script
