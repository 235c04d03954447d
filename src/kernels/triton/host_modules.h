// What host code imports below triton that holds no kernel functions: files of host/ (triton.testing,
// triton.tools, triton.profiler ...), the classes of kernels and configs, and the module triton._host that the
// files are written on.
#pragma once

#include <span>

#include "base/embedded_text.h"
#include "base/work_counters.h"
#include "script/interpreter.h"

namespace tilewright::chips {
struct Chip;
}

namespace tilewright::kernels::triton {

// The files of host/, named by the module's dotted name.
std::span<const EmbeddedText> host_files();

// The chip that kernels are compiled for: the one chosen, or an H100.
const chips::Chip& chip_of(script::Interpreter& interpreter);
int64_t shared_bytes_of_block(const chips::Chip& chip);  // that one block can have at most

// Registers the modules.
void add_host_modules(script::Interpreter& interpreter);
// The module `name` of a package, "profiler" of "triton", as an attribute without an import of its own.
std::optional<script::Value> find_host_module(script::Interpreter& interpreter, std::string_view package,
                                              std::string_view name);

// triton.autotune (modules.cc).
script::Value make_autotune();

// The classes JITFunction, Autotuner, Heuristics, Config and CompiledKernel, for isinstance.
enum class HostClass : uint8_t { JitFunction, Autotuner, Heuristics, Config, CompiledKernel };
script::Ref<script::Class> host_class(script::Interpreter& interpreter, HostClass which);

// What kernel.warmup(...) and kernel[grid](...) give: figures of the compiled kernel, launched by [grid](...).
// `work` holds the estimates of registers and shared memory; `keywords` are the options it was compiled with.
script::Value make_compiled_kernel(const script::Value& kernel, const WorkCounters& work,
                                   std::vector<std::pair<std::string, script::Value>> keywords);

}  // namespace tilewright::kernels::triton
