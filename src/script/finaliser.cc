#include "script/finaliser.h"

#include <fmt/format.h>

namespace tilewright::script {

void refuse_finaliser(Interpreter& interpreter, std::string_view class_name) {
  const Capabilities& capabilities = interpreter.capabilities();
  if (capabilities.may_read_files || capabilities.may_start_threads) return;
  interpreter.unsupported(fmt::format("{}.__del__: methods of this name are never called here", class_name));
}

}  // namespace tilewright::script
