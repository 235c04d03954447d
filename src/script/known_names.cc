#include "script/known_names.h"

#include "script/exceptions.h"

namespace tilewright::script {

void set_known_names(Interpreter& interpreter, KnownNames names) {
  interpreter.extension("known names") = std::make_shared<KnownNames>(std::move(names));
}

bool is_known_name(Interpreter& interpreter, std::string_view owner, std::string_view name) {
  auto* names = static_cast<KnownNames*>(interpreter.extension("known names").get());
  return names != nullptr && (*names)(owner, name);
}

Value make_shortcoming(Interpreter& interpreter, std::string_view class_name, std::string message) {
  Value error = make_exception(interpreter, class_name, std::move(message));
  as_exception(error)->attributes->set(kLacksModule, Value(true));
  return error;
}

}  // namespace tilewright::script
