// Functions of libdevice and of triton.language that are made of others: jit functions in Python, read when
// one is first asked for.
#pragma once

#include <optional>
#include <string_view>

#include "script/interpreter.h"

namespace tilewright::kernels::triton {

// libdevice's names that builtins.def does not hold (byte_perm, normcdf, float2int_rn, ...).
std::optional<script::Value> find_derived_libdevice(script::Interpreter& interpreter, std::string_view name);
// bitonic_merge, target_info's functions and the like.
std::optional<script::Value> find_derived_language(script::Interpreter& interpreter, std::string_view name);

}  // namespace tilewright::kernels::triton
