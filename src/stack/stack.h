// From a recorded graph to kernels, layer by layer: graph -> decomposed -> fused groups -> tile program
// -> source text. Each layer is a value that can be printed; compile() shows the whole flow.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "graph/graph.h"
#include "stack/target.h"

namespace tilewright::stack {

// How the threads that share a row (or everything) bring their parts of a reduction together (CUDA).
enum class Gather : uint8_t {
  None,     // one thread walks the whole row
  Warp,     // 32 threads, shuffles
  Tree,     // a block, halving in shared memory
  Shuffle,  // a block: shuffles in each warp, then shared memory between warps
};

// How the emitted kernel is written: styles are honest alternatives a person might choose. All produce
// correct kernels; they differ in speed and shape.
struct Style {
  int block_size = 1024;                         // elements of a 1-D block
  int rows_per_program = 1;                      // row kernels: 1, 2, 4, 8
  bool loop_over_columns = false;                // row kernels: a loop of blocks instead of one block a row
  int block_m = 32, block_n = 32, block_k = 32;  // matrix products
  int num_warps = 4;
  int naming = 0;             // which set of variable names
  // Masked loads give what leaves the reductions unchanged where one value serves them all; otherwise every
  // reduction selects its lanes.
  bool padded_loads = false;
  bool one_line = false;      // expressions inlined into one another instead of a line an operation
  bool two_launches = false;  // reductions of everything: partial results, then their reduction, not atomics
  // CUDA alone; block_size is the number of threads, rows_per_program the rows of a block.
  Gather gather = Gather::Tree;
  bool shared_tiles = true;  // matrix products: operands pass through shared memory
};

struct Candidate {
  std::string source;  // a complete file under the contract (docs/contract.md)
  Style style;
  std::string description;  // "row kernel, one row a program, block 1024"
};

// Every layer as text, for `tilewright compile --show`.
struct Layers {
  std::string graph, decomposed, fused, tile;
  Candidate candidate;
};

// Unsupported: an operation or shape that no template covers, named.
Result<Layers> compile(const graph::Graph& graph, const Style& style, Target target = Target::Triton);

// The styles worth trying for this graph (at least one when compile can succeed at all), in a fixed order.
std::vector<Style> styles_for(const graph::Graph& graph, Target target = Target::Triton);

}  // namespace tilewright::stack
