#include "stack/tile_kernels.h"

#include <fmt/format.h>

#include <algorithm>

namespace tilewright::stack {

AxisList only(const AxisList& list, const AxisList& kept) {
  AxisList result;
  for (AxisId axis : list) {
    if (std::find(kept.begin(), kept.end(), axis) != kept.end()) result.push_back(axis);
  }
  return result;
}

AxisList without(const AxisList& list, const AxisList& dropped) {
  AxisList result;
  for (AxisId axis : list) {
    if (std::find(dropped.begin(), dropped.end(), axis) == dropped.end()) result.push_back(axis);
  }
  return result;
}

Statement assign(std::string target, Expr value) {
  Statement statement;
  statement.target = std::move(target);
  statement.value = std::move(value);
  return statement;
}
Statement assign(std::string target, std::string text) {
  return assign(std::move(target), text_expr(std::move(text), Precedence::Sum));
}

Statement update(const std::string& target, Primitive primitive, Expr value) {
  Statement statement = assign(target, apply_expr(primitive, {Expr::variable(target), std::move(value)}));
  statement.is_update = true;
  return statement;
}

GroupAccesses accesses_of(const KernelContext& context) {
  const Program& program = context.fused.program;
  const Group& group = context.group;
  std::set<ProgramValueId> members(group.values.begin(), group.values.end());
  GroupAccesses accesses;
  // The first of forward's arguments gives the sizes; a pointwise kernel asks its result.
  auto rank_of = [&](const std::string& host) {
    auto rank = static_cast<int64_t>(program.argument_rank(host));
    bool is_result = program.argument_rank(host) == program.arguments.size();
    return is_result && group.kind == GroupKind::Pointwise ? -1 : rank;
  };
  auto consider = [&](ProgramValueId id, const std::string& host) {
    AxisList storage = program.storage(id);
    if (std::find(accesses.storages.begin(), accesses.storages.end(), storage) == accesses.storages.end()) {
      accesses.storages.push_back(storage);
    }
    if (storage.size() != group.space.size()) return;
    if (accesses.covering_host.empty() || rank_of(host) < rank_of(accesses.covering_host))
      accesses.covering_host = host;
    if (accesses.primary.empty()) accesses.primary = storage;
  };
  auto host_of = [&](ProgramValueId id) {
    return program[id].kind == ValueKind::Leaf ? program[id].name : context.host_names.at(id.index);
  };
  // Pointwise kernels walk in the order of their result; the others in that of what they read.
  if (group.kind == GroupKind::Pointwise) {
    for (ProgramValueId id : group.outputs) consider(id, host_of(id));
  }
  for (ProgramValueId id : group.values) {
    for (const Operand& operand : program[id].operands) {
      const auto* source = std::get_if<ProgramValueId>(&operand);
      if (source == nullptr || members.contains(*source)) continue;
      if (program[*source].kind == ValueKind::Index) {
        accesses.storages.push_back(program.axes.resolve(program[*source].axes));
      } else {
        consider(*source, host_of(*source));
      }
    }
  }
  for (ProgramValueId id : group.outputs) consider(id, host_of(id));
  if (accesses.primary.empty()) accesses.primary = group.space;
  return accesses;
}

// Inputs come in the order of forward's arguments, then what earlier kernels made, then results.
void add_pointers_and_sizes(Kernel& kernel, BodyBuilder& body, TileSpace& space) {
  kernel.pointers = body.pointers();
  auto rank = [&](const KernelArgument& pointer) {
    return body.program().argument_rank(pointer.host) + (body.is_result(pointer) ? 1 : 0);
  };
  std::stable_sort(kernel.pointers.begin(), kernel.pointers.end(),
                   [&](const KernelArgument& a, const KernelArgument& b) { return rank(a) < rank(b); });
  for (const auto& [name, host] : space.used()) kernel.sizes.push_back({name, host});
}

// ---- flat --------------------------------------------------------------------------------

Kernel flat_kernel(const KernelContext& context) {
  const Style& style = context.style;
  NameSet names = name_set(style.naming, context.fused.program.arguments);
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
  for (ProgramValueId id : body.needed(context.group.outputs)) {
    if (body.in_memory(id)) body.pointer_of(id);
  }
  body.shape.mask = [&](const AxisList& storage) { return storage.empty() ? std::string() : names.mask; };
  kernel.body.push_back(
      assign(names.index, fmt::format("tl.program_id(0) * {0} + tl.arange(0, {0})", names.block)));
  kernel.body.push_back(assign(names.mask, fmt::format("{} < {}", names.index, space.total(0))));
  body.emit({}, context.group.outputs, kernel.body);
  add_pointers_and_sizes(kernel, body, space);
  if (!accesses.covering_host.empty()) kernel.sizes.front().host = accesses.covering_host + ".numel()";
  kernel.constants.push_back({names.block, std::to_string(style.block_size)});
  kernel.grid = {fmt::format("triton.cdiv({}, {})", space.total(0), style.block_size)};
  kernel.num_warps = style.num_warps;
  kernel.description = fmt::format("elements in blocks of {}", style.block_size);
  return kernel;
}

bool allows_tiles(const FusedProgram& fused, const Group& group) {
  if (group.kind != GroupKind::Pointwise || group.space.size() < 2 || group.outputs.size() != 1) return false;
  AxisList result = fused.program.storage(group.outputs[0]);
  if (result.size() != group.space.size()) return false;
  std::set<ProgramValueId> members(group.values.begin(), group.values.end());
  for (ProgramValueId id : group.values) {
    for (const Operand& operand : fused.program[id].operands) {
      const auto* source = std::get_if<ProgramValueId>(&operand);
      if (source == nullptr || members.contains(*source)) continue;
      AxisList storage = fused.program.storage(*source);
      if (storage.size() == result.size() && storage.back() != result.back()) return true;
    }
  }
  return false;
}

// Columns are the result's last axis, rows the axis that an operand has last, the rest is the batch.
Kernel tiled_flat_kernel(const KernelContext& context) {
  const Program& program = context.fused.program;
  const Style& style = context.style;
  NameSet names = name_set(style.naming, context.fused.program.arguments);
  GroupAccesses accesses = accesses_of(context);
  AxisList result = program.storage(context.group.outputs[0]);
  AxisList columns{result.back()};
  AxisList rows;
  for (const AxisList& storage : accesses.storages) {
    if (storage.size() == result.size() && storage.back() != result.back()) rows = {storage.back()};
  }
  AxisList both = rows;
  both.push_back(columns[0]);
  AxisList batch = without(result, both);
  TileSpace space(program,
                  {{names.row, names.size("num_rows"), {names.size("inner")}, rows},
                   {names.columns, names.size("n"), {names.size("part")}, columns},
                   {"z", "Z", {names.size("inner"), names.size("mid"), names.size("outer")}, batch}});
  for (const AxisList& storage : accesses.storages) space.announce(storage);
  space.merge();
  BodyBuilder body(context.fused, context.group, style, space, names, context.host_names);
  body.names().taken.insert({"z", "Z"});
  for (ProgramValueId id : body.needed(context.group.outputs)) {
    if (body.in_memory(id)) body.pointer_of(id);
  }
  Kernel kernel;
  kernel.name = context.name;
  std::string block = names.block;
  kernel.body.push_back(
      assign(names.row, fmt::format("tl.program_id(0) * {0} + tl.arange(0, {0})[:, None]", block)));
  kernel.body.push_back(
      assign(names.columns, fmt::format("tl.program_id(1) * {0} + tl.arange(0, {0})[None, :]", block)));
  if (!batch.empty()) kernel.body.push_back(assign("z", "tl.program_id(2)"));
  kernel.body.push_back(assign(names.mask, fmt::format("({} < {}) & ({} < {})", names.row, space.total(0),
                                                       names.columns, space.total(1))));
  body.shape.mask = [&](const AxisList& storage) -> std::string {
    bool has_row = space.walks(storage, 0);
    bool has_column = space.walks(storage, 1);
    if (has_row && has_column) return names.mask;
    if (has_row) return fmt::format("{} < {}", names.row, space.total(0));
    return has_column ? fmt::format("{} < {}", names.columns, space.total(1)) : "";
  };
  body.emit({}, context.group.outputs, kernel.body);
  add_pointers_and_sizes(kernel, body, space);
  int tile = style.block_m;
  kernel.constants.push_back({block, std::to_string(tile)});
  kernel.grid = {fmt::format("triton.cdiv({}, {})", space.total(0), tile),
                 fmt::format("triton.cdiv({}, {})", space.total(1), tile)};
  if (!batch.empty()) kernel.grid.push_back(space.host_product(batch));
  kernel.num_warps = style.num_warps;
  kernel.description = fmt::format("tiles of {0} by {0} elements", tile);
  return kernel;
}

// ---- products ----------------------------------------------------------------------------

Kernel contract_kernel(const KernelContext& context) {
  const Program& program = context.fused.program;
  const Group& group = context.group;
  const Style& style = context.style;
  ProgramValueId product_id;
  for (ProgramValueId id : group.values) {
    if (program[id].kind == ValueKind::Contract) product_id = id;
  }
  const ProgramValue& product = program[product_id];
  ProgramValueId operand_a = std::get<ProgramValueId>(product.operands[0]);
  ProgramValueId operand_b = std::get<ProgramValueId>(product.operands[1]);
  AxisList in_a = program.storage(operand_a);
  AxisList in_b = program.storage(operand_b);
  AxisList summed = only(in_a, group.reduced);
  AxisList batch = without(only(in_a, in_b), group.reduced);
  NameSet names = name_set(style.naming, context.fused.program.arguments);
  std::string size_m = names.size("M"), size_n = names.size("N"), size_k = names.size("K");
  TileSpace space(program, {{"rm", names.size("M"), {"M1", "M2", "M3"}, without(in_a, in_b)},
                            {"rn", names.size("N"), {"N1", "N2", "N3"}, without(in_b, in_a)},
                            {"rk", names.size("K"), {"K1", "K2", "K3"}, summed},
                            {"z", "Z", {"Z1", "Z2", "Z3"}, batch}});
  for (const AxisList& storage : accesses_of(context).storages) space.announce(storage);
  space.announce(summed);
  space.merge();
  names.taken.insert({"rm", "rn", "rk", "z", "BM", "BN", "BK"});
  space.total(0), space.total(1), space.total(2);
  BodyBuilder body(context.fused, group, style, space, names, context.host_names);
  Kernel kernel;
  kernel.name = context.name;
  auto rows = [](const char* variable, int axis, const char* block, const char* index) {
    return assign(variable,
                  fmt::format("tl.program_id({0}) * {1} + tl.arange(0, {1}){2}", axis, block, index));
  };
  kernel.body.push_back(rows("rm", 0, "BM", "[:, None]"));
  kernel.body.push_back(rows("rn", 1, "BN", "[None, :]"));
  if (!batch.empty()) kernel.body.push_back(assign("z", "tl.program_id(2)"));
  Expr zeros;
  zeros.kind = Expr::Kind::Fill;
  zeros.text = "BM, BN";
  zeros.arguments = {Expr::variable("0.0")};
  // The product accumulates under its own name, or `acc` where an operation goes on with it.
  std::string sum = body.names().fresh(product.result.empty() ? "acc" : product.result);
  kernel.body.push_back(assign(sum, zeros));
  // The loop over K: rk is a column for a's tile and a row for b's.
  Statement loop;
  loop.kind = Statement::Kind::Loop;
  loop.target = "k";
  loop.limit = size_k;
  loop.step = "BK";
  loop.body.push_back(assign("rk", "k + tl.arange(0, BK)"));
  auto tile = [&](ProgramValueId id, const char* orientation, const char* outside) {
    std::string text_of_k = fmt::format("rk{}", orientation);
    body.shape.mask = [&, outside](const AxisList&) {
      return fmt::format("({} < {}) & ({} < {})", outside, outside[1] == 'm' ? size_m : size_n, text_of_k,
                         size_k);
    };
    Expr load = body.load(id);
    Expr& inner = load.kind == Expr::Kind::Load ? load : load.arguments[0];
    // "rk" stands alone in index texts: every other name is longer or has another letter.
    size_t at = 0;
    while ((at = inner.index.find("rk", at)) != std::string::npos) {
      inner.index.replace(at, 2, text_of_k);
      at += text_of_k.size();
    }
    std::string pointer = inner.text;
    std::string name = body.names().fresh(pointer.substr(0, pointer.size() - 4));
    loop.body.push_back(assign(name, load));
    return name;
  };
  body.pad_all(true);
  std::string a = tile(operand_a, "[None, :]", "rm");
  std::string b = tile(operand_b, "[:, None]", "rn");
  body.pad_all(false);
  Expr dot;
  dot.kind = Expr::Kind::Dot;
  dot.arguments = {Expr::variable(a), Expr::variable(b)};
  loop.body.push_back(update(sum, Primitive::Add, dot));
  kernel.body.push_back(std::move(loop));
  body.bind(product_id, sum);
  std::string mask = names.mask;
  body.shape.mask = [&](const AxisList& storage) -> std::string {
    bool has_row = space.walks(storage, 0);
    bool has_column = space.walks(storage, 1);
    if (has_row && has_column) return mask;
    if (has_row) return fmt::format("rm < {}", size_m);
    return has_column ? fmt::format("rn < {}", size_n) : std::string();
  };
  kernel.body.push_back(assign(mask, fmt::format("(rm < {}) & (rn < {})", size_m, size_n)));
  body.emit({}, group.outputs, kernel.body);
  add_pointers_and_sizes(kernel, body, space);
  kernel.constants = {{"BM", std::to_string(style.block_m)},
                      {"BN", std::to_string(style.block_n)},
                      {"BK", std::to_string(style.block_k)}};
  kernel.grid = {fmt::format("triton.cdiv(M, {})", style.block_m),
                 fmt::format("triton.cdiv(N, {})", style.block_n)};
  if (!batch.empty()) kernel.grid.push_back(space.host_product(batch));
  kernel.num_warps = style.num_warps;
  kernel.description = fmt::format("tiles of {} by {}, {} deep", style.block_m, style.block_n, style.block_k);
  return kernel;
}

}  // namespace tilewright::stack
