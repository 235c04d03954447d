// __del__: methods of this name are never called. Internal to the room.
#pragma once

#include <string_view>

#include "script/interpreter.h"

namespace tilewright::script {

// For a class that has __del__. A program that a person runs goes on without it, since such methods release what a run
// gives back anyway; where a script is judged, work could hide in them, so it ends there as Unsupported.
void refuse_finaliser(Interpreter& interpreter, std::string_view class_name);

}  // namespace tilewright::script
