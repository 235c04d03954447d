// Runs host-side Python. One Interpreter is one run: its sources, modules, budget and
// capabilities. Untrusted code gets empty capabilities: no files, environment, clock,
// processes or network exist for it, and its standard output goes to a buffer.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/result.h"
#include "base/source.h"
#include "python/ast.h"
#include "script/value.h"

namespace tilewright::script {

// What a script may reach. The default reaches nothing.
struct Capabilities {
  // Receives what print and sys.stdout write; null: discarded.
  std::function<void(std::string_view)> standard_output;
  std::function<void(std::string_view)> standard_error;
  std::function<double()> clock;  // seconds; null: time.time() and perf_counter() give counted steps * 1e-9
  // Folders from which `import name` finds name.py or name/__init__.py; empty: only built-in modules.
  std::vector<std::filesystem::path> import_folders;
  bool may_read_files = false;  // open(path) for reading
  bool may_write_files = false;
  // threading.Thread and concurrent.futures (run at once, in their caller's place). Work behind a thread's back would
  // escape the clock of a real device: candidates start none.
  bool may_start_threads = false;
  std::vector<std::pair<std::string, std::string>> environment;  // os.environ
  std::vector<std::string> arguments;                            // sys.argv
  // Statements of modules that fail are left out, and the module goes on behind them: for what a file defines,
  // where parts that it imports are missing.
  bool skips_failures = false;
};

// Raised inside the evaluator and native functions; becomes a Diagnostic at run()'s boundary.
// `exception` is the Python exception instance.
struct PythonError {
  Value exception;
  std::vector<Span> traceback;  // innermost first
};

// Ends the run whatever the script's except clauses say: fuel or memory used up, something
// this evaluator cannot run (Unsupported), a fault of a kernel.
struct AbortRun {
  Diagnostic diagnostic;
};

struct Code;
class CodeUnit;
struct NativeMethodTable;

// A Python-level function or lambda (also what triton.jit receives).
class Function final : public Object {
 public:
  using TagOwner = Function;
  static constexpr TypeTag kTag = TypeTag::Function;
  Function() : Object(kTag) {}
  std::string name;
  std::string qualified_name;
  std::shared_ptr<const python::Ast> ast;
  const python::FunctionDef* definition = nullptr;  // null for a lambda
  const python::Lambda* lambda = nullptr;
  Span span;                        // of the definition
  Ref<Module> module;               // whose globals the body sees
  std::shared_ptr<CodeUnit> unit;   // the evaluator's own: the module's compiled code ...
  Code* code = nullptr;             // ... and the function's part of it
  std::vector<Ref<Cell>> closure;   // in the order of the code's free variables
  std::vector<Value> defaults;      // of the last positional parameters
  std::vector<std::pair<std::string, Value>> keyword_defaults;
  Value annotations;                // dict or None
  Ref<Dict> attributes;             // __dict__, made on demand

  std::string_view type_name() const override { return "function"; }
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  void set_attribute(Interpreter&, std::string_view, Value) override;
  bool is_callable() const override { return true; }
  Value call(Interpreter&, CallArguments&) override;
  std::string repr(Interpreter&) override;
  // A name as the body would see it: closure, then module globals, then built-ins.
  std::optional<Value> resolve(Interpreter&, std::string_view variable) const;
  void give_up(std::vector<Value>&) override;
};

// A class written in Python or made by a native room. Single and multiple inheritance with C3 order.
class Class final : public Object {
 public:
  using TagOwner = Class;
  static constexpr TypeTag kTag = TypeTag::Class;
  Class() : Object(kTag), attributes(make<Dict>()) {}
  std::string name;
  std::vector<Ref<Class>> bases;
  std::vector<Class*> resolution_order;  // starts with this
  Ref<Dict> attributes;
  std::string module_name;
  std::string qualified_name;
  // Native constructor in the role of __new__; null: object's (an Instance). Inherited by subclasses: the
  // second argument is the class that was called. Afterwards an __init__ found along the resolution order
  // is called with the same arguments, if the result is an instance of the called class.
  std::function<Value(Interpreter&, Class&, CallArguments&)> construct;
  // Of a built-in type: its methods, and its tag, which decides what instances of subclasses hold natively.
  const NativeMethodTable* methods = nullptr;
  TypeTag native_tag = TypeTag::Other;
  bool is_native = false;  // attributes cannot be assigned by scripts
  bool is_abstract_checked = false;  // made by ABCMeta: instances need every abstract method
  bool is_exception = false;
  // Native behaviour of the class object itself (enum): len(C), iter(C), C[key], key in C, call; inherited.
  struct Meta {
    std::function<std::optional<int64_t>(Interpreter&, Class&)> length;
    std::function<std::unique_ptr<Iterator>(Interpreter&, Class&)> iterate;
    std::function<Value(Interpreter&, Class&, const Value&)> get_item;
    std::function<bool(Interpreter&, Class&, const Value&)> contains;
    std::function<std::optional<Value>(Interpreter&, Class&, CallArguments&)> call;
    std::function<void(Interpreter&, Class&)> finish;  // after a class statement made a subclass
    std::function<std::optional<bool>(Interpreter&, const Value&)> is_instance;
    std::function<std::optional<bool>(Interpreter&, const Class&)> is_subclass;
    std::string repr;  // instead of <class ...>
  };
  std::shared_ptr<Meta> meta;

