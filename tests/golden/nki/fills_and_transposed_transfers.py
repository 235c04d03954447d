# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    rows, columns = x.shape
    scaled = nl.ndarray(x.shape, dtype=nl.float32, buffer=nl.shared_hbm)
    lowest = nl.ndarray((rows, 1), dtype=nl.float32, buffer=nl.shared_hbm)
    turned = nl.ndarray((columns, rows), dtype=nl.float32, buffer=nl.shared_hbm)
    filled = nl.ndarray((rows, 8), dtype=nl.int32, buffer=nl.shared_hbm)
    tile, work = nl.load(x), nl.ndarray(x.shape, dtype=nl.float32, buffer=nl.sbuf)
    least = nl.ndarray((rows, 1), dtype=nl.float32, buffer=nl.sbuf)
    nisa.tensor_scalar_reduce(dst=work, data=tile, op0=nl.multiply, operand0=3.0, reduce_op=nl.minimum, reduce_res=least)
    nisa.dma_copy(dst=scaled, src=work)
    nisa.dma_copy(dst=lowest, src=least)
    columns_first = nl.ndarray((columns, rows), dtype=nl.float32, buffer=nl.sbuf)
    nisa.dma_transpose(dst=columns_first, src=x)
    nisa.dma_copy(dst=turned, src=columns_first)
    numbers = nl.ndarray((rows, 8), dtype=nl.int32, buffer=nl.sbuf)
    nisa.memset(dst=numbers, value=7)
    register = nisa.register_alloc(41)
    nisa.register_move(dst=register, src=42)
    nisa.register_store(dst=numbers[0:1, 3:4], src=register)
    nisa.dma_copy(dst=filled, src=numbers)
    return scaled, lowest, turned, filled


x = np.random.default_rng(0).standard_normal((32, 48)).astype(np.float32)
scaled, lowest, turned, filled = kernel(x)
print(np.array_equal(scaled, x * np.float32(3)), np.array_equal(lowest, scaled.min(axis=1, keepdims=True)))
print(np.array_equal(turned, x.T), filled[0].tolist(), filled[1].tolist())
# EXPECT stdout
#| True True
#| True [7, 7, 7, 42, 7, 7, 7, 7] [7, 7, 7, 7, 7, 7, 7, 7]
# EXPECT stderr
#| nki: kernel 'kernel' on trn2: 4.32 us estimated; busy Vector 5 %, DMA 13 %; HBM 12 KiB read, 13.12 KiB written; SBUF 0.3789 KiB, PSUM 0 KiB a partition
