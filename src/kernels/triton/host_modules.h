// Modules of triton that only host code uses: triton.testing, triton.runtime.driver, triton.tools, in Python.
#pragma once

#include "script/interpreter.h"

namespace tilewright::kernels::triton {

// do_bench(function) of triton.testing is given: how a launch is timed is not Python's to say.
script::Ref<script::Module> make_testing(script::Interpreter& interpreter);
script::Ref<script::Module> make_driver(script::Interpreter& interpreter);

}  // namespace tilewright::kernels::triton
