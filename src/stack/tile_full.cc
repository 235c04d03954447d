// Reductions of everything spread over many programs.
#include <fmt/format.h>

#include <algorithm>

#include "stack/tile_kernels.h"

namespace tilewright::stack {
namespace {

bool is_index_reduction(ReduceKind kind) { return kind == ReduceKind::ArgMax || kind == ReduceKind::ArgMin; }

struct FlatParts {
  NameSet names;
  GroupAccesses accesses;
  TileSpace space;
  BodyBuilder body;

  explicit FlatParts(const KernelContext& context)
      : names(name_set(context.style.naming, context.fused.program.arguments)),
        accesses(accesses_of(context)),
        space(context.fused.program, {{names.index,
                                       names.size("n"),
                                       {names.size("inner"), names.size("mid"), names.size("outer")},
                                       accesses.primary}}),
        body(context.fused, context.group, context.style, announced(), names, context.host_names) {
    body.names().taken.insert("#" + names.index);
    body.shape.lanes = names.mask;
    body.shape.mask = [this](const AxisList& storage) {
      return storage.empty() ? std::string() : names.mask;
    };
  }
  TileSpace& announced() {
    for (const AxisList& storage : accesses.storages) space.announce(storage);
    space.merge();
    return space;
  }
};

// The kernel up to the block's reduction.
Kernel block_part(const KernelContext& context, FlatParts& parts, ProgramValueId target) {
  const Style& style = context.style;
  Kernel kernel;
  kernel.name = context.name;
  std::vector<ProgramValueId> all = parts.body.needed({target});
  for (ProgramValueId id : all) {
    if (parts.body.in_memory(id)) parts.body.pointer_of(id);
  }
  parts.body.choose_padding(all);
  kernel.body.push_back(assign(parts.names.index,
                               fmt::format("tl.program_id(0) * {0} + tl.arange(0, {0})", parts.names.block)));
  kernel.body.push_back(
      assign(parts.names.mask, fmt::format("{} < {}", parts.names.index, parts.space.total(0))));
  parts.body.emit({target}, {}, kernel.body);
  kernel.constants = {{parts.names.block, std::to_string(style.block_size)}};
  kernel.grid = {fmt::format("triton.cdiv({}, {})", parts.space.total(0), style.block_size)};
  kernel.num_warps = style.num_warps;
  return kernel;
}

}  // namespace

bool full_allows_atomics(const FusedProgram& fused, const Group& group) {
  ProgramValueId reduction = only_reduction(fused.program, group);
  if (!reduction || group.outputs.size() != 1) return false;
  const ProgramValue& value = fused.program[reduction];
  return value.reduce == ReduceKind::Sum && is_float(value.dtype) &&
         is_linear(fused.program, group.outputs[0], reduction);
}

bool full_allows_partials(const FusedProgram& fused, const Group& group) {
  ProgramValueId reduction = only_reduction(fused.program, group);
  return reduction && !is_index_reduction(fused.program[reduction].reduce) &&
         is_float(fused.program[reduction].dtype);
}

std::vector<Kernel> full_kernels(const KernelContext& context, const std::string& partial) {
  FlatParts parts(context);
  if (partial.empty()) {
    ProgramValueId result = context.group.outputs[0];
    Kernel kernel = block_part(context, parts, result);
    Statement add;
    add.kind = Statement::Kind::AtomicAdd;
    add.value = parts.body.value_of(result);
    add.target = parts.body.pointer_of(result);
    kernel.body.push_back(std::move(add));
    add_pointers_and_sizes(kernel, parts.body, parts.space);
    if (!parts.accesses.covering_host.empty())
      kernel.sizes[0].host = parts.accesses.covering_host + ".numel()";
    kernel.description = fmt::format("blocks of {} added up by atomics", context.style.block_size);
    return {std::move(kernel)};
  }
  ProgramValueId reduction = only_reduction(context.fused.program, context.group);
  Kernel first = block_part(context, parts, reduction);
  Statement store;
  store.kind = Statement::Kind::Store;
  store.value = parts.body.value_of(reduction);
  store.target = parts.names.out + "_ptr";
  store.index = "tl.program_id(0)";
  first.body.push_back(std::move(store));
  add_pointers_and_sizes(first, parts.body, parts.space);
  first.pointers.push_back({parts.names.out + "_ptr", partial});
  if (!parts.accesses.covering_host.empty()) first.sizes[0].host = parts.accesses.covering_host + ".numel()";
  first.description = fmt::format("partial results of blocks of {}", context.style.block_size);

  FlatParts rest(context);
  Kernel second;
  second.name = context.name + "_rest";
  std::string blocks = rest.names.size("blocks");
  std::string pointer = rest.body.names().fresh("part_ptr");
  ReduceKind kind = context.fused.program[reduction].reduce;
  second.body.push_back(assign(rest.names.index, fmt::format("tl.arange(0, {})", rest.names.block)));
  Expr load;
  load.kind = Expr::Kind::Load;
  load.text = pointer;
  load.index = rest.names.index;
  load.mask = fmt::format("{} < {}", rest.names.index, blocks);
  load.other = kind == ReduceKind::Sum       ? "0.0"
               : kind == ReduceKind::Product ? "1.0"
               : kind == ReduceKind::Max     ? "float(\"-inf\")"
                                             : "float(\"inf\")";
  std::string total = rest.body.fresh_name(reduction);
  second.body.push_back(assign(total, reduce_expr(kind, load, rest.body.shape)));
  rest.body.bind(reduction, total);
  rest.body.emit({}, context.group.outputs, second.body);
  add_pointers_and_sizes(second, rest.body, rest.space);
  second.pointers.insert(second.pointers.begin(), {pointer, partial});
  second.sizes.push_back({blocks, partial + ".numel()"});
  second.constants = {{rest.names.block, fmt::format("triton.next_power_of_2({})", blocks)}};
  second.grid = {"1"};
  second.num_warps = context.style.num_warps;
  second.description = "one program for the partial results";
  return {std::move(first), std::move(second)};
}

}  // namespace tilewright::stack
