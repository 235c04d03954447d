# RUN: tilewright run %s
import numpy as np
import neuronxcc.nki as nki
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl


@nki.jit
def add_kernel(a, b):
    out = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.shared_hbm)
    rows, columns = a.shape
    row, column = nl.arange(128)[:, None], nl.arange(512)[None, :]
    for i in nl.affine_range((rows + 127) // 128):
        for j in nl.affine_range((columns + 511) // 512):
            inside = (i * 128 + row < rows) & (j * 512 + column < columns)
            x = nl.load(a[i * 128 + row, j * 512 + column], mask=inside)
            y = nl.load(b[i * 128 + row, j * 512 + column], mask=inside)
            # Lanes that the mask leaves out hold nothing, and the store leaves them out again.
            total = x + y
            nl.store(out[i * 128 + row, j * 512 + column], value=total, mask=inside)
    return out


rng = np.random.default_rng(0)
a, b = (rng.standard_normal((300, 700)).astype(np.float32) for _ in range(2))
print(np.array_equal(nki.simulate_kernel(add_kernel, a, b), a + b))
# EXPECT stdout
#| True
# EXPECT stderr
#| nki: kernel 'add_kernel' on trn2: 14.22 us estimated; busy Vector 45 %, DMA 72 %; HBM 1641 KiB read, 820.3 KiB written; SBUF 6 KiB, PSUM 0 KiB a partition
