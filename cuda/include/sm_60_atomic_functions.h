// Part of what every CUDA source includes by itself.
#pragma once
#include "tilewright/core.h"
