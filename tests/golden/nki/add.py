# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def add_kernel(a, b):
    out = nl.ndarray(a.shape, dtype=a.dtype, buffer=nl.shared_hbm)
    rows, columns = a.shape
    for i in nl.affine_range(rows // 128):
        x = nl.ndarray((128, columns), dtype=a.dtype, buffer=nl.sbuf)
        y = nl.ndarray((128, columns), dtype=a.dtype, buffer=nl.sbuf)
        nisa.dma_copy(dst=x, src=a[nl.ds(i * 128, 128), :])
        nisa.dma_copy(dst=y, src=b[nl.ds(i * 128, 128), :])
        total = nl.ndarray((128, columns), dtype=a.dtype, buffer=nl.sbuf)
        nisa.tensor_tensor(dst=total, data1=x, data2=y, op=nl.add)
        nisa.dma_copy(dst=out[i * 128:(i + 1) * 128, :], src=total)
    return out


rng = np.random.default_rng(0)
a = rng.standard_normal((256, 512)).astype(np.float32)
b = rng.standard_normal((256, 512)).astype(np.float32)
c = nki.simulate(add_kernel)(a, b)
print(c.shape, c.dtype, np.array_equal(c, a + b))
# EXPECT stdout
#| (256, 512) float32 True
# EXPECT stderr
#| nki: kernel 'add_kernel' on trn2: 8.07 us estimated; busy Vector 26 %, DMA 54 %; HBM 1024 KiB read, 512 KiB written; SBUF 6 KiB, PSUM 0 KiB a partition
