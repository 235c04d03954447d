# RUN: tilewright run %s
import numpy as np
import neuronxcc.nki as nki
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl


@nki.jit
def kernel(x):
    row, column = nl.arange(128)[:, None], nl.arange(512)[None, :]
    tile = nl.load(x[row, column + 100], mask=(column < 500))
    nl.store(x[row, column], value=tile, mask=(column < 500))


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_a_mask_too_wide.py:11:12: error: dma_copy: 'src' has index 611 of dimension 1, which has 512 elements [out-of-bounds]
#|       tile = nl.load(x[row, column + 100], mask=(column < 500))
#|              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: 'src' is a tensor 'x' of shape (128, 500) and float32 in shared HBM
#| fail_a_mask_too_wide.py:15:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
