// The kernel templates: one function a kind of group.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "stack/tile.h"
#include "stack/tile_body.h"

namespace tilewright::stack {

// What every template is given.
struct KernelContext {
  const FusedProgram& fused;
  const Group& group;
  const Style& style;
  std::map<uint32_t, std::string> host_names;  // stored values -> host tensor
  std::string name;                            // of the kernel
};

// Elements in one dimension, a block a program.
Kernel flat_kernel(const KernelContext& context);
// A row (or several) a program, whole or in a loop over blocks of columns. Also serves reductions of
// everything by one program.
Kernel row_kernel(const KernelContext& context);
// A reduction of everything, a block a program: atomic additions, or partial results in `partial` and a
// second kernel that reduces them.
std::vector<Kernel> full_kernels(const KernelContext& context, const std::string& partial);
// Whether full_kernels with atomics (or with two launches) can express the group.
bool full_allows_atomics(const FusedProgram& fused, const Group& group);
bool full_allows_partials(const FusedProgram& fused, const Group& group);
// A tile of a matrix product a program, with its epilogue.
Kernel contract_kernel(const KernelContext& context);
// A permutation by tiles: both sides are walked in rows of neighbouring elements.
bool allows_tiles(const FusedProgram& fused, const Group& group);
Kernel tiled_flat_kernel(const KernelContext& context);

// Shared by the templates.
struct GroupAccesses {
  std::vector<AxisList> storages;  // of everything in memory that the group reads or writes
  AxisList primary;                // the order in which the space is walked
  std::string covering_host;       // a tensor with an element for each point of the space, or ""
};
GroupAccesses accesses_of(const KernelContext& context);
AxisList only(const AxisList& list, const AxisList& kept);
AxisList without(const AxisList& list, const AxisList& dropped);
Statement assign(std::string target, Expr value);
Statement assign(std::string target, std::string text);
// target = primitive(target, value): a running result.
Statement update(const std::string& target, Primitive primitive, Expr value);
void add_pointers_and_sizes(Kernel& kernel, BodyBuilder& body, TileSpace& space);

}  // namespace tilewright::stack
