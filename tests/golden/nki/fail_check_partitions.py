# RUN: tilewright check %s --task task.py
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def softmax_kernel(x):
    tile = nl.load(x)
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    nisa.dma_copy(dst=out, src=nl.softmax(tile))
    return out


def forward(x):
    return softmax_kernel(x)
# --- task.py
import torch
import torch.nn as nn

M = 256
N = 512

class Model(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x):
        return torch.softmax(x, dim=-1)

def get_inputs():
    return [torch.randn(M, N)]

def get_init_inputs():
    return []
# EXPECT stdout
#| fail_check_partitions.py: compile_error: the shape (256, 256) has 256 partitions in front, SBUF has 128
#| fail_check_partitions.py:9:12: error: the shape (256, 256) has 256 partitions in front, SBUF has 128 [kernel-shape]
#|       tile = nl.load(x)
#|              ^~~~~~~~~~
#| fail_check_partitions.py:16:12: note: kernel 'softmax_kernel' launched here on trn2
#|       return softmax_kernel(x)
#|              ^~~~~~~~~~~~~~~~~
#|   0 of 7 trials passed
# EXPECT exit 1
