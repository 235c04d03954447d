# RUN: tilewright run %s --chip trn3
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    outs = [nl.ndarray(x.shape, dtype=nl.float32, buffer=nl.shared_hbm) for _ in range(4)]
    bits = nl.ndarray(x.shape, dtype=nl.int32, buffer=nl.shared_hbm)
    tile, work = nl.load(x), nl.ndarray(x.shape, dtype=nl.float32, buffer=nl.sbuf)
    seed = nl.full((1, 1), 7, dtype=nl.uint32)
    for i, share in enumerate((0.0, 1.0, 0.25)):
        nisa.dropout(dst=work, data=tile, prob=share)
        nisa.dma_copy(dst=outs[i], src=work)
    nisa.set_rng_seed(src_seeds=seed)
    nisa.rand2(dst=work, min=-1.0, max=3.0)
    nisa.dma_copy(dst=outs[3], src=work)
    words = nl.ndarray(x.shape, dtype=nl.int32, buffer=nl.sbuf)
    nisa.rng(dst=words)
    nisa.dma_copy(dst=bits, src=words)
    return outs[0], outs[1], outs[2], outs[3], bits


x = np.ones((128, 200), dtype=np.float32)
kept, none, some, uniform, bits = kernel(x)
print(np.array_equal(kept, x), none.max() == 0, abs(some.mean() - 0.75) < 0.02)
print(uniform.min() >= -1, uniform.max() < 3, abs(uniform.mean() - 1) < 0.05)
print(bits.max() > 1 << 30, bits.min() < -(1 << 30))
again = kernel(x)
print(np.array_equal(again[3], uniform), np.array_equal(again[4], bits))
# EXPECT stdout
#| True True True
#| True True True
#| True True
#| True True
# EXPECT stderr
#| nki: kernel 'kernel' on trn3: 10.02 us estimated; busy Vector 9 %, DMA 30 %; HBM 100 KiB read, 500 KiB written; SBUF 1.566 KiB, PSUM 0 KiB a partition (the longest of 2 launches)
