// Python values at run time. A Value is 16 bytes: None, bool, int (64 bits inline), float, or a
// reference to a counted Object. Everything else (str, tuple, list, tensors, jit functions) is an
// Object whose virtual protocol mirrors Python's special methods. Native types of other rooms
// (library's tensors, triton's kernels) derive from Object.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/source.h"
#include "python/ast.h"

namespace tilewright::script {

class Interpreter;
class Object;
class Value;

// Intrusive reference. The evaluator of one run is single-threaded, so counts are plain integers;
// values never cross threads. Reference cycles live until the process that ran the script ends.
template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(T* object) : object_(object) { if (object_) object_->retain(); }
  Ref(const Ref& other) : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <class U> requires std::is_convertible_v<U*, T*>
  Ref(const Ref<U>& other) : Ref(other.get()) {}
  ~Ref() { if (object_) object_->release(); }
  Ref& operator=(Ref other) noexcept { std::swap(object_, other.object_); return *this; }
  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  T* object_ = nullptr;
};

template <class T, class... Arguments>
Ref<T> make(Arguments&&... arguments) { return Ref<T>(new T(std::forward<Arguments>(arguments)...)); }

struct CallArguments {
  std::vector<Value> positional;
  std::vector<std::pair<std::string, Value>> keywords;  // in call order
  Span span;                                            // of the call expression
  // Removes and returns the keyword, if given.
  std::optional<Value> take_keyword(std::string_view name);
};

class Value {
 public:
  enum class Kind : uint8_t { None, Bool, Int, Float, Object };

  Value() = default;  // None
  Value(bool value) : kind_(Kind::Bool) { payload_.integer = value; }
  Value(int value) : Value(static_cast<int64_t>(value)) {}
  Value(int64_t value) : kind_(Kind::Int) { payload_.integer = value; }
  Value(double value) : kind_(Kind::Float) { payload_.floating = value; }
  Value(Object* object);
  template <class T> Value(const Ref<T>& ref) : Value(static_cast<Object*>(ref.get())) {}
  Value(const Value& other);
  Value(Value&& other) noexcept : kind_(other.kind_), payload_(other.payload_) { other.kind_ = Kind::None; }
  Value& operator=(Value other) noexcept { std::swap(kind_, other.kind_); std::swap(payload_, other.payload_); return *this; }
  ~Value();
  Value(const char*) = delete;  // make_string()

  Kind kind() const { return kind_; }
  bool is_none() const { return kind_ == Kind::None; }
  bool is_bool() const { return kind_ == Kind::Bool; }
  bool is_int() const { return kind_ == Kind::Int; }
  bool is_float() const { return kind_ == Kind::Float; }
  bool is_object() const { return kind_ == Kind::Object; }
  bool boolean() const { return payload_.integer != 0; }
  int64_t integer() const { return payload_.integer; }   // Int or Bool
  double floating() const { return payload_.floating; }  // Float
  Object* object() const { return kind_ == Kind::Object ? payload_.object : nullptr; }
  // The object as T, or null. T may be any class the object derives from, also one that is no
  // Object (kernels/memory's DeviceTensor).
  template <class T> T* as() const { return kind_ == Kind::Object ? dynamic_cast<T*>(payload_.object) : nullptr; }
  bool is_identical(const Value& other) const;  // Python's `is`

 private:
  Kind kind_ = Kind::None;
  union { int64_t integer; double floating; Object* object; } payload_{};
};

// Operators as Object::binary sees them; InPlace variants are tried first for `x += y`.
enum class Binary : uint8_t { Add, Sub, Mult, MatMult, Div, Mod, Pow, LShift, RShift, BitOr, BitXor, BitAnd, FloorDiv };
enum class Unary : uint8_t { Invert, UAdd, USub };
enum class Comparison : uint8_t { Eq, NotEq, Lt, LtE, Gt, GtE };

// A stateful iterator: next() is empty at the end.
class Iterator {
 public:
  virtual ~Iterator() = default;
  virtual std::optional<Value> next(Interpreter& interpreter) = 0;
};

// Base of all heap values. The defaults raise Python's TypeError / AttributeError. Methods that
// return optional<Value> answer nullopt for Python's NotImplemented, so the other operand is tried.
class Object {
 public:
  Object() = default;
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  virtual ~Object() = default;
  void retain() { ++count_; }
  void release() { if (--count_ == 0) delete this; }

