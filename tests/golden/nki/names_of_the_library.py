# RUN: tilewright run %s
from dataclasses import dataclass

import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl
from nki.collectives import ReplicaGroup
from nki.isa.constants import dge_mode, oob_mode
from nki.language import NKIObject


@dataclass
class Sizes(NKIObject):
    rows: int
    dtype: nki.dtype = nl.float32


@nki.jit
def copied_kernel(x, sizes):
    out = nl.ndarray(x.shape, dtype=sizes.dtype, buffer=nl.shared_hbm)
    tile = nl.ndarray((sizes.rows, x.shape[1]), dtype=sizes.dtype, buffer=nl.sbuf)
    nisa.dma_copy(dst=tile, src=x, oob_mode=oob_mode.error, dge_mode=dge_mode.none)
    nisa.dma_copy(dst=out, src=tile)
    return out


x = np.ones((16, 32), dtype=np.float32)
group = ReplicaGroup([[0, 1]])
print(np.array_equal(copied_kernel(x, Sizes(16)), x), nisa.constants.oob_mode.skip)
# EXPECT stdout
#| True oob_mode.skip
# EXPECT stderr
#| nki: kernel 'copied_kernel' on trn2: 2.69 us estimated; busy DMA 3 %; HBM 2 KiB read, 2 KiB written; SBUF 0.125 KiB, PSUM 0 KiB a partition
