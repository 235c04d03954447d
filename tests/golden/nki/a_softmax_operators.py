# RUN: tilewright run %s
import numpy as np
import neuronxcc.nki as nki
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl


@nki.jit
def softmax_kernel(x):
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    for i in nl.affine_range(x.shape[0] // 128):
        tile = nl.load(x[i * 128:(i + 1) * 128, :])
        powers = nl.exp(tile - nl.max(tile, axis=1))
        nl.store(out[i * 128:(i + 1) * 128, :], value=powers / nl.sum(powers, axis=[1]))
    return out


rng = np.random.default_rng(0)
x = rng.standard_normal((256, 600)).astype(np.float32)
powers = np.exp(x - x.max(axis=1, keepdims=True))
print(np.allclose(softmax_kernel(x), powers / powers.sum(axis=1, keepdims=True), rtol=1e-5, atol=1e-7))
# EXPECT stdout
#| True
# EXPECT stderr
#| nki: kernel 'softmax_kernel' on trn2: 11.00 us estimated; busy Vector 45 %, Scalar 9 %, DMA 31 %; HBM 600 KiB read, 600 KiB written; SBUF 4.691 KiB, PSUM 0 KiB a partition