  std::string_view type_name() const override { return "type"; }
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  void set_attribute(Interpreter&, std::string_view, Value) override;
  bool is_callable() const override { return true; }
  Value call(Interpreter&, CallArguments&) override;  // makes an instance
  std::string repr(Interpreter&) override;
  std::optional<Value> lookup(std::string_view attribute) const;  // along the resolution order
  std::optional<Value> lookup(HashedName attribute) const;
  bool is_subclass_of(const Class& other) const;
  std::optional<int64_t> length(Interpreter&) override;
  std::unique_ptr<Iterator> iterate(Interpreter&) override;
  Value get_item(Interpreter&, const Value&) override;
  std::optional<bool> contains(Interpreter&, const Value&) override;
  std::optional<Value> binary(Interpreter&, Binary, const Value&, bool) override;  // int | None
  void delete_attribute(Interpreter&, std::string_view) override;
  Value type_object(Interpreter&) override;
  void give_up(std::vector<Value>&) override;
};

// An instance of a Class; special methods (__add__, __call__, __getitem__...) are looked up on the class.
class Instance : public Object {
 public:
  using TagOwner = Instance;
  static constexpr TypeTag kTag = TypeTag::Instance;
  explicit Instance(Ref<Class> instance_class) : Object(kTag), cls(std::move(instance_class)), attributes(make<Dict>()) {}
  Ref<Class> cls;
  Value native = Value::unbound();  // of a class derived from a built-in type: that part
  const Value* native_part() const override { return native.is_unbound() ? nullptr : &native; }
  Ref<Dict> attributes;
  std::string_view type_name() const override { return cls->name; }
  Value type_object(Interpreter&) override;
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  void set_attribute(Interpreter&, std::string_view, Value) override;
  void delete_attribute(Interpreter&, std::string_view) override;
  // object.__setattr__ and object.__delattr__: without the class's own hooks.
  std::optional<Value> find_plain_attribute(Interpreter&, std::string_view);
  void set_plain_attribute(Interpreter&, std::string_view, Value);
  void delete_plain_attribute(Interpreter&, std::string_view);
  bool is_callable() const override;
  Value call(Interpreter&, CallArguments&) override;
  Value get_item(Interpreter&, const Value&) override;
  void set_item(Interpreter&, const Value&, Value) override;
  void delete_item(Interpreter&, const Value&) override;
  std::optional<int64_t> length(Interpreter&) override;
  std::unique_ptr<Iterator> iterate(Interpreter&) override;
  bool truthy(Interpreter&) override;
  std::string repr(Interpreter&) override;
  std::string str(Interpreter&) override;
  std::string format(Interpreter&, std::string_view spec) override;
  uint64_t hash(Interpreter&) override;
  std::optional<Value> binary(Interpreter&, Binary, const Value&, bool) override;
  std::optional<Value> in_place(Interpreter&, Binary, const Value&) override;
  std::optional<Value> unary(Interpreter&, Unary) override;
  std::optional<Value> compare(Interpreter&, Comparison, const Value&) override;
  std::optional<bool> contains(Interpreter&, const Value&) override;
  void give_up(std::vector<Value>&) override;
};

// The id of a built-in text; the same for the same name.
SourceId built_in_source(const std::string& source_name, std::string_view text);

class Interpreter {
 public:
  using ModuleFactory = std::function<Ref<Module>(Interpreter&)>;

  Interpreter(SourceManager& sources, Budget& budget, Capabilities capabilities);
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;

  // Registers a native module under its dotted name; made on first import.
  void add_module(std::string dotted_name, ModuleFactory factory);
  // Imports by dotted name as `import a.b.c` does and returns the last module (a.b.c).
  Ref<Module> import_module(std::string_view dotted_name, Span span);

