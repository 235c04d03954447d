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
