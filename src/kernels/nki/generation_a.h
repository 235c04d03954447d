// Generation A (neuronxcc.nki): calls that return tiles, masks, operators on tiles, assignment to places of
// tensors. Each becomes instructions of nki.isa that write where the result goes.
#pragma once

#include "kernels/nki/call.h"

namespace tilewright::kernels::nki {

// nl.add(x, y, dtype=, mask=), x + y, nl.exp(x): broadcast as NumPy does.
script::Value generation_a_operator(Launch& launch, Op op, script::CallArguments& arguments);
// target[...] = value: what a call returned is computed there; a tile is copied, a number fills it.
void assign_tile(Launch& launch, const View& target, const script::Value& value);
// target op= value; += of a product accumulates in PSUM.
void update_tile(Launch& launch, const View& target, Op op, const script::Value& value);

}  // namespace tilewright::kernels::nki