  // ---- running; user errors come back as diagnostics, nothing throws out of these four ----
  Result<Ref<Module>> run_module(SourceId source, std::string module_name);
  Result<Value> call(const Value& callable, CallArguments arguments);
  // Runs Python that is built into the program (built_in_source); parsed and compiled once, run in each
  // interpreter. Throws as native functions do.
  Ref<Module> run_built_in(SourceId source, std::string module_name);
  // Runs native code that uses the throwing interface below and turns what it throws into a Diagnostic.
  Result<Value> guard(const std::function<Value()>& body);
  Diagnostic describe(const PythonError& error);
  // After a run that an uncaught SystemExit ended: its code (None, an int, or a text to print).
  std::optional<Value> exit_request() const;

  // ---- for native functions; these throw PythonError or AbortRun ----
  std::optional<Value> call_method(const Value& value, HashedName method, std::vector<Value> positional);
  void delete_attribute(const Value& target, std::string_view name);
  void set_item(const Value& container, const Value& key, Value value);
  void delete_item(const Value& container, const Value& key);
  Value in_place(Binary op, const Value& left, const Value& right);
  Value unary(Unary op, const Value& operand);
  bool contains(const Value& container, const Value& item);
  // Calls `visit` with every element; stops when it returns false. Spends fuel.
  void for_each(const Value& iterable, const std::function<bool(Value)>& visit);
  Ref<Class> type_of(const Value& value);
  bool is_subclass(const Class& cls, const Value& class_or_tuple);
  // Raises MemoryBudget before an allocation of so many bytes would pass the budget.
  void check_memory(int64_t bytes);
  Value call_value(const Value& callable, CallArguments arguments);
  Value get_attribute(const Value& value, std::string_view name);
  std::optional<Value> find_attribute(const Value& value, std::string_view name);
  void set_attribute(const Value& target, std::string_view name, Value value);
  Value binary(Binary op, const Value& left, const Value& right);
  Value compare(Comparison op, const Value& left, const Value& right);
  Value get_item(const Value& container, const Value& key);
  bool equals(const Value& left, const Value& right);
  bool truthy(const Value& value);
  uint64_t hash(const Value& value);
  std::string repr(const Value& value);
  std::string str(const Value& value);
  std::string format(const Value& value, std::string_view spec);
  std::string type_name(const Value& value);
  int64_t length(const Value& value);
  std::unique_ptr<Iterator> iterate(const Value& value);
  std::vector<Value> to_vector(const Value& iterable);
  int64_t to_int(const Value& value, std::string_view what);    // bool and __index__ accepted
  double to_float(const Value& value, std::string_view what);
  bool is_instance(const Value& value, const Value& class_or_tuple);

  // Raises a built-in exception by class name ("TypeError"); `span` empty: the current place.
  [[noreturn]] void raise(std::string_view class_name, std::string message, Span span = {});
  [[noreturn]] void abort(DiagnosticKind kind, std::string message, Span span = {});
  [[noreturn]] void unsupported(std::string message, Span span = {}) { abort(DiagnosticKind::Unsupported, std::move(message), span); }
  void spend(uint64_t steps);  // throws AbortRun when the fuel is used up
  void charge_memory(int64_t bytes);  // negative: released

  // Makes a class for native rooms (nn.Module and friends) or finds a built-in one ("ValueError").
  Ref<Class> make_class(std::string name, std::vector<Ref<Class>> bases, std::string module_name);
  Ref<Class> builtin_class(std::string_view name);

  struct Implementation;
  Implementation& implementation() { return *implementation_; }

  // The expression being evaluated: where a native call happened.
  Span current_span() const { return current_span_; }
  void set_current_span(Span span) { current_span_ = span; }

  SourceManager& sources() { return sources_; }
  Budget& budget() { return budget_; }
  const Capabilities& capabilities() const { return capabilities_; }
  // Diagnostics that do not end the run (warnings, kernel faults), in order.
  std::vector<Diagnostic>& diagnostics() { return diagnostics_; }
  // Extension data of native rooms (library's session, the kernel launcher), by a unique key.
  std::shared_ptr<void>& extension(std::string_view key) { return extensions_[std::string(key)]; }

 private:
  friend struct Implementation;
  SourceManager& sources_;
  Budget& budget_;
  Capabilities capabilities_;
  Span current_span_;
  std::vector<Diagnostic> diagnostics_;
  std::map<std::string, std::shared_ptr<void>, std::less<>> extensions_;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace tilewright::script
