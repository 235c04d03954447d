# RUN: tilewright run %s --chip trn3
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def running_kernel(x, y):
    rows, columns = x.shape
    sums = nl.ndarray(x.shape, dtype=nl.float32, buffer=nl.shared_hbm)
    powers = nl.ndarray(x.shape, dtype=nl.float32, buffer=nl.shared_hbm)
    totals = nl.ndarray((rows, 1), dtype=nl.float32, buffer=nl.shared_hbm)
    scaled = nl.ndarray(x.shape, dtype=nl.float32, buffer=nl.shared_hbm)
    both = nl.ndarray(x.shape, dtype=nl.float32, buffer=nl.shared_hbm)
    tile, other = nl.load(x), nl.load(y)
    work = nl.ndarray(x.shape, dtype=nl.float32, buffer=nl.sbuf)
    total = nl.ndarray((rows, 1), dtype=nl.float32, buffer=nl.sbuf)
    nisa.tensor_scalar_cumulative(dst=work, src=tile, op0=nl.multiply, op1=nl.add, imm0=2.0, imm1=10.0, reduce_cmd=nisa.reduce_cmd.load_reduce)
    nisa.dma_copy(dst=sums, src=work)
    highest = nl.max(tile, axis=1, keepdims=True)
    nisa.exponential(dst=work, src=tile, max_value=highest, reduce_res=total, reduce_cmd=nisa.reduce_cmd.reset_reduce)
    nisa.dma_copy(dst=powers, src=work)
    nisa.dma_copy(dst=totals, src=total)
    nisa.activate2(dst=work, op=nl.square, data=tile, imm0=3.0, imm1=1.0, op0=nl.multiply, op1=nl.subtract)
    nisa.dma_copy(dst=scaled, src=work)
    nisa.dma_compute(dst=both, srcs=[tile, other, x], reduce_op=nl.add)
    return sums, powers, totals, scaled, both


@nki.jit
def index_kernel(ids, x):
    n = ids.shape[1]
    bounds = nl.ndarray((1, 2, n), dtype=nl.int32, buffer=nl.shared_hbm)
    found = nl.ndarray((1, x.shape[1] + 1), dtype=nl.int32, buffer=nl.shared_hbm)
    result = nl.ndarray((1, 2, n), dtype=nl.int32, buffer=nl.sbuf)
    nisa.sequence_bounds(dst=result, segment_ids=nl.load(ids))
    nisa.dma_copy(dst=bounds, src=result)
    places = nl.ndarray((1, x.shape[1] + 1), dtype=nl.int32, buffer=nl.sbuf)
    nisa.nonzero_with_count(dst=places, src=nl.load(x), index_offset=100)
    nisa.dma_copy(dst=found, src=places)
    return bounds, found


rng = np.random.default_rng(0)
x, y = rng.standard_normal((64, 48)).astype(np.float32), rng.standard_normal((64, 48)).astype(np.float32)
sums, powers, totals, scaled, both = running_kernel(x, y)
expected = np.exp(x - x.max(axis=1, keepdims=True))
print(np.allclose(sums, 10 + np.cumsum(2 * x, axis=1), rtol=1e-5, atol=1e-5))
print(np.allclose(powers, expected, rtol=1e-6), np.allclose(totals, expected.sum(axis=1, keepdims=True), rtol=1e-5))
print(np.allclose(scaled, (3 * x - 1) ** 2, rtol=1e-5, atol=1e-6), np.allclose(both, 2 * x + y, rtol=1e-6, atol=1e-6))
bounds, found = index_kernel(np.array([[1, 1, 2, 2, 2, 0, 0]], dtype=np.int32), np.array([[0, 3, 0, 0, 5]], dtype=np.int32))
print(bounds.tolist(), found.tolist())
# EXPECT stdout
#| True
#| True True
#| True True
#| [[[0, 0, 2, 2, 2, 7, 7], [2, 2, 5, 5, 5, -1, -1]]] [[101, 104, -1, -1, -1, 2]]
# EXPECT stderr
#| nki: kernel 'running_kernel' on trn3: 6.28 us estimated; busy Vector 3 %, Scalar 1 %, DMA 21 %; HBM 36 KiB read, 48.25 KiB written; SBUF 0.5703 KiB, PSUM 0 KiB a partition
#| nki: kernel 'index_kernel' on trn3: 2.91 us estimated; busy GpSimd 9 %, DMA 0 %; HBM 0.04688 KiB read, 0.07812 KiB written; SBUF 0.08203 KiB, PSUM 0 KiB a partition
