# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


def stored(tile):
    out = nl.ndarray(tile.shape, dtype=tile.dtype, buffer=nl.shared_hbm)
    nisa.dma_copy(dst=out, src=tile)
    return out


@nki.jit
def kernel(x, predicate, numbers):
    data, flags = nl.load(x), nl.load(predicate)
    eight, places = nl.ndarray((64, 8), dtype=nl.float32), nl.ndarray((64, 8), dtype=nl.uint32)
    nisa.max8(dst=eight, src=data)
    nisa.nc_find_index8(dst=places, data=data, vals=eight)
    replaced = nl.ndarray((64, 96), dtype=nl.float32)
    nisa.nc_match_replace8(dst=replaced, data=data, vals=eight, imm=-99.0)
    stats, moments = nl.ndarray((64, 6), dtype=nl.float32), nl.ndarray((64, 2), dtype=nl.float32)
    nisa.bn_stats(dst=stats, data=data)
    nisa.bn_aggr(dst=moments, data=stats)
    selected, highest = nl.ndarray((64, 96), dtype=nl.float32), nl.ndarray((64, 1), dtype=nl.float32)
    nisa.select_reduce(dst=selected, predicate=flags, on_true=data, on_false=-7.0, reduce_res=highest,
                       reduce_cmd=nisa.reduce_cmd.reset_reduce, reduce_op=nl.maximum)
    low, high = nl.full((64, 1), 10.0, nl.float32), nl.full((64, 1), 20.0, nl.float32)
    ranged = nl.ndarray((64, 96), dtype=nl.float32)
    nisa.range_select(dst=ranged, on_true_tile=data, comp_op0=nl.greater_equal, comp_op1=nl.less, bound0=low, bound1=high)
    turned = nl.ndarray((64, 96), dtype=nl.float32)
    nisa.nc_stream_shuffle(dst=turned, src=data, shuffle_mask=list(range(31, -1, -1)))
    gathered = nl.ndarray((64, 8), dtype=nl.float32)
    nisa.nc_n_gather(dst=gathered, data=data, indices=places)
    total = nl.ndarray((1, 96), dtype=nl.float32)
    nisa.tensor_partition_reduce(dst=total, op=nl.add, data=data)
    copied = nl.zeros((64, 96), dtype=nl.float32)
    nisa.tensor_copy_predicated(dst=copied, src=data, predicate=flags)
    bits = nl.load(numbers)
    nisa.tensor_scalar(dst=bits, data=bits, op0=nl.left_shift, operand0=3, op1=nl.bitwise_xor, operand1=0x55)
    return tuple(stored(t) for t in (eight, places, replaced, moments, selected, highest, ranged, turned, gathered, total,
                                     copied, bits))


rng = np.random.default_rng(0)
x = rng.permutation(64 * 96).reshape(64, 96).astype(np.float32)
predicate = (rng.uniform(size=(64, 96)) > 0.5).astype(np.uint8)
numbers = rng.integers(0, 1 << 20, size=(64, 96)).astype(np.int32)
results = kernel(x, predicate, numbers)
eight, places, replaced, moments, selected, highest, ranged, turned, gathered, total, copied, bits = results
order = np.argsort(-x, axis=1)[:, :8]
expected = np.stack([x[i, order[i]] for i in range(64)])
print(np.array_equal(eight, expected), [int(i) for i in places[3]] == [int(i) for i in order[3]])
print(int((replaced == -99.0).sum()), np.array_equal(gathered, expected))
print(np.allclose(moments[:, 0], x.mean(1), rtol=1e-5), np.allclose(moments[:, 1], x.var(1), rtol=1e-5))
chosen = np.where(predicate == 1, x, np.full((64, 96), -7.0, dtype=np.float32))
print(np.array_equal(selected, chosen), np.array_equal(highest[:, 0], chosen.max(1)))
print(np.array_equal(ranged[:, 10:20], x[:, 10:20]), float(ranged[:, 20:].max()) == -3.4028234663852886e38)
print(np.array_equal(turned[0], x[31]), np.array_equal(turned[40], x[55]))
print(np.allclose(total[0], x.sum(0)), np.array_equal(copied, x * predicate))
print(np.array_equal(bits, (numbers * 8) ^ 0x55))
# EXPECT stdout
#| True True
#| 512 True
#| True True
#| True True
#| True True
#| True True
#| True True
#| True
# EXPECT stderr
#| nki: kernel 'kernel' on trn2: 5.27 us estimated; busy Vector 28 %, GpSimd 6 %, DMA 60 %; HBM 54 KiB read, 151.1 KiB written; SBUF 2.824 KiB, PSUM 0 KiB a partition
