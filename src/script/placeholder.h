// What stands for a package that is not there while a module is read for its definitions alone
// (Capabilities::skips_failures).
#pragma once

#include <string>

#include "script/interpreter.h"

namespace tilewright::script {

// A module any name of which is a placeholder. A placeholder has every attribute, can be called and
// indexed, and decorates without effect. Compared for order it is the greater one, so that tests of versions
// take the branch of newer ones; its flags are false, its collections empty, and it equals nothing but the
// name of the device that is assumed, "cuda".
Ref<Module> make_placeholder_module(std::string dotted_name);

}  // namespace tilewright::script
