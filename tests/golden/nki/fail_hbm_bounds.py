# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    tile = nl.ndarray((128, 512), dtype=x.dtype)
    for i in nl.affine_range(2):
        nisa.dma_copy(dst=tile, src=x[nl.ds(i * 128, 128), :])


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_hbm_bounds.py:12:37: error: elements 128 to 255 of dimension 0, which has 128 elements [out-of-bounds]
#|           nisa.dma_copy(dst=tile, src=x[nl.ds(i * 128, 128), :])
#|                                       ^~~~~~~~~~~~~~~~~~~~~~~~~
#| note: a tensor 'x' of shape (128, 512) and float32 in shared HBM
#| fail_hbm_bounds.py:15:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
