# RUN: tilewright run %s
import numpy as np
import neuronxcc.nki as nki
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl


@nki.jit
def kernel(x):
    row = nl.arange(128)[:, None]
    tile = nl.load(x[row * row, nl.arange(512)[None, :]])


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_a_index_not_affine.py:11:22: error: an index must be affine: sums of index grids, integers, and grids times integers [kernel-syntax]
#|       tile = nl.load(x[row * row, nl.arange(512)[None, :]])
#|                        ^~~~~~~~~
#| fail_a_index_not_affine.py:14:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
