// Which ways of writing are worth trying for a graph: honest alternatives, some slower than others.
#include <algorithm>
#include <map>

#include "stack/decompose.h"
#include "stack/fuse.h"
#include "stack/stack.h"
#include "stack/tile_kernels.h"

namespace tilewright::stack {
namespace {

Style flat(int block, int warps = 4) {
  Style style;
  style.block_size = block;
  style.num_warps = warps;
  return style;
}
Style rows(int count, int warps = 4) {
  Style style;
  style.rows_per_program = count;
  style.num_warps = warps;
  return style;
}
Style looped(int block, int rows = 1, int warps = 4) {
  Style style = flat(block, warps);
  style.loop_over_columns = true;
  style.rows_per_program = rows;
  return style;
}
Style tiles(int m, int n, int k, int warps = 4) {
  Style style;
  style.block_m = m;
  style.block_n = n;
  style.block_k = k;
  style.num_warps = warps;
  return style;
}
Style padded(Style style) {
  style.padded_loads = true;
  return style;
}
Style permuted(int tile) {
  Style style = tiles(tile, tile, tile);
  style.rows_per_program = 2;
  return style;
}

// Loops over the columns that the deepest chain of reductions needs.
int passes(const FusedProgram& fused) {
  int most = 0;
  for (const Group& group : fused.groups) {
    if (group.kind != GroupKind::Row) continue;
    std::map<ProgramValueId, int> level;
    for (ProgramValueId id : group.values) {
      int own = 0;
      for (const Operand& operand : fused.program[id].operands) {
        const auto* source = std::get_if<ProgramValueId>(&operand);
        if (source != nullptr && level.contains(*source)) own = std::max(own, level[*source]);
      }
      if (fused.program[id].kind == ValueKind::Reduce) ++own;
      // What walks the columns after a reduction needs its own loop.
      bool walks = std::find(group.outputs.begin(), group.outputs.end(), id) != group.outputs.end() &&
                   fused.program.storage(id).size() == group.space.size();
      level[id] = own;
      most = std::max(most, own + (walks ? 1 : 0));
    }
  }
  return most;
}

int64_t longest_row(const FusedProgram& fused) {
  int64_t longest = 0;
  for (const Group& group : fused.groups) {
    if (group.kind == GroupKind::Row) longest = std::max(longest, fused.program.axes.product(group.reduced));
  }
  return longest;
}

std::vector<Style> candidates(const FusedProgram& fused) {
  auto has = [&](GroupKind kind) {
    return std::any_of(fused.groups.begin(), fused.groups.end(),
                       [&](const Group& g) { return g.kind == kind; });
  };
  bool has_combining_scan = false;  // whose steps are a device function
  bool has_permutation = false;
  for (const Group& group : fused.groups) has_permutation |= allows_tiles(fused, group);
  for (const ProgramValue& value : fused.program.values) {
    has_combining_scan |= value.kind == ValueKind::Scan && value.reduce != ReduceKind::Sum;
  }
  if (has(GroupKind::Contract)) {
    return {tiles(32, 32, 32), tiles(16, 16, 16),     tiles(64, 64, 32), tiles(16, 64, 32),
            tiles(64, 32, 32), tiles(128, 64, 32, 8), tiles(32, 32, 64)};
  }
  if (has(GroupKind::Row)) {
    std::vector<Style> list = {
        rows(4), rows(2), rows(8), padded(rows(1)), padded(rows(1, 8)), padded(rows(1, 2)), padded(rows(4))};
    // Loops where they suit: one pass, or rows too long for one block to be wise. A loop's carry of a running
    // product or maximum needs a second device function; whole rows do not.
    if (!has_combining_scan && (passes(fused) == 1 || longest_row(fused) > 4096)) {
      for (const Style& style : {looped(1024), looped(256), looped(1024, 4), looped(4096, 1, 8)})
        list.push_back(padded(style));
    }
    return list;
  }
  if (has(GroupKind::Full)) {
    std::vector<Style> list = {flat(1024), flat(4096, 8), looped(1024), flat(256),
                               padded(looped(4096, 1, 8))};
    Style two = flat(1024);
    two.two_launches = true;
    list.push_back(two);
    return list;
  }
  std::vector<Style> list;
  if (has_permutation) list = {permuted(32), permuted(64), permuted(16)};
  for (const Style& style : {flat(1024), flat(256), flat(512), flat(128), flat(2048), flat(4096, 8)})
    list.push_back(style);
  return list;
}

// CUDA: how many threads a block has and how those of a row come together.
std::vector<Style> thread_candidates(const FusedProgram& fused) {
  auto threads = [](Gather gather, int count, bool loops = false) {
    Style style = flat(count);
    style.gather = gather;
    style.loop_over_columns = loops;
    return style;
  };
  auto has = [&](GroupKind kind) {
    return std::any_of(fused.groups.begin(), fused.groups.end(),
                       [&](const Group& g) { return g.kind == kind; });
  };
  if (has(GroupKind::Contract)) {
    Style direct = tiles(16, 16, 16);
    direct.shared_tiles = false;
    return {tiles(16, 16, 16), tiles(32, 32, 32), direct};
  }
  Style warps = threads(Gather::Warp, 32);
  warps.rows_per_program = 4;
  if (has(GroupKind::Row)) {
    std::vector<Style> list = {threads(Gather::Warp, 32), warps};
    std::vector<Style> blocks = {threads(Gather::Shuffle, 256), threads(Gather::Tree, 256),
                                 threads(Gather::Tree, 128), threads(Gather::Shuffle, 512)};
    // Long rows want a block's threads.
    list.insert(longest_row(fused) > 4096 ? list.begin() : list.end(), blocks.begin(), blocks.end());
    // One thread's sum in order is less exact than partial sums, which shows where rows' results are summed
    // up and nearly cancel (a divergence of nearly equal distributions).
    if (!has(GroupKind::Full)) {
      list.insert(list.begin() + 2, threads(Gather::None, 256));
      list.push_back(threads(Gather::None, 128));
    }
    return list;
  }
  if (has(GroupKind::Full)) {
    return {threads(Gather::Shuffle, 256),     threads(Gather::Tree, 256),
            threads(Gather::Shuffle, 512),     threads(Gather::Shuffle, 1024, true),
            threads(Gather::Tree, 1024, true), threads(Gather::Warp, 32, true)};
  }
  return {threads(Gather::Tree, 256), threads(Gather::Tree, 128), threads(Gather::Tree, 512),
          threads(Gather::Tree, 1024), threads(Gather::Tree, 256, true)};
}

}  // namespace

std::vector<Style> styles_for(const graph::Graph& graph, Target target) {
  Result<Program> program = decompose(graph);
  if (!program) return {};
  Result<FusedProgram> fused = fuse(std::move(*program));
  if (!fused) return {};
  std::vector<Style> styles;
  for (const Style& style : target == Target::Cuda ? thread_candidates(*fused) : candidates(*fused)) {
    if (make_tiles(*fused, style, target)) styles.push_back(style);
  }
  return styles;
}

}  // namespace tilewright::stack
