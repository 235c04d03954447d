# RUN: tilewright run %s
import torch
from torch.utils.cpp_extension import load_inline

source = """
torch::Tensor twice(torch::Tensor x) {
    auto out = torch::empty_like(x);
    return out + missing;
}
"""
module = load_inline("twice", "torch::Tensor twice(torch::Tensor x);", source, functions=["twice"])
# EXPECT stderr
#| fail_inline_compile_error.py:8:18: error: use of undeclared identifier 'missing'; did you mean 'using'? [compile-error]
#|       return out + missing;
#|                    ^
#| fail_inline_compile_error.py:11:10: note: called from here
#|   module = load_inline("twice", "torch::Tensor twice(torch::Tensor x);", source, functions=["twice"])
#|            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
