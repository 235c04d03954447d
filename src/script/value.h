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

// Which built-in type an object is, for cheap checks; Other for the types of other rooms.
enum class TypeTag : uint8_t {
  Other, String, Bytes, Integer, Tuple, List, Dict, Set, Slice, Range, Module, NativeFunction, Function, Class,
  Instance, BoundMethod, Cell, Iterator, Generator, Property, StaticMethod, ClassMethod, Super
};

// A name with its hash, for look-ups that repeat.
struct HashedName {
  std::string_view text;
  uint64_t hash;
};

// The hash of a str with this text. FNV-1a for names (usable in constant expressions), XXH3 beyond 32 bytes.
uint64_t hash_long_text(std::string_view text);
constexpr uint64_t hash_text(std::string_view text) {
  if (text.size() > 32) return hash_long_text(text);
  uint64_t hash = 0xcbf29ce484222325u;
  for (char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3u;
  return hash ^ (hash >> 29);
}
constexpr HashedName hashed(std::string_view text) { return {text, hash_text(text)}; }

// Bytes of the objects alive on this thread; an interpreter charges its budget from the difference.
extern thread_local int64_t live_object_bytes __attribute__((tls_model("initial-exec")));

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
  // An instance of a Python class derived from a built-in type (class D(dict)) answers with the built-in part.
  template <class T> T* as() const;
  bool is_identical(const Value& other) const;  // Python's `is`

  // "No value": an unassigned local variable, a dead dictionary entry. Never seen by scripts.
  static Value unbound() { Value value; value.payload_.integer = kUnbound; return value; }
  bool is_unbound() const { return kind_ == Kind::None && payload_.integer == kUnbound; }

 private:
  static constexpr int64_t kUnbound = 0x756e626f756e6421;
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
  explicit Object(TypeTag tag = TypeTag::Other) : tag_(tag) { live_object_bytes += kBaseCharge; }
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  virtual ~Object() { live_object_bytes -= charged_; }
  void retain() { ++count_; }
  void release() { if (--count_ == 0) destroy(this); }
  uint32_t reference_count() const { return count_; }
  TypeTag tag() const { return tag_; }
  // Tells the memory account what the object holds besides itself (the capacity of its vector).
  void account(size_t bytes) {
    int64_t now = kBaseCharge + static_cast<int64_t>(bytes);
    live_object_bytes += now - charged_;
    charged_ = now;
  }

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
  // Moves the values this object holds into `references`, which leaves it empty: how an interpreter that ends
  // takes reference cycles apart. Nobody uses the object afterwards.
  virtual void give_up(std::vector<Value>& references);
  // For an instance of a Python class derived from a built-in type: the built-in part.
  virtual const Value* native_part() const { return nullptr; }

 private:
  static constexpr int64_t kBaseCharge = 64;
  static void destroy(Object* object);  // deep chains are taken apart without recursion
  uint32_t count_ = 0;
  TypeTag tag_;
  int64_t charged_ = kBaseCharge;
};

template <class T>
T* Value::as() const {
  if (kind_ != Kind::Object) return nullptr;
  if constexpr (requires { typename T::TagOwner; }) {
    if constexpr (std::is_same_v<typename T::TagOwner, T>) {
      if (payload_.object->tag() == T::kTag) return static_cast<T*>(payload_.object);
      if (payload_.object->tag() != TypeTag::Instance) return nullptr;
      const Value* part = payload_.object->native_part();
      return part == nullptr ? nullptr : part->as<T>();
    } else {
      return dynamic_cast<T*>(payload_.object);
    }
  } else {
    return dynamic_cast<T*>(payload_.object);
  }
}

inline Value::Value(Object* object) : kind_(object ? Kind::Object : Kind::None) {
  payload_.object = object;
  if (object) object->retain();
}
inline Value::Value(const Value& other) : kind_(other.kind_), payload_(other.payload_) {
  if (kind_ == Kind::Object) payload_.object->retain();
}
// Where g++ 12 knows a value for a number, it sees a null object here and overlooks the kind.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnonnull"
inline Value::~Value() {
  if (kind_ == Kind::Object) payload_.object->release();
}
#pragma GCC diagnostic pop

