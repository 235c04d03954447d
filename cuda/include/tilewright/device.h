// What kernels call beyond the language.
#pragma once

#include "core.h"
#include "intrinsics.h"
#include "device_math.h"
#include "textures.h"
#include "narrow_floats.h"
#include "ptx.h"