  virtual std::string_view type_name() const = 0;  // "list", "Tensor"
  // type(x); null: a class object is made from type_name() on demand by the interpreter.
  virtual Value type_object(Interpreter& interpreter);

  virtual std::optional<Value> find_attribute(Interpreter& interpreter, std::string_view name);  // nullopt: no such
  virtual void set_attribute(Interpreter& interpreter, std::string_view name, Value value);
  virtual void delete_attribute(Interpreter& interpreter, std::string_view name);
  virtual bool is_callable() const { return false; }
  virtual Value call(Interpreter& interpreter, CallArguments& arguments);
  virtual Value get_item(Interpreter& interpreter, const Value& key);
  virtual void set_item(Interpreter& interpreter, const Value& key, Value value);
  virtual void delete_item(Interpreter& interpreter, const Value& key);
  virtual std::optional<int64_t> length(Interpreter& interpreter);  // nullopt: has no len()
  virtual std::unique_ptr<Iterator> iterate(Interpreter& interpreter);
  virtual bool truthy(Interpreter& interpreter);
  virtual std::string repr(Interpreter& interpreter);
  virtual std::string str(Interpreter& interpreter) { return repr(interpreter); }
  virtual std::string format(Interpreter& interpreter, std::string_view spec);
  virtual uint64_t hash(Interpreter& interpreter);
  virtual std::optional<Value> binary(Interpreter& interpreter, Binary op, const Value& other, bool is_reflected);
  virtual std::optional<Value> in_place(Interpreter& interpreter, Binary op, const Value& other);
  virtual std::optional<Value> unary(Interpreter& interpreter, Unary op);
  // Eq and NotEq default to identity, the orders to NotImplemented. The result need not be a bool.
  virtual std::optional<Value> compare(Interpreter& interpreter, Comparison op, const Value& other);
  virtual std::optional<bool> contains(Interpreter& interpreter, const Value& item);  // nullopt: iterate

 private:
  uint32_t count_ = 0;
};

inline Value::Value(Object* object) : kind_(object ? Kind::Object : Kind::None) {
  payload_.object = object;
  if (object) object->retain();
}
inline Value::Value(const Value& other) : kind_(other.kind_), payload_(other.payload_) {
  if (kind_ == Kind::Object) payload_.object->retain();
}
inline Value::~Value() {
  if (kind_ == Kind::Object) payload_.object->release();
}

// ---- built-in object types ----------------------------------------------------------------
class String final : public Object {  // methods in script/string_methods.cc
 public:
  explicit String(std::string utf8) : text(std::move(utf8)) {}
  const std::string text;
  std::string_view type_name() const override { return "str"; }
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  Value get_item(Interpreter&, const Value&) override;
  std::optional<int64_t> length(Interpreter&) override;
  std::unique_ptr<Iterator> iterate(Interpreter&) override;
  bool truthy(Interpreter&) override { return !text.empty(); }
  std::string repr(Interpreter&) override;
  std::string str(Interpreter&) override { return text; }
  std::string format(Interpreter&, std::string_view spec) override;
  uint64_t hash(Interpreter&) override;
  std::optional<Value> binary(Interpreter&, Binary, const Value&, bool) override;
  std::optional<Value> compare(Interpreter&, Comparison, const Value&) override;
  std::optional<bool> contains(Interpreter&, const Value&) override;
};

class Tuple : public Object {
 public:
  explicit Tuple(std::vector<Value> values) : items(std::move(values)) {}
  std::vector<Value> items;
  std::string_view type_name() const override { return "tuple"; }
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  Value get_item(Interpreter&, const Value&) override;
  std::optional<int64_t> length(Interpreter&) override { return static_cast<int64_t>(items.size()); }
  std::unique_ptr<Iterator> iterate(Interpreter&) override;
  bool truthy(Interpreter&) override { return !items.empty(); }
  std::string repr(Interpreter&) override;
  uint64_t hash(Interpreter&) override;
  std::optional<Value> binary(Interpreter&, Binary, const Value&, bool) override;
  std::optional<Value> compare(Interpreter&, Comparison, const Value&) override;
};

