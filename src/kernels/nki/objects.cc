#include "kernels/nki/objects.h"

#include <fmt/format.h>

#include "kernels/nki/call.h"
#include "script/objects.h"

namespace tilewright::kernels::nki {

using script::CallArguments;
using script::Interpreter;
using script::Value;

// ---- element types ---------------------------------------------------------------------------------
std::optional<Value> TypeObject::find_attribute(Interpreter&, std::string_view name) {
  if (name == "itemsize") return Value(static_cast<int64_t>(size_of(type)));
  if (name == "name" || name == "__name__") return script::make_string(std::string(spelling(type)));
  return std::nullopt;
}

std::string TypeObject::repr(Interpreter&) { return std::string(spelling(type)); }
uint64_t TypeObject::hash(Interpreter&) { return script::hash_text(spelling(type)); }

std::optional<Value> TypeObject::compare(Interpreter& interpreter, script::Comparison op,
                                         const Value& other) {
  if (op != script::Comparison::Eq && op != script::Comparison::NotEq) return std::nullopt;
  bool is_equal = to_element_type(interpreter, other) == type;
  return Value(is_equal == (op == script::Comparison::Eq));
}

std::optional<ElementType> to_element_type(Interpreter& interpreter, const Value& value) {
  if (auto* object = value.as<TypeObject>()) return object->type;
  if (const std::string* text = script::as_string(value)) return element_type_named(*text);
  if (!value.is_object()) return std::nullopt;
  // np.float32 is a class, np.dtype and torch.dtype are objects that print as "float32" and "torch.float32".
  std::string text;
  if (auto* cls = value.as<script::Class>()) {
    text = cls->name == "float" ? "float32" : cls->name;
    if (auto name = cls->attributes->find("__name__"); name && script::as_string(*name))
      text = *script::as_string(*name);
  } else if (auto* instance = value.as<script::Instance>(); instance && instance->cls->name == "dtype") {
    text = interpreter.str(value);
  } else if (value.object()->type_name() == "torch.dtype") {
    text = interpreter.str(value).substr(6);
  }
  return text.empty() ? std::nullopt : element_type_named(text);
}

// ---- operators -------------------------------------------------------------------------------------
std::optional<Value> OpObject::find_attribute(Interpreter&, std::string_view name) {
  if (name == "__name__" || name == "name") return script::make_string(std::string(spelling(op)));
  return std::nullopt;
}

std::string OpObject::repr(Interpreter&) { return fmt::format("nl.{}", spelling(op)); }

namespace {

// numpy's functions are told by identity: they have no names of their own.
std::optional<Op> numpy_op(Interpreter& interpreter, const Value& value) {
  Context& context = context_of(interpreter);
  if (!context.knows_numpy) {
    context.knows_numpy = true;
    script::Ref<script::Module> numpy = interpreter.import_module("numpy", interpreter.current_span());
    for (size_t i = 0; i < op_count(); ++i) {
      Op op = static_cast<Op>(i);
      if (numpy_name(op).empty()) continue;
      if (auto found = numpy->globals->find(numpy_name(op)); found && found->is_object())
        context.numpy_ops.emplace(found->object(), op);
    }
    for (auto [name, op] :
         {std::pair("max", Op::Maximum), std::pair("min", Op::Minimum), std::pair("amax", Op::Maximum),
          std::pair("amin", Op::Minimum), std::pair("sum", Op::Add), std::pair("bitwise_not", Op::Invert)}) {
      if (auto found = numpy->globals->find(name); found && found->is_object())
        context.numpy_ops.emplace(found->object(), op);
    }
  }
  auto found = context.numpy_ops.find(value.object());
  if (found == context.numpy_ops.end()) return std::nullopt;
  return found->second;
}

}  // namespace

std::optional<Op> to_op(Interpreter& interpreter, const Value& value) {
  if (auto* object = value.as<OpObject>()) return object->op;
  // nl.max and nl.sum as reduction operators.
  if (auto* function = value.as<script::NativeFunction>()) {
    if (function->name == "max") return Op::Maximum;
    if (function->name == "min") return Op::Minimum;
    if (function->name == "sum") return Op::Add;
    if (function->name == "copy") return Op::Copy;
  }
  if (value.as<script::Function>() == nullptr && value.as<script::NativeFunction>() == nullptr)
    return std::nullopt;
  return numpy_op(interpreter, value);
}

// ---- tokens, slices, instructions ------------------------------------------------------------------
std::optional<Value> Token::find_attribute(Interpreter&, std::string_view attribute) {
  if (attribute == "name") return script::make_string(name);
  if (attribute == "value") return Value(value);
  return std::nullopt;
}

std::string DynamicSlice::repr(Interpreter&) { return fmt::format("ds({}, {})", start, size); }

std::optional<Value> InstructionObject::find_attribute(Interpreter&, std::string_view attribute) {
  if (attribute == "name") return script::make_string(std::string(name));
  if (attribute != "depends_on") return std::nullopt;
  // Order among instructions is the program's here, so that what it would add holds already.
  Value self(this);
  return Value(script::make_function("depends_on", [self](Interpreter&, CallArguments&) { return self; }));
}

// ---- kernels ---------------------------------------------------------------------------------------
std::optional<Value> KernelObject::find_attribute(Interpreter& interpreter, std::string_view name) {
  if (name == "func") return Value(function);
  return function->find_attribute(interpreter, name);
}

Value KernelObject::call(Interpreter& interpreter, CallArguments& arguments) {
  if (context_of(interpreter).launch) return interpreter.call_value(function, std::move(arguments));
  return run_kernel(interpreter, *this, std::move(arguments));
}

Value KernelObject::get_item(Interpreter& interpreter, const Value& grid_value) {
  auto bound = script::make<KernelObject>(function);
  bound->is_generation_a = is_generation_a;
  std::vector<Value> extents =
      grid_value.is_int() ? std::vector<Value>{grid_value} : interpreter.to_vector(grid_value);
  int64_t programs = 1;
  for (const Value& extent : extents) {
    bound->grid.push_back(interpreter.to_int(extent, "grid"));
    if (bound->grid.back() < 1 || bound->grid.back() > (1 << 20))
      interpreter.raise("ValueError", "a grid's extents are positive");
    programs *= bound->grid.back();
  }
  if (!is_generation_a && programs > 2) {
    fault(interpreter, DiagnosticKind::LaunchLimit,
          fmt::format("kernel[{}]: a logical core has 1 or 2 physical cores", programs));
  }
  return bound;
}

std::string KernelObject::repr(Interpreter&) { return fmt::format("<nki kernel {}>", function->name); }

}  // namespace tilewright::kernels::nki
