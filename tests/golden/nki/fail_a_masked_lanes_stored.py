# RUN: tilewright run %s
import numpy as np
import neuronxcc.nki as nki
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl


@nki.jit
def kernel(x):
    row, column = nl.arange(128)[:, None], nl.arange(512)[None, :]
    tile = nl.load(x[row, column], mask=(column < 500))
    nl.store(x[row, column], value=nl.exp(tile))


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_a_masked_lanes_stored.py:12:5: error: dma_copy: 'src' is read but nothing has written its element [0, 500] [uninitialised-read]
#|       nl.store(x[row, column], value=nl.exp(tile))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_a_masked_lanes_stored.py:12:36: note: 'src' is a tensor of shape (128, 512) and float32 in SBUF, allocated here
#|       nl.store(x[row, column], value=nl.exp(tile))
#|                                      ^~~~~~~~~~~~
#| fail_a_masked_lanes_stored.py:15:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
