#include "stack/thread_kernels.h"

#include <fmt/format.h>

#include <algorithm>

namespace tilewright::stack {
namespace {

bool is_index_reduction(ReduceKind kind) { return kind == ReduceKind::ArgMax || kind == ReduceKind::ArgMin; }

std::string blocks_of(const std::string& count, int threads) {
  return fmt::format("({} + {}) / {}", count, threads - 1, threads);
}

Kernel thread_elements(const KernelContext& context) {
  const Style& style = context.style;
  NameSet names = thread_names(style.naming, context.fused.program.arguments);
  GroupAccesses accesses = accesses_of(context);
  TileSpace space(context.fused.program, {{names.index,
                                           names.size("n"),
                                           {names.size("inner"), names.size("mid"), names.size("outer")},
                                           accesses.primary}});
  for (const AxisList& storage : accesses.storages) space.announce(storage);
  space.merge();
  Kernel kernel;
  kernel.name = context.name;
  BodyBuilder body(context.fused, context.group, style, space, names, context.host_names);
  body.names().taken.insert("#" + names.index);
  body.shape.is_thread = true;
  body.shape.mask = [](const AxisList&) { return std::string(); };
  for (ProgramValueId id : body.needed(context.group.outputs)) {
    if (body.in_memory(id)) body.pointer_of(id);
  }
  std::string first = "blockIdx.x * blockDim.x + threadIdx.x";
  std::string total = space.total(0);
  if (style.loop_over_columns) {
    Statement loop;
    loop.kind = Statement::Kind::Loop;
    loop.target = names.index;
    loop.start = first;
    loop.limit = total;
    loop.step = "gridDim.x * blockDim.x";
    body.emit({}, context.group.outputs, loop.body);
    kernel.body.push_back(std::move(loop));
  } else {
    kernel.body.push_back(assign(names.index, first));
    Statement leave;
    leave.kind = Statement::Kind::If;
    leave.value = apply_expr(Primitive::GreaterEqual, {Expr::variable(names.index), Expr::variable(total)});
    kernel.body.push_back(std::move(leave));
    body.emit({}, context.group.outputs, kernel.body);
  }
  add_pointers_and_sizes(kernel, body, space);
  if (!accesses.covering_host.empty()) kernel.sizes.front().host = accesses.covering_host + ".numel()";
  kernel.grid = {blocks_of(total, style.block_size)};
  kernel.threads = {std::to_string(style.block_size)};
  kernel.description = fmt::format("an element a thread, {} threads a block{}", style.block_size,
                                   style.loop_over_columns ? ", in a loop by the grid's size" : "");
  return kernel;
}

}  // namespace

NameSet thread_names(int naming, const std::vector<std::string>& arguments) {
  NameSet names;
  switch (naming % kNameSets) {
    case 0:
      names = {"out", "i", "row", "col", "", "", "t", "", {}, {}};
      break;
    case 1:
      names = {"o", "idx", "r", "c", "", "", "tmp", "", {}, {}};
      break;
    default:
      names = {"res", "tid", "m", "j", "", "", "u", "", {}, {}};
      break;
  }
  for (const char* word : {"n",         "num_rows",
                           "inner",     "mid",
                           "outer",     "part",
                           "count",     "M",
                           "N",         "K",
                           "Z",         "tx",
                           "ty",        "k",
                           "o",         "q",
                           "z",         "TILE",
                           "block_sum", "block_max",
                           "block_min", "block_product",
                           "max",       "min"})
    names.taken.insert(word);
  for (const std::string* word : {&names.index, &names.row, &names.columns}) names.taken.insert(*word);
  names.arguments.insert(arguments.begin(), arguments.end());
  return names;
}

Style thread_style(const Group& group, const Style& style) {
  Style own = style;
  if (group.kind == GroupKind::Pointwise && style.gather == Gather::Warp) own.block_size = 256;
  if (group.kind == GroupKind::Full && style.gather == Gather::None) own.gather = Gather::Warp;
  return own;
}

bool adds_parts(const FusedProgram& fused, const Group& group, const Style& style) {
  return group.kind == GroupKind::Full && !style.loop_over_columns && style.gather != Gather::None &&
         full_allows_atomics(fused, group) && fused.program[group.outputs[0]].dtype == DType::Float32;
}

std::string thread_problem(const FusedProgram& fused, const Group& group, const Style& style) {
  const Program& program = fused.program;
  bool is_block = style.gather == Gather::Tree || style.gather == Gather::Shuffle;
  bool has_forward = false, has_reverse = false;
  for (ProgramValueId id : group.values) {
    const ProgramValue& value = program[id];
    if (value.dtype == DType::Float64) return "float64 in a CUDA kernel";
    if (value.kind == ValueKind::Scan) (value.is_reverse ? has_reverse : has_forward) = true;
    if (value.kind == ValueKind::Reduce && is_index_reduction(value.reduce) && is_block)
      return "the position of an extreme over a block of threads";
  }
  if (has_forward && has_reverse) return "running values in both directions from one kernel";
  if ((has_forward || has_reverse) && style.gather != Gather::None)
    return "a running value over several threads";
  return "";
}

Kernel thread_kernel(const KernelContext& context) {
  switch (context.group.kind) {
    case GroupKind::Pointwise:
      return thread_elements(context);
    case GroupKind::Row:
    case GroupKind::Full:
      return thread_rows(context);
    case GroupKind::Contract:
      return thread_product(context);
  }
  return {};
}

}  // namespace tilewright::stack