class List final : public Object {
 public:
  explicit List(std::vector<Value> values = {}) : items(std::move(values)) {}
  std::vector<Value> items;
  std::string_view type_name() const override { return "list"; }
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  Value get_item(Interpreter&, const Value&) override;
  void set_item(Interpreter&, const Value&, Value) override;
  void delete_item(Interpreter&, const Value&) override;
  std::optional<int64_t> length(Interpreter&) override { return static_cast<int64_t>(items.size()); }
  std::unique_ptr<Iterator> iterate(Interpreter&) override;
  bool truthy(Interpreter&) override { return !items.empty(); }
  std::string repr(Interpreter&) override;
  std::optional<Value> binary(Interpreter&, Binary, const Value&, bool) override;
  std::optional<Value> in_place(Interpreter&, Binary, const Value&) override;
  std::optional<Value> compare(Interpreter&, Comparison, const Value&) override;
};

// Insertion-ordered. Keys are compared with Python's == and hash().
class Dict final : public Object {
 public:
  std::optional<Value> find(Interpreter&, const Value& key) const;
  std::optional<Value> find(std::string_view key) const;  // a str key
  void set(Interpreter&, const Value& key, Value value);
  void set(std::string_view key, Value value);
  bool erase(Interpreter&, const Value& key);
  size_t size() const;
  std::vector<std::pair<Value, Value>> entries() const;  // in insertion order
  std::string_view type_name() const override { return "dict"; }
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  Value get_item(Interpreter&, const Value&) override;
  void set_item(Interpreter&, const Value&, Value) override;
  void delete_item(Interpreter&, const Value&) override;
  std::optional<int64_t> length(Interpreter&) override { return static_cast<int64_t>(size()); }
  std::unique_ptr<Iterator> iterate(Interpreter&) override;
  bool truthy(Interpreter&) override { return size() != 0; }
  std::string repr(Interpreter&) override;
  std::optional<Value> binary(Interpreter&, Binary, const Value&, bool) override;
  std::optional<Value> compare(Interpreter&, Comparison, const Value&) override;
  std::optional<bool> contains(Interpreter&, const Value&) override;

 private:
  struct Entry { Value key, value; uint64_t hash; bool is_live; };
  std::vector<Entry> entries_;
  std::unordered_multimap<uint64_t, uint32_t> index_;
  size_t live_ = 0;
};

struct SliceObject final : public Object {  // x[a:b:c]
  Value start, stop, step;
  std::string_view type_name() const override { return "slice"; }
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  std::string repr(Interpreter&) override;
  // Python's slice.indices(length): {start, stop, step}; raises ValueError on a zero step.
  std::array<int64_t, 3> indices(Interpreter&, int64_t length) const;
};

// A module: names bound in it; native modules fill `globals` on creation. A lookup that is missing
// calls `missing` (lazily made attributes: torch's operators), whose result is stored.
class Module final : public Object {
 public:
  explicit Module(std::string module_name) : name(std::move(module_name)), globals(make<Dict>()) {}
  std::string name;
  Ref<Dict> globals;
  std::function<std::optional<Value>(Interpreter&, std::string_view)> missing;
  // A frozen module refuses attribute assignment (built-in modules in the judge).
  bool is_frozen = false;
  std::string_view type_name() const override { return "module"; }
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  void set_attribute(Interpreter&, std::string_view, Value) override;
  void set(std::string_view attribute, Value value) { globals->set(attribute, std::move(value)); }
  std::string repr(Interpreter&) override;
};

// A built-in callable. `doc` is one line.
class NativeFunction final : public Object {
 public:
  using Body = std::function<Value(Interpreter&, CallArguments&)>;
  NativeFunction(std::string function_name, Body function_body) : name(std::move(function_name)), body(std::move(function_body)) {}
  std::string name;
  Body body;
  std::string_view type_name() const override { return "builtin_function_or_method"; }
  bool is_callable() const override { return true; }
  Value call(Interpreter& interpreter, CallArguments& arguments) override { return body(interpreter, arguments); }
  std::string repr(Interpreter&) override;
};

Value make_string(std::string text);
Value make_tuple(std::vector<Value> items);
Value make_list(std::vector<Value> items = {});
Ref<NativeFunction> make_function(std::string name, NativeFunction::Body body);
const std::string* as_string(const Value& value);  // null if no str

}  // namespace tilewright::script
