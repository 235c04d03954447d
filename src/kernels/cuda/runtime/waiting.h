// Where threads wait for others: tw_warp and tw_barrier. Their short ways (waiting.cc) leave to be found out
// what they do not write down.
#pragma once

#include "kernels/cuda/runtime/machine.h"

namespace tilewright::kernels::cuda {

// Which threads of the block wait at what, and where: `states` and `places` of those that came on a short
// way.
void note_waiting(Block& block);
// The same for what the lanes of a warp operation ask for. Nobody comes to it on the short way any more.
void close_short_way(Warp& warp);
// Outside of kernels no short way is open.
void close_short_ways();

}  // namespace tilewright::kernels::cuda