// ---- built-in object types ----------------------------------------------------------------
class String final : public Object {  // methods in script/string_methods.cc
 public:
  using TagOwner = String;
  static constexpr TypeTag kTag = TypeTag::String;
  explicit String(std::string utf8) : Object(kTag), text(std::move(utf8)), hash_(hash_text(text)) { account(text.size()); }
  const std::string text;
  HashedName hashed_name() const { return {text, hash_}; }
  // In code points.
  int64_t size() const;
  bool is_ascii() const { return size() == static_cast<int64_t>(text.size()); }
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

 private:
  uint64_t hash_;
  mutable int64_t size_ = -1;  // counted on demand
};

class Tuple : public Object {
 public:
  using TagOwner = Tuple;
  static constexpr TypeTag kTag = TypeTag::Tuple;
  explicit Tuple(std::vector<Value> values) : Object(kTag), items(std::move(values)) { account(items.size() * sizeof(Value)); }
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
  void give_up(std::vector<Value>&) override;
};

class List final : public Object {
 public:
  using TagOwner = List;
  static constexpr TypeTag kTag = TypeTag::List;
  explicit List(std::vector<Value> values = {}) : Object(kTag), items(std::move(values)) { account(items.capacity() * sizeof(Value)); }
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
  void give_up(std::vector<Value>&) override;
};

// Insertion-ordered. Keys are compared with Python's == and hash().
class Dict : public Object {
 public:
  using TagOwner = Dict;
  static constexpr TypeTag kTag = TypeTag::Dict;
  Dict() : Object(kTag) {}
  std::optional<Value> find(HashedName key) const;
  // Like find() without a copy; the pointer lives until the dictionary changes.
  const Value* look_up(HashedName key) const;
  void set(const Ref<String>& key, Value value);
  bool erase(std::string_view key);
  void clear();
  // Entries by position (dead ones have an unbound key), for iteration.
  size_t position_end() const { return entries_.size(); }
  const Value& key_at(size_t position) const { return entries_[position].key; }
  const Value& value_at(size_t position) const { return entries_[position].value; }
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

  void give_up(std::vector<Value>&) override;
 private:
  struct Entry { Value key, value; uint64_t hash; };
  int64_t locate(Interpreter&, const Value& key, uint64_t hash) const;  // position or -1
  int64_t locate(HashedName key) const;
  void insert(Value key, uint64_t hash, Value value);
  void erase_at(int64_t position);
  void rebuild(size_t capacity);
  std::vector<Entry> entries_;
  std::vector<int32_t> index_;  // open addressing; empty for small dictionaries, which are scanned
  size_t live_ = 0;
  uint64_t version_ = 0;
};

struct SliceObject final : public Object {  // x[a:b:c]
  using TagOwner = SliceObject;
  static constexpr TypeTag kTag = TypeTag::Slice;
  SliceObject() : Object(kTag) {}
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
  using TagOwner = Module;
  static constexpr TypeTag kTag = TypeTag::Module;
  explicit Module(std::string module_name) : Object(kTag), name(std::move(module_name)), globals(make<Dict>()) {}
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
  void give_up(std::vector<Value>&) override;
};

// A built-in callable. `doc` is one line.
class NativeFunction final : public Object {
 public:
  using Body = std::function<Value(Interpreter&, CallArguments&)>;
  using TagOwner = NativeFunction;
  static constexpr TypeTag kTag = TypeTag::NativeFunction;
  NativeFunction(std::string function_name, Body function_body) : Object(kTag), name(std::move(function_name)), body(std::move(function_body)) {}
  std::string name;
  Body body;
  std::string_view type_name() const override { return "builtin_function_or_method"; }
  bool is_callable() const override { return true; }
  Value call(Interpreter& interpreter, CallArguments& arguments) override { return body(interpreter, arguments); }
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  std::string repr(Interpreter&) override;
  void give_up(std::vector<Value>&) override;
};

// A variable shared between a function and the functions inside it.
class Cell final : public Object {
 public:
  using TagOwner = Cell;
  static constexpr TypeTag kTag = TypeTag::Cell;
  Cell() : Object(kTag) {}
  Value value = Value::unbound();
  std::string_view type_name() const override { return "cell"; }
  void give_up(std::vector<Value>&) override;
};

Value make_string(std::string text);
Value make_tuple(std::vector<Value> items);
Value make_list(std::vector<Value> items = {});
Ref<NativeFunction> make_function(std::string name, NativeFunction::Body body);
const std::string* as_string(const Value& value);  // null if no str

}  // namespace tilewright::script
