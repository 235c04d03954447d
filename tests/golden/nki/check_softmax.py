# RUN: tilewright check %s --task task.py --chip trn2
import nki
import nki.isa as nisa
import nki.language as nl

@nki.jit
def softmax_kernel(x):
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    rows, columns = x.shape
    for start in range(0, rows, 128):
        count = min(128, rows - start)
        tile = nl.ndarray((count, columns), dtype=x.dtype, buffer=nl.sbuf)
        nisa.dma_copy(dst=tile, src=x[start:start + count, :])
        highest = nl.ndarray((count, 1), dtype=nl.float32, buffer=nl.sbuf)
        total = nl.ndarray((count, 1), dtype=nl.float32, buffer=nl.sbuf)
        nisa.tensor_reduce(dst=highest, op=nl.maximum, data=tile, axis=1, negate=True)
        nisa.activation_reduce(dst=tile, op=nl.exp, data=tile, reduce_op=nl.add, reduce_res=total, bias=highest)
        nisa.reciprocal(dst=total, data=total)
        nisa.tensor_scalar(dst=tile, data=tile, op0=nl.multiply, operand0=total)
        nisa.dma_copy(dst=out[start:start + count, :], src=tile)
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
#| check_softmax.py: correct: correct in 7 trials, largest error 0.021 of the tolerance, estimated 6.64 us on trn2 (DMA)
#|   time: estimated 6.64 us on trn2, limited by DMA, 1 launch
