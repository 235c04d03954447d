// The name of version 2 of NVTX.
#pragma once

#include "nvtx3/nvToolsExt.h"
