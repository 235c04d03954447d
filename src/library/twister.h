// numpy._twister: the Mersenne Twister behind numpy.random, whole tensors at a time.
#pragma once

#include "script/interpreter.h"

namespace tilewright::library {

// Twister(seed) with word(), random(), normal(), and fill(tensor), fill_normal(tensor) for contiguous tensors
// of float64, which get the numbers that as many calls of random() and normal() give.
void install_twister(script::Interpreter& interpreter);

}  // namespace tilewright::library
