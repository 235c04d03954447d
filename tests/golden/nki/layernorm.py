# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def layernorm_kernel(x, gamma, beta):
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    rows, columns = x.shape
    scale = nl.ndarray((128, columns), dtype=nl.float32)
    shift = nl.ndarray((128, columns), dtype=nl.float32)
    nisa.dma_copy(dst=scale, src=gamma.reshape((1, columns)).broadcast(0, 128))
    nisa.dma_copy(dst=shift, src=beta.reshape((1, columns)).broadcast(0, 128))
    for i in nl.sequential_range(rows // 128):
        tile = nl.load(x[nl.ds(i * 128, 128), :])
        mean = nl.mean(tile, axis=1, keepdims=True)
        centred = nl.ndarray((128, columns), dtype=nl.float32)
        nisa.tensor_scalar(dst=centred, data=tile, op0=nl.subtract, operand0=mean)
        square = nl.multiply(centred, centred)
        variance = nl.mean(square, axis=[1], keepdims=True)
        deviation = nl.ndarray((128, 1), dtype=nl.float32)
        nisa.tensor_scalar(dst=deviation, data=variance, op0=nl.add, operand0=1e-5)
        nisa.activation(dst=deviation, op=nl.rsqrt, data=deviation)
        result = nl.ndarray((128, columns), dtype=nl.float32)
        nisa.scalar_tensor_tensor(dst=result, data=centred, op0=nl.multiply, operand0=deviation, op1=nl.multiply,
                                  operand1=scale)
        nl.store(out[nl.ds(i * 128, 128), :], nl.add(result, shift))
    return out


rng = np.random.default_rng(2)
x = rng.standard_normal((128, 640)).astype(np.float32)
gamma, beta = rng.standard_normal(640).astype(np.float32), rng.standard_normal(640).astype(np.float32)
y = layernorm_kernel(x, gamma, beta)
expected = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5) * gamma + beta
print(np.allclose(y, expected, rtol=1e-4, atol=1e-5))
# EXPECT stdout
#| True
# EXPECT stderr
#| nki: kernel 'layernorm_kernel' on trn2: 13.37 us estimated; busy Vector 46 %, Scalar 0 %, DMA 27 %; HBM 960 KiB read, 320 KiB written; SBUF 10 KiB, PSUM 0 KiB a partition
