# RUN: tilewright run %s
import numpy as np
import neuronxcc.nki as nki
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl


@nki.jit
def scan_kernel(decay, x):
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    state = nisa.tensor_tensor_scan(nl.load(decay), nl.load(x), initial=0, op0=np.multiply, op1=np.add)
    row, column = nl.mgrid[0:64, 0:96]
    kept = nisa.affine_select(pred=(column <= row), on_true_tile=state, on_false_value=0.0)
    nl.store(out, value=kept * 2.0)
    return out


rng = np.random.default_rng(0)
decay, x = rng.uniform(size=(64, 96)).astype(np.float32), rng.standard_normal((64, 96)).astype(np.float32)
expected, state = np.zeros((64, 96), dtype=np.float32), np.zeros(64, dtype=np.float32)
for i in range(96):
    state = decay[:, i] * state + x[:, i]
    expected[:, i] = np.where(np.arange(64) >= i, 2 * state, np.zeros(64, dtype=np.float32))
print(np.allclose(scan_kernel(decay, x), expected, rtol=1e-5, atol=1e-6))
# EXPECT stdout
#| True
# EXPECT stderr
#| nki: kernel 'scan_kernel' on trn2: 4.36 us estimated; busy Vector 7 %, GpSimd 5 %, DMA 25 %; HBM 48 KiB read, 24 KiB written; SBUF 1.125 KiB, PSUM 0 KiB a partition
