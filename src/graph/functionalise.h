// In-place operations (relu_, add_) made functional: later uses of the written tensor read the result.
#pragma once

#include "graph/graph.h"

namespace tilewright::graph {

// Writes through views are not followed: the view's own later uses see the write, its base's do not.
Graph functionalise(Graph graph);

}  // namespace tilewright::graph
