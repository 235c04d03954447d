// The definitions of tensor.h and extension.h once, for programs that run on the CPU: compiled without checks of accesses when the
// first program needs it, and linked to each that includes PyTorch's headers.
#define TILEWRIGHT_TENSOR_LIBRARY
#include <tilewright/core.h>

#include <memory>
#include <ostream>

#include "tensor_functions.h"
#include "extension.h"
#include "extension_functions.h"
