// The kernel templates of targets whose programs are written for one thread (CUDA): names stand for a
// thread's own elements.
#pragma once

#include <string>

#include "stack/tile_kernels.h"

namespace tilewright::stack {

// The kernel of the group, in the style's way:
// - elements: one a thread, or a loop by the size of the grid;
// - rows: a thread, a warp or a block each (Style::gather), in loops over the columns;
// - reductions of everything: blocks whose parts are added up by atomics (adds_parts), else one block;
// - matrix products: an element a thread, operands through shared tiles or read directly.
Kernel thread_kernel(const KernelContext& context);
// The program's style as this group's kernel takes it: a style chosen for rows has threads for elements, and
// one thread never walks everything.
Style thread_style(const Group& group, const Style& style);
// Why the style cannot express the group; "" where it can.
std::string thread_problem(const FusedProgram& fused, const Group& group, const Style& style);
// Whether the result begins as zero and blocks add their parts to it.
bool adds_parts(const FusedProgram& fused, const Group& group, const Style& style);

Kernel thread_rows(const KernelContext& context);
Kernel thread_product(const KernelContext& context);
NameSet thread_names(int naming, const std::vector<std::string>& arguments);

}  // namespace tilewright::stack
