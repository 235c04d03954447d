// The state of one interpreter, and frames. Internal to the room.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "script/code.h"
#include "script/interpreter.h"

namespace tilewright::script {

// One activation of a code object. Slots and stack are raw storage that the frame constructs and
// destroys values in: [slots | stack].
struct Frame {
  Code* code = nullptr;
  std::shared_ptr<CodeUnit> unit;
  Ref<Function> function;  // null for modules, classes and comprehensions
  Ref<Module> module;
  Ref<Dict> names;  // of a class body: its namespace
  Value* slots = nullptr;
  Value* top = nullptr;  // one past the top of the stack
  uint32_t pc = 0;
  Frame* previous = nullptr;
  Frame() = default;
  Frame(const Frame&) = delete;
  ~Frame() { clear(); }
  void clear();
  Value* stack() const { return slots + code->slot_names.size(); }
  size_t storage_size() const { return code->slot_names.size() + code->stack_size; }
  void start(Value* storage);  // constructs the slots as unbound
  void make_cells();
  Span place() const;
};

// Storage for frames that end in the order opposite to that in which they began.
class ValueArena {
 public:
  Value* allocate(size_t count);
  void release(size_t count);

 private:
  struct Chunk {
    std::unique_ptr<std::byte[]> memory;
    size_t used, capacity;
  };
  std::vector<Chunk> chunks_;
};

class Generator final : public Object {
 public:
  using TagOwner = Generator;
  static constexpr TypeTag kTag = TypeTag::Generator;
  explicit Generator(Code& code);
  ~Generator() override;
  std::string name;
  Frame frame;
  enum class State : uint8_t { Created, Running, Suspended, Finished } state = State::Created;
  Value result;  // what it returned

  // Runs to the next yield; empty when it returned. `sent` is the value of the yield expression.
  std::optional<Value> resume(Interpreter& interpreter, Value sent);
  std::optional<Value> raise_inside(Interpreter& interpreter, Value exception);
  void close(Interpreter& interpreter);
  std::string_view type_name() const override { return "generator"; }
  std::optional<Value> find_attribute(Interpreter&, std::string_view) override;
  std::unique_ptr<Iterator> iterate(Interpreter&) override;
  std::string repr(Interpreter&) override;

 private:
  std::optional<Value> run(Interpreter& interpreter, const Value* exception);
  std::unique_ptr<std::byte[]> storage_;
};

// Arguments of a call to a Python function; values are moved from.
struct CallView {
  Value* positional = nullptr;
  size_t positional_count = 0;
  const Value* self = nullptr;  // an extra first argument
  size_t keyword_count = 0;
  const Tuple* keyword_names = nullptr;                                      // with keyword_values, or
  Value* keyword_values = nullptr;
  std::vector<std::pair<std::string, Value>>* keywords = nullptr;
  std::string_view keyword_name(size_t i) const;
  Value& keyword_value(size_t i) const { return keywords != nullptr ? (*keywords)[i].second : keyword_values[i]; }
};

enum class Outcome : uint8_t { Returned, Yielded, Raised };

struct Interpreter::Implementation {
  explicit Implementation(Interpreter& interpreter) : owner(interpreter) {}

  Interpreter& owner;
  std::map<std::string, ModuleFactory, std::less<>> factories;
  Ref<Dict> modules = make<Dict>();  // sys.modules
  Ref<Dict> builtins = make<Dict>();
  std::unordered_map<std::string, Ref<Class>> classes;  // built-in ones, made on demand
  std::array<Ref<Class>, 24> classes_by_tag;
  Ref<Class> int_class, float_class;

  Frame* frame = nullptr;
  int depth = 0;
  int recursion_limit = 1000;
  const char* stack_base = nullptr;  // of the thread that runs, where the outermost entry was
  Value handled;                     // exception of the except clause that runs
  ValueArena arena;
  int64_t accounted_bytes = 0;  // of live_object_bytes, what the budget knows
  bool is_running = false;
  Value result;         // of the frame that ended
  PythonError pending;  // of the frame that raised
  bool is_reraised = false;
  std::optional<Value> exit_request;
  std::vector<const Object*> repr_stack;  // containers being printed, for "[...]"
  std::vector<CallArguments> spare_arguments;
  std::set<std::string, std::less<>> absent_packages;  // of which placeholders are imported (salvage.cc)

  // ---- machine.cc ----
  Outcome run(Frame& frame, const Value* raise_first);
  Value run_to_end(Frame& frame);
  Value call_function(Function& function, CallView& view);
  void bind_arguments(Function& function, CallView& view, Value* slots);
  Value call_on_stack(const Value& callable, const Value* self, Value* arguments, uint32_t count, const Tuple* names);
  Value run_code(Code& code, std::shared_ptr<CodeUnit> unit, Ref<Module> module, Ref<Dict> names, Frame* parent);
  // ---- classes (class_statement.cc) ----
  Value build_class(Frame& frame, Code& code, const Value& bases, const Value& keywords);
  // ---- imports.cc ----
  Value import_path(std::string_view path, bool wants_last, Frame& frame);
  Value import_from(const Value& module, std::string_view name);
  void import_star(const Value& module, Frame& frame);
  std::optional<Ref<Module>> load_file(std::string_view dotted_name);
  // The file of a module below a folder that modules are imported from; sys.path counts as far as it may be read.
  struct ModuleFile {
    std::filesystem::path path;
    bool is_package;
  };
  std::optional<ModuleFile> find_file(std::string_view dotted_name);
  std::vector<std::filesystem::path> search_path();
  // ---- salvage.cc ----
  void run_module_body(std::shared_ptr<const python::Ast> ast, const Ref<Module>& module);
  bool note_absent_package(const PythonError& error);
  // ---- builtins.cc ----
  const Value* builtin(HashedName name);
  void account_memory();
  CallArguments take_arguments();
  void give_back(CallArguments&& arguments);

 private:
  Outcome loop(Frame& frame, const Value* raise_first);
  bool handle(Frame& frame);
};

// Counts one level of nesting of calls or of native recursion; RecursionError beyond the limit, which
// leaves room on the stack of the thread.
class DepthGuard {
 public:
  explicit DepthGuard(Interpreter& interpreter);
  ~DepthGuard() { --implementation_.depth; }

 private:
  Interpreter::Implementation& implementation_;
};

// Functions of the machine's slow paths, in operators.cc.
std::optional<Value> number_binary(Interpreter& interpreter, Binary op, const Value& left, const Value& right);
std::optional<bool> number_compare(Comparison op, const Value& left, const Value& right);
std::optional<Value> number_unary(Interpreter& interpreter, Unary op, const Value& operand);
std::string_view spelling(Binary op);
bool is_number(const Value& value);
uint64_t hash_double(double value);

// Makes a native built-in class by name ("int", "list"); null: there is none.
Ref<Class> make_builtin_class(Interpreter& interpreter, std::string_view name);
// C3 linearisation; raises TypeError.
void compute_resolution_order(Interpreter& interpreter, Class& cls);
std::optional<Value> lookup_with_owner(const Class& cls, HashedName name, const Class** owner);

// Whether a place is in Python that is part of the program.
bool is_built_in_source(SourceId source);

}  // namespace tilewright::script
