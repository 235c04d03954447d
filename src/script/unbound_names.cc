#include "script/unbound_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/text.h"
#include "script/builtins.h"
#include "script/exceptions.h"
#include "script/names.h"
#include "script/objects.h"

namespace tilewright::script {
namespace {

// Where a code object sets a name: in `slot` (locals and cells), or by `name`.
struct Stores {
  std::vector<Span> places;
  bool is_deleted = false;
};

Stores stores_of(const CodeUnit& unit, const Code& code, std::optional<uint32_t> slot, std::string_view name) {
  Stores stores;
  for (size_t i = 0; i < code.instructions.size(); ++i) {
    const Instruction& instruction = code.instructions[i];
    bool is_store = false, is_delete = false;
    switch (instruction.op) {
      case Opcode::StoreFast:
      case Opcode::StoreCell:
      case Opcode::DeleteFast:
      case Opcode::DeleteCell:
        if (!slot || instruction.a != *slot) continue;
        is_delete = instruction.op == Opcode::DeleteFast || instruction.op == Opcode::DeleteCell;
        is_store = !is_delete;
        break;
      case Opcode::StoreName:
      case Opcode::StoreGlobal:
      case Opcode::DeleteName:
      case Opcode::DeleteGlobal:
        if (slot || code.names[instruction.a]->text != name) continue;
        is_delete = instruction.op == Opcode::DeleteName || instruction.op == Opcode::DeleteGlobal;
        is_store = !is_delete;
        break;
      default:
        continue;
    }
    stores.is_deleted |= is_delete;
    if (is_store && i < code.places.size())
      stores.places.push_back({unit.ast->source, code.places[i].first, code.places[i].second});
  }
  return stores;
}

// Nothing where the code deletes the name: it may have been set.
void add_hint(std::vector<Note>& hints, const Stores& stores, const std::string& name, Span use, bool is_same_code) {
  if (stores.is_deleted || stores.places.empty()) return;
  const Span& first = *std::min_element(stores.places.begin(), stores.places.end(),
                                        [](const Span& a, const Span& b) { return a.begin < b.begin; });
  bool is_later = is_same_code && first.begin > use.begin;
  hints.push_back({is_later ? fmt::format("'{}' is set only further down", name)
                            : fmt::format("'{}' is set only here, in a part that has not run", name),
                   first});
}

[[noreturn]] void raise_with(Interpreter& interpreter, std::string_view exception_class, std::string message,
                             std::function<std::vector<Note>()> hints) {
  Value exception = make_exception(interpreter, exception_class, std::move(message));
  as_exception(exception)->hints = std::move(hints);
  throw PythonError{exception, {}};
}

std::string nearest(const Code& code, const std::string& name, const Dict& globals) {
  std::vector<std::string> kept;
  for (const auto& [key, value] : globals.entries()) {
    if (const std::string* text = as_string(key)) kept.push_back(*text);
  }
  std::vector<std::string_view> names = builtin_names();
  names.insert(names.end(), code.slot_names.begin(), code.slot_names.end());
  names.insert(names.end(), kept.begin(), kept.end());
  return std::string(nearest_name(name, names));
}

}  // namespace

void raise_unbound(Interpreter& interpreter, const Frame& frame, uint32_t slot) {
  const Code& code = *frame.code;
  const std::string& name = code.slot_names[slot];
  bool is_free = std::any_of(code.free_variables.begin(), code.free_variables.end(),
                             [&](const FreeVariable& variable) { return variable.slot == slot; });
  if (is_free) {
    interpreter.raise("NameError",
                      fmt::format("cannot access free variable '{}' where it is not associated with a value in "
                                  "enclosing scope",
                                  name));
  }
  auto hints = [unit = frame.unit, &code, slot, name, use = frame.place()] {
    std::vector<Note> notes;
    add_hint(notes, stores_of(*unit, code, slot, name), name, use, true);
    return notes;
  };
  raise_with(interpreter, "UnboundLocalError",
             fmt::format("cannot access local variable '{}' where it is not associated with a value", name),
             std::move(hints));
}

void raise_not_defined(Interpreter& interpreter, const Frame& frame, std::string name) {
  auto hints = [unit = frame.unit, code = frame.code, globals = frame.module->globals, name,
                use = frame.place()] {
    std::vector<Note> notes;
    add_hint(notes, stores_of(*unit, *code, std::nullopt, name), name, use, true);
    const Code* module = unit->module_code();
    if (notes.empty() && module != code) add_hint(notes, stores_of(*unit, *module, std::nullopt, name), name, use, false);
    if (!notes.empty()) return notes;
    if (std::string near = nearest(*code, name, *globals); !near.empty())
      notes.push_back({fmt::format("did you mean '{}'?", near), {}});
    return notes;
  };
  raise_with(interpreter, "NameError", fmt::format("name '{}' is not defined", name), std::move(hints));
}

}  // namespace tilewright::script
