# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def rmsnorm_kernel(x, weight, epsilon=1e-6):
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    rows, columns = x.shape
    scale = nl.ndarray((128, columns), dtype=nl.float32)
    # One row of HBM goes to every partition.
    nisa.dma_copy(dst=scale, src=weight.ap([[0, 128], [1, columns]]))
    for start in range(0, rows, 128):
        size = min(128, rows - start)
        tile = nl.ndarray((size, columns), dtype=x.dtype)
        nisa.dma_copy(dst=tile, src=x[start:start + size, :])
        squares = nl.ndarray((size, columns), dtype=nl.float32)
        total = nl.ndarray((size, 1), dtype=nl.float32)
        nisa.activation_reduce(dst=squares, op=nl.square, data=tile, reduce_op=nl.add, reduce_res=total)
        nisa.tensor_scalar(dst=total, data=total, op0=nl.multiply, operand0=1 / columns, op1=nl.add, operand1=epsilon)
        nisa.activation(dst=total, op=nl.rsqrt, data=total)
        result = nl.ndarray((size, columns), dtype=x.dtype)
        nisa.scalar_tensor_tensor(dst=result, data=tile, op0=nl.multiply, operand0=total, op1=nl.multiply,
                                  operand1=scale[0:size, :])
        nisa.dma_copy(dst=out[start:start + size, :], src=result)
    return out


rng = np.random.default_rng(1)
x = rng.standard_normal((300, 768)).astype(np.float32)
weight = rng.standard_normal(768).astype(np.float32)
y = rmsnorm_kernel(x, weight)
expected = x / np.sqrt((x * x).mean(axis=1, keepdims=True) + 1e-6) * weight
print(np.allclose(y, expected, rtol=1e-5, atol=1e-6))
# EXPECT stdout
#| True
# EXPECT stderr
#| nki: kernel 'rmsnorm_kernel' on trn2: 11.78 us estimated; busy Vector 42 %, Scalar 19 %, DMA 52 %; HBM 1284 KiB read, 900 KiB written; SBUF 9.004 KiB, PSUM 0 KiB a partition
