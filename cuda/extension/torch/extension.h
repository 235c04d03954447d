// PyTorch's interface for extensions, as far as kernels' host code uses it (tilewright/tensor.h).
#pragma once
#ifndef TILEWRIGHT_ON_CPU
#include <cuda_runtime.h>
#endif
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "../tilewright/tensor.h"
#include "../tilewright/tensor_cuda.h"
#include "../tilewright/extension.h"
