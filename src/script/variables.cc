#include "script/variables.h"

#include "script/implementation.h"
#include "script/objects.h"

namespace tilewright::script {

std::string name_of_value(Interpreter& interpreter, const std::function<bool(const Value&)>& is_meant,
                          const std::function<bool(Span)>& is_hidden) {
  for (const Frame* frame = interpreter.implementation().frame; frame != nullptr; frame = frame->previous) {
    Span place = frame->place();
    if (is_hidden(place) || (place && is_built_in_source(place.source))) continue;
    for (size_t i = 0; i < frame->code->slot_names.size(); ++i) {
      const Value* value = &frame->slots[i];
      if (auto* cell = value->as<Cell>()) value = &cell->value;
      bool is_variable = !frame->code->slot_names[i].starts_with(".");
      if (is_variable && !value->is_unbound() && is_meant(*value)) return frame->code->slot_names[i];
    }
    for (const auto& [key, value] : frame->module->globals->entries()) {
      const std::string* name = as_string(key);
      if (name != nullptr && !name->starts_with("_") && is_meant(value)) return *name;
    }
  }
  return "";
}

Span user_place(Interpreter& interpreter) {
  for (const Frame* frame = interpreter.implementation().frame; frame != nullptr; frame = frame->previous) {
    Span place = frame->place();
    if (place && !is_built_in_source(place.source)) return place;
  }
  return {};
}

}  // namespace tilewright::script
