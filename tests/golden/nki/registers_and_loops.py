# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x, count):
    """Adds the first `count` rows, which only the device knows, and counts down in a register."""
    out = nl.ndarray((1, 64), dtype=nl.float32, buffer=nl.shared_hbm)
    total = nl.zeros((1, 64), dtype=nl.float32)
    row = nl.ndarray((1, 64), dtype=nl.float32)
    rows = nisa.register_alloc(0)
    nisa.register_load(rows, count)

    def add_row(i):
        nisa.dma_copy(dst=row, src=x.ap([[64, 1], [1, 64]], scalar_offset=i, indirect_dim=0))
        nisa.tensor_tensor(dst=total, data1=total, data2=row, op=nl.add)

    nl.fori_loop(0, rows, add_row)

    left = nisa.register_alloc(3)

    def halve(register):
        nisa.tensor_scalar(dst=total, data=total, op0=nl.multiply, operand0=0.5)
        nisa.register_move(left, register.__index__() - 1)
        return left

    nl.while_loop(left, halve)
    nisa.dma_copy(dst=out, src=total)
    return out


x = np.arange(640, dtype=np.float32).reshape(10, 64)
print(np.array_equal(kernel(x, np.array([[7]], dtype=np.int32))[0], x[:7].sum(0) / 8))
# EXPECT stdout
#| True
# EXPECT stderr
#| nki: kernel 'kernel' on trn2: 12.33 us estimated; busy Vector 10 %, DMA 0 %; HBM 1.754 KiB read, 0.25 KiB written; SBUF 0.5 KiB, PSUM 0 KiB a partition
