# RUN: tilewright check %s --task task.py --chip trn1
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
        nisa.tensor_scalar(dst=tile, data=tile, op0=nl.add, operand0=total)
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
#| fail_check_wrong_values.py: wrong_values: output[130, 136] is 0.153335, expected 0.000117708: 65536 of 65536 elements are outside the tolerance (given inputs, shape (256, 256))
#| error: output[130, 136] is 0.153335, expected 0.000117708: 65536 of 65536 elements are outside the tolerance (given inputs, shape (256, 256)) [wrong-values]
#|   around output[130, 136], given inputs, shrunk sizes:
#|     expected   0.00435697   0.00564568  0.000581871   0.00124024  0.000117708   0.00157562   0.00282968  0.000584903
#|     actual       0.181122     0.189569     0.156378     0.160693     0.153335     0.162891     0.171111     0.156397
#|   largest error: 4.64e+06 times the tolerance
#|   0 of 7 trials passed
#|   time: estimated 7.44 us on trn1, limited by DMA, 1 launch
# EXPECT exit 1
