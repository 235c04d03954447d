// What is precompiled for programs that include PyTorch's headers.
#pragma once

#include <tilewright/precompiled.h>

#define TILEWRIGHT_TENSOR_LIBRARY
#include "../torch/extension.h"
