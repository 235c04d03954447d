// The class statement: runs the body, then makes the class.
#include <fmt/format.h>

#include "script/finaliser.h"
#include "script/implementation.h"
#include "script/modules.h"
#include "script/names.h"
#include "script/objects.h"

namespace tilewright::script {

void inherit_native_traits(Class& cls) {
  for (size_t i = 1; i < cls.resolution_order.size(); ++i) {
    const Class& base = *cls.resolution_order[i];
    if (!cls.construct && base.construct) cls.construct = base.construct;
    if (cls.meta == nullptr && base.meta != nullptr && base.meta->repr.empty()) cls.meta = base.meta;
    if (cls.native_tag == TypeTag::Other) cls.native_tag = base.native_tag;
    cls.is_exception |= base.is_exception;
    cls.is_abstract_checked |= base.is_abstract_checked;
  }
}

namespace {

std::vector<Ref<Class>> resolve_bases(Interpreter& interpreter, const Value& bases) {
  std::vector<Ref<Class>> classes;
  auto add = [&](const Value& base) {
    auto* cls = base.as<Class>();
    if (cls == nullptr) {
      interpreter.unsupported(fmt::format("deriving a class from {} is not supported", interpreter.repr(base)));
    }
    static constexpr std::string_view kFinal[] = {"bool", "NoneType", "range", "slice", "function", "ellipsis", "generator"};
    for (std::string_view name : kFinal) {
      if (cls->is_native && cls->name == name) {
        interpreter.raise("TypeError", fmt::format("type '{}' is not an acceptable base type", name));
      }
    }
    for (const Ref<Class>& other : classes) {
      if (other.get() == cls) interpreter.raise("TypeError", fmt::format("duplicate base class {}", cls->name));
    }
    classes.emplace_back(cls);
  };
  for (const Value& base : static_cast<Tuple&>(*bases.object()).items) {
    if (base.as<Class>() == nullptr) {
      if (auto entries = interpreter.call_method(base, hashed("__mro_entries__"), {bases})) {
        for (const Value& entry : interpreter.to_vector(*entries)) add(entry);
        continue;
      }
    }
    add(base);
  }
  if (classes.empty()) classes.push_back(interpreter.builtin_class("object"));
  return classes;
}

void check_metaclass(Interpreter& interpreter, Class& cls, const Value& metaclass) {
  std::string name = metaclass.as<Class>() != nullptr ? metaclass.as<Class>()->name : interpreter.repr(metaclass);
  if (name == "ABCMeta") {
    cls.is_abstract_checked = true;
  } else if (name != "type" && name != "EnumMeta" && name != "EnumType") {
    interpreter.unsupported(fmt::format("metaclasses are not supported (metaclass={})", name));
  }
}

}  // namespace

Value Interpreter::Implementation::build_class(Frame& frame, Code& code, const Value& bases, const Value& keywords) {
  Ref<Class> cls = make<Class>();
  cls->bases = resolve_bases(owner, bases);
  Ref<Dict> names = make<Dict>();
  Value module_name = frame.module->globals->find("__name__").value_or(Value());
  names->set("__module__", module_name);
  names->set("__qualname__", make_string(code.qualified_name));
  const auto& definition = *static_cast<const python::ClassDef*>(code.scope->node);
  if (!definition.body.empty()) {
    const python::Ast& ast = *frame.unit->ast;
    if (const auto* statement = std::get_if<python::ExprStmt>(&ast[definition.body[0]].data)) {
      if (const auto* literal = std::get_if<python::ConstantExpr>(&ast[statement->value].data)) {
        if (const auto* text = std::get_if<python::StringConstant>(&literal->value)) names->set("__doc__", make_string(text->utf8));
      }
    }
  }
  Value class_cell = run_code(code, frame.unit, frame.module, names, &frame);

  cls->name = code.name;
  cls->qualified_name = code.qualified_name;
  if (const std::string* text = as_string(module_name)) cls->module_name = *text;
  if (auto qualified = names->find("__qualname__")) {
    if (const std::string* text = as_string(*qualified)) cls->qualified_name = *text;
    names->erase("__qualname__");
  }
  if (names->find("__del__")) refuse_finaliser(owner, cls->name);
  cls->attributes = names;
  compute_resolution_order(owner, *cls);
  inherit_native_traits(*cls);
  if (names->find("__eq__") && !names->find("__hash__")) names->set("__hash__", Value());
  for (std::string_view implicit : {"__init_subclass__", "__class_getitem__"}) {
    if (auto method = names->find(implicit); method && method->as<Function>() != nullptr) {
      names->set(implicit, make<ClassMethod>(*method));
    }
  }
  if (auto method = names->find("__new__"); method && method->as<Function>() != nullptr) {
    names->set("__new__", make<StaticMethod>(*method));
  }
  if (auto* cell = class_cell.as<Cell>()) cell->value = cls;
  CallArguments subclass_arguments;
  subclass_arguments.span = owner.current_span();
  for (auto& [key, value] : static_cast<Dict&>(*keywords.object()).entries()) {
    if (*as_string(key) == "metaclass") check_metaclass(owner, *cls, value);
    else subclass_arguments.keywords.emplace_back(*as_string(key), value);
  }
  for (auto& [key, value] : names->entries()) {
    if (auto* descriptor = value.as<Instance>(); descriptor != nullptr && value.object()->tag() == TypeTag::Instance) {
      if (auto set_name = descriptor->cls->lookup(names::dunder_set_name)) {
        owner.call_value(*set_name, {{value, Value(cls), key}, {}, owner.current_span()});
      }
    } else if (value.is_object() && value.object()->tag() == TypeTag::Other) {
      if (auto set_name = value.object()->find_attribute(owner, "__set_name__")) {
        owner.call_value(*set_name, {{Value(cls), key}, {}, owner.current_span()});
      }
    }
  }
  bool has_hook = false;
  for (size_t i = 1; i < cls->resolution_order.size() && !has_hook; ++i) {
    auto hook = cls->resolution_order[i]->attributes->find("__init_subclass__");
    if (!hook) continue;
    has_hook = true;
    Value function = *hook;
    if (auto* method = function.as<ClassMethod>()) function = method->function;
    subclass_arguments.positional.insert(subclass_arguments.positional.begin(), Value(cls));
    owner.call_value(function, subclass_arguments);
  }
  if (!has_hook && !subclass_arguments.keywords.empty() && !(cls->meta != nullptr && cls->meta->finish)) {
    owner.raise("TypeError", fmt::format("{}.__init_subclass__() takes no keyword arguments", cls->name));
  }
  if (cls->meta != nullptr && cls->meta->finish) cls->meta->finish(owner, *cls);
  return cls;
}

}  // namespace tilewright::script
