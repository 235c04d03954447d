// The whole flow: graph -> decomposed -> fused -> tile program -> source.
#include <fmt/format.h>

#include "stack/decompose.h"
#include "stack/emit_cuda.h"
#include "stack/emit_triton.h"
#include "stack/fuse.h"
#include "stack/stack.h"
#include "stack/tile.h"

namespace tilewright::stack {

Result<Layers> compile(const graph::Graph& graph, const Style& style, Target target) {
  Layers layers;
  layers.graph = graph::print(graph);
  if (auto verified = graph::verify(graph); !verified) return fail(verified.error());

  Result<Program> program = decompose(graph, target == Target::Cuda);
  if (!program) return fail(program.error());
  layers.decomposed = print(*program);

  Result<FusedProgram> fused = fuse(std::move(*program));
  if (!fused) return fail(fused.error());
  layers.fused = print(*fused);

  Result<TileProgram> tiles = make_tiles(*fused, style, target);
  if (!tiles) return fail(tiles.error());
  layers.tile = print(*tiles);

  layers.candidate.source = target == Target::Cuda ? emit_cuda(*tiles) : emit_triton(*tiles);
  layers.candidate.style = style;
  for (const TileProgram::Launch& launch : tiles->launches) {
    layers.candidate.description +=
        (layers.candidate.description.empty() ? "" : "; ") + launch.kernel.description;
  }
  return layers;
}

}  // namespace tilewright::stack
