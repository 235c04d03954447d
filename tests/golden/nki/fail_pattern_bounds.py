# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    tile = nl.ndarray((128, 512), dtype=x.dtype)
    nisa.dma_copy(dst=tile, src=x.ap([[512, 128], [1, 512]], offset=1))


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_pattern_bounds.py:11:33: error: the pattern reaches elements 1 to 65536 of memory that has 65536 [out-of-bounds]
#|       nisa.dma_copy(dst=tile, src=x.ap([[512, 128], [1, 512]], offset=1))
#|                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: a tensor 'x' of shape (128, 512) and float32 in shared HBM
#| fail_pattern_bounds.py:14:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
