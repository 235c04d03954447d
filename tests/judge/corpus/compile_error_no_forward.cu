// task: scaled_relu
// expect: compile_error
// message: defines `torch::Tensor forward(...)`
#include <torch/extension.h>

torch::Tensor run(torch::Tensor x) { return x; }
