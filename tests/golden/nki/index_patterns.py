# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def causal_kernel(x):
    rows, columns = x.shape
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    numbers = nl.ndarray((rows, columns), dtype=nl.int32)
    nisa.iota(dst=numbers, pattern=[[1, columns]], offset=5, channel_multiplier=100)
    tile = nl.load(x)
    # Keeps what lies on or below the diagonal: row - column >= 0.
    nisa.affine_select(dst=tile, pattern=[[-1, columns]], channel_multiplier=1, on_true_tile=tile, on_false_value=-1.0,
                       cmp_op=nl.greater_equal)
    nisa.dma_copy(dst=out, src=tile)
    counted = nl.ndarray((rows, columns), dtype=nl.int32, buffer=nl.shared_hbm)
    nisa.dma_copy(dst=counted, src=numbers)
    return out, counted


x = np.arange(32 * 40, dtype=np.float32).reshape(32, 40)
masked, counted = causal_kernel(x)
row, column = np.arange(32).reshape(32, 1), np.arange(40).reshape(1, 40)
print(np.array_equal(masked, np.where(row >= column, x, np.full((32, 40), -1.0, dtype=np.float32))))
print(np.array_equal(counted, (5 + 100 * row + column).astype(np.int32)))
# EXPECT stdout
#| True
#| True
# EXPECT stderr
#| nki: kernel 'causal_kernel' on trn2: 3.03 us estimated; busy GpSimd 10 %, DMA 11 %; HBM 5 KiB read, 10 KiB written; SBUF 0.3125 KiB, PSUM 0 KiB a partition
