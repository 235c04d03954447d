# RUN: tilewright run %s
import numpy as np
import neuronxcc.nki as nki
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl
import neuronxcc.nki.typing as nt
from neuronxcc.nki.language.constants import sizeinbytes


@nki.jit
def transposed_kernel(x):
    """Tiles at the edges are cut by masks, the last one in both directions."""
    rows, columns = x.shape
    out = nl.ndarray((columns, rows), dtype=x.dtype, buffer=nl.shared_hbm)
    i, j = nl.arange(128)[:, None], nl.arange(128)[None, :]
    for r in nl.affine_range((rows + 127) // 128):
        for c in nl.affine_range((columns + 127) // 128):
            tile = nl.ndarray((nl.par_dim(128), 128), dtype=x.dtype, buffer=nl.sbuf)
            turned = nl.ndarray((nl.par_dim(128), 128), dtype=x.dtype, buffer=nl.sbuf)
            inside = (r * 128 + i < rows) & (c * 128 + j < columns)
            tile[i, j] = nl.load(x[r * 128 + i, c * 128 + j], mask=inside)
            # Through PSUM: the Tensor Engine writes nowhere else.
            turned[i, j] = nisa.nc_transpose(tile[i, j], mask=inside)
            nl.store(out[c * 128 + i, r * 128 + j], turned[i, j], mask=(c * 128 + i < columns) & (r * 128 + j < rows))
    return out


@nki.jit
def pooled_kernel(x):
    """The largest of 3 by 3 neighbours: windows by index grids, a reduction over the second and the last dimension."""
    height, width = x.shape
    out = nl.ndarray((height - 2, width - 2), dtype=x.dtype, buffer=nl.shared_hbm)
    p, k, f = nl.mgrid[0:128, 0:3, 0:width]
    rows = nl.load(x[p + k, f], mask=(p < height - 2))
    p, k, f, g = nl.mgrid[0:128, 0:3, 0 : width - 2, 0:3]
    largest = nl.max(rows[p, k, f + g], axis=[1, 3], mask=(p < height - 2))
    p, f = nl.mgrid[0:128, 0 : width - 2]
    nl.store(out[p, f], value=largest, mask=(p < height - 2))
    return out


@nki.jit
def cast_kernel(x, y):
    """A transpose keeps its type: the cast comes behind it. tile[mask] of a mask that holds everywhere."""
    assert sizeinbytes(nl.bfloat16) == 2
    out = nl.ndarray((64, 32), dtype=nl.float32, buffer=nl.shared_hbm)
    f = nl.arange(32)[None, :]
    narrow = nl.ndarray((nl.par_dim(64), 32), dtype=nl.bfloat16)
    narrow[...] = nl.load_transpose2d(x)
    weights = nl.load(y).broadcast_to((64, 32))
    nl.store(out, value=nl.multiply(narrow[f < 32], weights, dtype=nl.float32))
    return out


rng = np.random.default_rng(0)
x = rng.standard_normal((300, 200)).astype(np.float32)
print(np.array_equal(transposed_kernel(x), x.T))
x = rng.standard_normal((100, 60)).astype(np.float32)
windows = [x[r : r + 98, c : c + 58] for r in range(3) for c in range(3)]
expected = windows[0]
for window in windows:
    expected = np.maximum(expected, window)
print(np.array_equal(pooled_kernel(x), expected))
x, y = rng.integers(-8, 8, (32, 64)).astype(np.float32), rng.standard_normal((1, 32)).astype(np.float32)
print(np.array_equal(cast_kernel(x, y), x.T * y))

timed = nki.benchmark(warmup=1, iters=2)(transposed_kernel)
timed(nt.tensor[[256, 128], nl.float32])
print(timed.benchmark_result.nc_latency.get_latency_percentile(99) > 0)
# EXPECT stdout
#| True
#| True
#| True
#| True
# EXPECT stderr
#| nki: kernel 'transposed_kernel' on trn2: 9.30 us estimated; busy Tensor 6 %, Vector 9 %, DMA 69 %; HBM 234.4 KiB read, 234.4 KiB written; SBUF 0.5 KiB, PSUM 0.5 KiB a partition (the longest of 2 launches)
#| nki: kernel 'pooled_kernel' on trn2: 4.26 us estimated; busy Vector 13 %, DMA 25 %; HBM 68.91 KiB read, 22.2 KiB written; SBUF 0.9297 KiB, PSUM 0 KiB a partition
#| nki: kernel 'cast_kernel' on trn2: 3.28 us estimated; busy Vector 4 %, DMA 12 %; HBM 8.125 KiB read, 8 KiB written; SBUF 0.3125 KiB, PSUM 0 KiB a partition
