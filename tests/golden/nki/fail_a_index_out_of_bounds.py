# RUN: tilewright run %s
import numpy as np
import neuronxcc.nki as nki
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl


@nki.jit
def kernel(x):
    row, column = nl.arange(128)[:, None], nl.arange(512)[None, :]
    for i in nl.affine_range(2):
        tile = nl.load(x[row, column + 256 * i])
        nl.store(x[row, column], value=tile)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_a_index_out_of_bounds.py:12:16: error: dma_copy: 'src' has index 767 of dimension 1, which has 512 elements [out-of-bounds]
#|           tile = nl.load(x[row, column + 256 * i])
#|                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: 'src' is a tensor 'x' of shape (128, 512) and float32 in shared HBM
#| fail_a_index_out_of_bounds.py:16:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
