# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def softmax_kernel(x):
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    rows, columns = x.shape
    for i in range(rows // nl.tile_size.pmax):
        tile = nl.ndarray((128, columns), dtype=x.dtype, buffer=nl.sbuf)
        nisa.dma_copy(dst=tile, src=x[nl.ds(i * 128, 128), :])
        highest = nl.ndarray((128, 1), dtype=nl.float32, buffer=nl.sbuf)
        nisa.tensor_reduce(dst=highest, op=nl.maximum, data=tile, axis=1, negate=True)
        powers = nl.ndarray((128, columns), dtype=nl.float32, buffer=nl.sbuf)
        total = nl.ndarray((128, 1), dtype=nl.float32, buffer=nl.sbuf)
        nisa.activation_reduce(dst=powers, op=nl.exp, data=tile, reduce_op=nl.add, reduce_res=total, bias=highest)
        share = nl.ndarray((128, 1), dtype=nl.float32, buffer=nl.sbuf)
        nisa.reciprocal(dst=share, data=total)
        result = nl.ndarray((128, columns), dtype=x.dtype, buffer=nl.sbuf)
        nisa.tensor_scalar(dst=result, data=powers, op0=nl.multiply, operand0=share)
        nisa.dma_copy(dst=out[nl.ds(i * 128, 128), :], src=result)
    return out


rng = np.random.default_rng(0)
x = (4 * rng.standard_normal((256, 1000))).astype(np.float32)
y = softmax_kernel(x)
powers = np.exp(x - x.max(axis=1, keepdims=True))
print(np.allclose(y, powers / powers.sum(axis=1, keepdims=True), rtol=1e-5, atol=1e-7))
# EXPECT stdout
#| True
# EXPECT stderr
#| nki: kernel 'softmax_kernel' on trn2: 11.99 us estimated; busy Vector 36 %, Scalar 15 %, DMA 47 %; HBM 1000 KiB read, 1000 KiB written; SBUF 7.82 KiB, PSUM 0 KiB a partition
