// Takes everything reachable from `roots` apart (Object::give_up).
#pragma once

#include <vector>

#include "script/value.h"

namespace tilewright::script {

void tear_down(std::vector<Value> roots);

}  // namespace tilewright::script
